/* document_mbox.c - any bytes as a mailbox. */
#include "fuzz/document.h"

DOCUMENT_TARGET("mbox", ANY_NUMBER)
