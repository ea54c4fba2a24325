/* document_xml.c - any bytes as a document of the format xml. */
#include "fuzz/document.h"

DOCUMENT_TARGET("xml", NO_MORE)
