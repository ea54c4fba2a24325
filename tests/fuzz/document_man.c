/* document_man.c - any bytes as a document of the format man. */
#include "fuzz/document.h"

DOCUMENT_TARGET("man", ANY_NUMBER)
