/* read_html.h - web pages. */
#ifndef TR_READ_HTML_H
#define TR_READ_HTML_H

#include "document/segment/builder.h"

/* HTML: whatever the bytes are, they are a page. */
int tr_read_html(tr_content *d, tr_error *err);

/* XHTML, which is HTML where it is not well-formed XML. */
int tr_read_xhtml(tr_content *d, tr_error *err);

/* Tells the builder of the HTML at bytes `part` of another document.  The builder's writing and
 * `extra` are HTML's afterwards. */
void tr_build_html(tr_builder *b, tr_span part);

/* Role of an element: of a sentence, with or without an end; its content no text of a language; or
 * something that ends a sentence. */
enum tr_html_role { TR_HTML_INLINE, TR_HTML_VOID, TR_HTML_ATOM, TR_HTML_BLOCK };
enum tr_html_role tr_html_role(const char *name);

#endif
