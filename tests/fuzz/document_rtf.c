/* document_rtf.c - any bytes as a document of the format rtf. */
#include "fuzz/document.h"

MARKS_TARGET("rtf", ANY_NUMBER, 0)
