/*
 * pdf_layout.h - the lines of a PDF, as pdftotext -bbox-layout tells them: XML of pages, blocks,
 * lines and words with their places, in the order of reading.
 */
#ifndef PDF_LAYOUT_H
#define PDF_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/span.h"

/* A line, or a part of one that wide blanks set apart.  Places are points, from the top left. */
typedef struct pdf_line {
    double left, top, right, bottom;
    double size;        /* the height of most words */
    tr_span text;       /* in the layout's text, with references of XML */
    size_t page, block; /* counted over all pages */
} pdf_line;

typedef struct pdf_layout {
    tr_buf text;
    pdf_line *lines; /* [n] */
    size_t n, capacity;
    double *heights; /* [n_pages] of pages */
    size_t n_pages, pages_capacity;
    tr_span title; /* in the text; empty: it has none */
    bool failed;   /* out of memory */
} pdf_layout;

/* Reads XML [size], which ends with a NUL. */
void pdf_layout_read(pdf_layout *l, const char *xml, size_t size);
void pdf_layout_free(pdf_layout *l);

#endif
