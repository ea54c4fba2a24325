/* document_asciidoc.c - any bytes as a document of the format asciidoc. */
#include "fuzz/document.h"

/* Words in capitals before a colon are a label, and a title may be one that stays. */
DOCUMENT_TARGET("asciidoc", ANY_NUMBER)
