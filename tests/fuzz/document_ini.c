/* document_ini.c - any bytes as a document of the format ini. */
#include "fuzz/document.h"

DOCUMENT_TARGET("ini", NO_MORE)
