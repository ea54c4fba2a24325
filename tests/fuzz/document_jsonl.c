/* document_jsonl.c - any bytes as a document of the format jsonl. */
#include "fuzz/document.h"

DOCUMENT_TARGET("jsonl", NO_MORE)
