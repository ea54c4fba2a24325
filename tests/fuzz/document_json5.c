/* document_json5.c - any bytes as a document of the format json5. */
#include "fuzz/document.h"

/* Which values are text depends on the others of the document. */
MARKS_TARGET("json5", ANY_NUMBER, 0)
