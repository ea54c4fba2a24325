/* document_vcard.c - any bytes as a document of the format vcard. */
#include "fuzz/document.h"

/* A title may look like a name to programs. */
MARKS_TARGET("vcard", ANY_NUMBER, 0)
