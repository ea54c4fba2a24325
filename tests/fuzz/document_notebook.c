/* document_notebook.c - any bytes as a notebook. */
#include "fuzz/document.h"

DOCUMENT_TARGET("notebook", ANY_NUMBER)
