/* document_xhtml.c - any bytes as a document of the format xhtml. */
#include "fuzz/document.h"

DOCUMENT_TARGET("xhtml", AS_MANY)
