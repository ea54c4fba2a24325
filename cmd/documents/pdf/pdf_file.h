/* pdf_file.h - the text of a PDF as HTML, by poppler's pdftotext, where it is installed. */
#ifndef PDF_FILE_H
#define PDF_FILE_H

#include <stdbool.h>
#include <stddef.h>

bool pdf_file_is(const char *bytes, size_t size);

/* A page of HTML [*html_size], which ends with a NUL, for the bytes [size] of a PDF; the caller
 * frees it.  NULL after a sentence: there is no pdftotext, or no text. */
char *pdf_file_html(const char *name, const char *bytes, size_t size, size_t *html_size);

#endif
