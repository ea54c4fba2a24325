/* document_tmx.c - any bytes as a document of the format tmx. */
#include "fuzz/document.h"

DOCUMENT_TARGET("tmx", ANY_NUMBER)
