/* document_microdvd.c - any bytes as a document of the format microdvd. */
#include "fuzz/document.h"

/* Where a line ends, and so whether a cue is one or two texts, depends on its words. */
MARKS_TARGET("microdvd", ANY_NUMBER, 0)
