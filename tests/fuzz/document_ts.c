/* document_ts.c - any bytes as a document of the format ts. */
#include "fuzz/document.h"

/* What was translated is no segment any more. */
MARKS_TARGET("ts", ANY_NUMBER, TR_MARKS_REVIEW)
