/* read_html.h - web pages. */
#ifndef TR_READ_HTML_H
#define TR_READ_HTML_H

#include "document/segment/builder.h"

/* HTML: whatever the bytes are, they are a page. */
int tr_read_html(tr_content *d, tr_error *err);

/* XHTML, which is HTML where it is not well-formed XML. */
int tr_read_xhtml(tr_content *d, tr_error *err);

/* Tells the builder of the HTML at bytes `part` of another document; with `jsx`, expressions in
 * braces stay.  The builder's writing and `extra` are HTML's afterwards. */
void tr_build_html(tr_builder *b, tr_span part, bool jsx);

/* Tells the builder of the attributes of a start tag that are text, after its mark. */
struct tr_markup;
struct tr_markup_token;
void tr_build_html_attributes(tr_builder *b, const struct tr_markup *m,
                              const struct tr_markup_token *t);

/* Role of an element: of a sentence, with or without an end; its content no text of a language;
 * something that ends a sentence; or one whose name does not tell. */
enum tr_html_role { TR_HTML_INLINE, TR_HTML_VOID, TR_HTML_ATOM, TR_HTML_BLOCK, TR_HTML_OTHER };
enum tr_html_role tr_html_role(const char *name);

#endif
