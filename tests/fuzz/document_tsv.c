/* document_tsv.c - any bytes as a document of the format tsv. */
#include "fuzz/document.h"

DOCUMENT_TARGET("tsv", 0)
