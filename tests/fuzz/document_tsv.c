/* document_tsv.c - any bytes as a document of the format tsv. */
#include "fuzz/document.h"

DOCUMENT_TARGET("tsv", AS_MANY)
