/* document_html.c - any bytes as a document of the format html. */
#include "fuzz/document.h"

DOCUMENT_TARGET("html", AS_MANY)
