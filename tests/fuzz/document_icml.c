/* document_icml.c - any bytes as a document of the format icml. */
#include "fuzz/document.h"

DOCUMENT_TARGET("icml", ANY_NUMBER)
