/* document_xcstrings.c - any bytes as a document of the format xcstrings. */
#include "fuzz/document.h"

/* What was translated is no segment any more. */
MARKS_TARGET("xcstrings", ANY_NUMBER, TR_MARKS_REVIEW)
