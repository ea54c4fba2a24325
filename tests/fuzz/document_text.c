/* document_text.c - any bytes as a document of the format text. */
#include "fuzz/document.h"

DOCUMENT_TARGET("text", ANY_NUMBER)
