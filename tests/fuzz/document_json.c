/* document_json.c - any bytes as a document of the format json. */
#include "fuzz/document.h"

/* Which values are text depends on the others of the document. */
MARKS_TARGET("json", ANY_NUMBER, 0)
