/* document_toml.c - any bytes as a document of the format toml. */
#include "fuzz/document.h"

/* Which values are text depends on the others of the document. */
MARKS_TARGET("toml", ANY_NUMBER, 0)
