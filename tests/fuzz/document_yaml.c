/* document_yaml.c - any bytes as a document of the format yaml. */
#include "fuzz/document.h"

/* Which values are text depends on the others of the document. */
MARKS_TARGET("yaml", ANY_NUMBER, 0)
