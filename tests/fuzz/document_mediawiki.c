/* document_mediawiki.c - any bytes as a document of the format mediawiki. */
#include "fuzz/document.h"

DOCUMENT_TARGET("mediawiki", ANY_NUMBER)
