/* html_attributes.h - attributes of HTML whose values are for people. */
#ifndef TR_HTML_ATTRIBUTES_H
#define TR_HTML_ATTRIBUTES_H

#include "document/markup/markup.h"
#include "document/segment/builder.h"

/* Writes a name or a value in lower case, cut to `size` bytes with the last, 0. */
void tr_html_lower(const tr_markup *m, tr_span s, char *name, size_t size);

/* True if it is an input of one of these types; one that says none is a line of text. */
bool tr_html_is_input(const tr_markup *m, const tr_markup_token *t, const char *types);

/* Builds segments of the attributes of a tag that are text, or that the options list. */
void tr_html_read_attributes(tr_builder *b, const tr_markup *m, const tr_markup_token *t);

#endif
