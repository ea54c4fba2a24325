/* document_php.c - any bytes as a document of the format php. */
#include "fuzz/document.h"

/* Which values are text depends on the others of the document. */
MARKS_TARGET("php", ANY_NUMBER, 0)
