/* document_strings.c - any bytes as a document of the format strings. */
#include "fuzz/document.h"

/* Which values are text depends on the others of the document. */
MARKS_TARGET("strings", ANY_NUMBER, 0)
