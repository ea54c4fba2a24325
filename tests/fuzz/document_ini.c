/* document_ini.c - any bytes as a document of the format ini. */
#include "fuzz/document.h"

/* Which values are text depends on the others of the document. */
DOCUMENT_TARGET("ini", ANY_NUMBER)
