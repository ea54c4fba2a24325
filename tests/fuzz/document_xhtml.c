/* document_xhtml.c - any bytes as a document of the format xhtml. */
#include "fuzz/document.h"

/* The text of an attribute may come to look like an identifier. */
DOCUMENT_TARGET("xhtml", NO_MORE)
