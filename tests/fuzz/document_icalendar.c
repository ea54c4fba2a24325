/* document_icalendar.c - any bytes as a document of the format icalendar. */
#include "fuzz/document.h"

/* A category may look like a name to programs, and a list may be parted in another way. */
MARKS_TARGET("icalendar", ANY_NUMBER, 0)
