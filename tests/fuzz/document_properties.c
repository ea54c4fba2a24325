/* document_properties.c - any bytes as a document of the format properties. */
#include "fuzz/document.h"

MARKS_TARGET("properties", NO_MORE, 0)
