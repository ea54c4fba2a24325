/* document_ass.c - any bytes as a document of the format ass. */
#include "fuzz/document.h"

DOCUMENT_TARGET("ass", ANY_NUMBER)
