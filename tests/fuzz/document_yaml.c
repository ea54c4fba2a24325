/* document_yaml.c - any bytes as a document of the format yaml. */
#include "fuzz/document.h"

MARKS_TARGET("yaml", NO_MORE, 0)
