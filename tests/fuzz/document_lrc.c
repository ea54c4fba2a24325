/* document_lrc.c - any bytes as a document of the format lrc. */
#include "fuzz/document.h"

DOCUMENT_TARGET("lrc", ANY_NUMBER)
