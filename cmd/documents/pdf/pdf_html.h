/*
 * pdf_html.h - a page of HTML with the text of a PDF: headings, paragraphs and items of lists, by
 * the places and the sizes of lines.  All words are there, and where they stood is lost.
 */
#ifndef PDF_HTML_H
#define PDF_HTML_H

#include "documents/pdf/pdf_layout.h"

/* Appends it.  What stands at the edge of several pages, such as their numbers, comes behind the
 * paragraph that goes on over it, as <p class="page">. */
void pdf_html_write(const pdf_layout *l, tr_buf *out);

#endif
