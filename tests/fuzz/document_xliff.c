/* document_xliff.c - any bytes as a document of the format xliff. */
#include "fuzz/document.h"

MARKS_TARGET("xliff", ANY_NUMBER, TR_MARKS_REVIEW)
