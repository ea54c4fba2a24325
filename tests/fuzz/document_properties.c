/* document_properties.c - any bytes as a document of the format properties. */
#include "fuzz/document.h"

/* Which values are text depends on the others of the document. */
MARKS_TARGET("properties", ANY_NUMBER, 0)
