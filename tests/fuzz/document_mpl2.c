/* document_mpl2.c - any bytes as a document of the format mpl2. */
#include "fuzz/document.h"

/* Where a line ends, and so whether a cue is one or two texts, depends on its words. */
MARKS_TARGET("mpl2", ANY_NUMBER, 0)
