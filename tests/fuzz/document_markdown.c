/* document_markdown.c - any bytes as a document of the format markdown. */
#include "fuzz/document.h"

DOCUMENT_TARGET("markdown", AS_MANY)
