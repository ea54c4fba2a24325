/* document_vtt.c - any bytes as a document of the format vtt. */
#include "fuzz/document.h"

DOCUMENT_TARGET("vtt", 0)
