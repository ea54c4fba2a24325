/* document_xliff.c - any bytes as a document of the format xliff. */
#include "fuzz/document.h"

DOCUMENT_TARGET("xliff", ANY_NUMBER)
