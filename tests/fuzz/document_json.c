/* document_json.c - any bytes as a document of the format json. */
#include "fuzz/document.h"

MARKS_TARGET("json", NO_MORE, 0)
