/* beside_html.h - pages in two languages (beside.h). */
#ifndef TR_BESIDE_HTML_H
#define TR_BESIDE_HTML_H

#include "document/segment/content.h"

/* Append the source with a paragraph of class "translation" behind each paragraph, and a line end
 * and such a span in other blocks; each says its language.  Titles of pages and values of
 * attributes stay as they are. */
void tr_beside_html(const tr_content *source, const tr_content *now, tr_buf *out);
void tr_beside_xhtml(const tr_content *source, const tr_content *now, tr_buf *out);
/* A chapter of a book, whose table of contents stays. */
void tr_beside_chapter(const tr_content *source, const tr_content *now, tr_buf *out);

/* Appends a block of HTML so: bytes `at` of the source, whose translation is bytes `then` of `now`;
 * nothing if their blocks are not the same. */
void tr_beside_html_part(const tr_content *source, tr_span at, const tr_content *now, tr_span then,
                         tr_buf *out);

/* Appends what the start tag of a translation says: that it is in the target language, in an
 * attribute of this name; and its direction, if it is not its source's. */
void tr_beside_html_language(const tr_document_options *o, const char *name, tr_buf *out);

#endif
