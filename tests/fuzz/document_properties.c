/* document_properties.c - any bytes as a document of the format properties. */
#include "fuzz/document.h"

DOCUMENT_TARGET("properties", NO_MORE)
