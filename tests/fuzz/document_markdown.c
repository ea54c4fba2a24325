/* document_markdown.c - any bytes as a document of the format markdown. */
#include "fuzz/document.h"

/* The text of a head of YAML or of a picture may come to look like an identifier. */
MARKS_TARGET("markdown", NO_MORE, TR_KEEPS_ANCHORS)
