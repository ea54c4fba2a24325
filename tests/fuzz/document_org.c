/* document_org.c - any bytes as a document of the format org. */
#include "fuzz/document.h"

/* A heading may come to be a state of a task, or a name in a link. */
DOCUMENT_TARGET("org", ANY_NUMBER)
