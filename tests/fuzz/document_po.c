/* document_po.c - any bytes as a document of the format po. */
#include "fuzz/document.h"

DOCUMENT_TARGET("po", ANY_NUMBER)
