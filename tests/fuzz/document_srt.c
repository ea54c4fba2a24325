/* document_srt.c - any bytes as a document of the format srt. */
#include "fuzz/document.h"

DOCUMENT_TARGET("srt", 0)
