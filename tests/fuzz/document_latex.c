/* document_latex.c - any bytes as a document of the format latex. */
#include "fuzz/document.h"

DOCUMENT_TARGET("latex", ANY_NUMBER)
