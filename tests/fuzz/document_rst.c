/* document_rst.c - any bytes as a document of the format rst. */
#include "fuzz/document.h"

/* What a title is called tells which references have a name. */
DOCUMENT_TARGET("rst", ANY_NUMBER)
