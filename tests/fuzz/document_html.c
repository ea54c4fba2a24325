/* document_html.c - any bytes as a document of the format html. */
#include "fuzz/document.h"

/* The text of an attribute may come to look like an identifier. */
DOCUMENT_TARGET("html", NO_MORE)
