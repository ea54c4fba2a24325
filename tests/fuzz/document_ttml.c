/* document_ttml.c - any bytes as a document of the format ttml. */
#include "fuzz/document.h"

/* A line may become one of another speaker. */
DOCUMENT_TARGET("ttml", ANY_NUMBER)
