/* document_fluent.c - any bytes as a document of the format fluent. */
#include "fuzz/document.h"

/* Which values are text depends on the others of the document. */
MARKS_TARGET("fluent", ANY_NUMBER, 0)
