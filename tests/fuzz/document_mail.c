/* document_mail.c - any bytes as a mail. */
#include "fuzz/document.h"

DOCUMENT_TARGET("mail", ANY_NUMBER)
