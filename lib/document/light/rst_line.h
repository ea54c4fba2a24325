/* rst_line.h - what begins a line of reStructuredText: marks of items, fields, options, titles. */
#ifndef TR_RST_LINE_H
#define TR_RST_LINE_H

#include "document/light/light_line.h"

/* Bytes of the mark of an item that the text begins with, without the blanks after it; 0: there is
 * none.  `next` is the line after it; NULL: it does not tell. */
size_t tr_rst_item(const char *t, const tr_light_line *l, const tr_light_line *next);

/* Bytes of ":name:" at the beginning of the text, if a blank or nothing follows; else 0. */
size_t tr_rst_field(const char *t, const tr_light_line *l);

/* Bytes of options, as in "-a, --all=X  Text", up to the blanks before the text; else 0. */
size_t tr_rst_options(const char *t, const tr_light_line *l);

/* True if the text begins with "..", which stands for itself. */
bool tr_rst_is_explicit(const char *t, const tr_light_line *l);

/* True if the text says whose a quotation is: "-- Name". */
bool tr_rst_is_attribution(const char *t, const tr_light_line *l);

/* True if the text is a row of one punctuation mark. */
bool tr_rst_is_row(const char *t, const tr_light_line *l);

/* True if the text is the border of a table, of either kind. */
bool tr_rst_is_border(const char *t, const tr_light_line *l);

/* True if text [len] would begin another block than a paragraph. */
bool tr_rst_begins_block(const char *text, size_t len);

#endif
