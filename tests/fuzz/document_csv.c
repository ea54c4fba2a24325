/* document_csv.c - any bytes as a document of the format csv. */
#include "fuzz/document.h"

DOCUMENT_TARGET("csv", AS_MANY)
