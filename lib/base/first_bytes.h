/* first_bytes.h - what a file is in the place of what was meant, by its first bytes.
 *
 * Each function returns what follows the file's name in a sentence, such as "is a PDF, not text;
 * pdftotext makes text of one". */
#ifndef TR_FIRST_BYTES_H
#define TR_FIRST_BYTES_H

#include <stddef.h>

/* What is no text at all, and the program that makes text of it, if there is one; NULL: it may be
 * text.  `n`: 262 or more tell all kinds. */
const char *tr_first_bytes_no_text(const char *bytes, size_t n);

/* The name that iconv(1) has for the kind of UTF-16 or UTF-32 that a text begins in; NULL: it is
 * neither. */
const char *tr_first_bytes_utf16(const char *bytes, size_t n);

/* What lies in the place of a file that never came: a pointer of Git LFS, a web page; NULL: it may
 * be the file. */
const char *tr_first_bytes_stand_in(const char *bytes, size_t n);

#endif
