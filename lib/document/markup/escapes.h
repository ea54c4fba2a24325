/* escapes.h - text of HTML and XML: what is read of it, and how it is written. */
#ifndef TR_ESCAPES_H
#define TR_ESCAPES_H

#include "document/markup/markup.h"
#include "document/segment/builder.h"

/* Text between tags; values of attributes in double and in single quotes. */
extern const tr_writing tr_html_text, tr_html_double, tr_html_single;

/* Their encode(), for a writing that finishes the text, too; `signs` is the quote, if there is one.
 */
void tr_encode_html(const tr_text_place *to, const char *text, size_t len, tr_buf *out);

/* Tells the builder of HTML text at bytes `raw`, with its references decoded; one with the number
 * of no character is an atom. */
void tr_build_html_text(tr_builder *b, tr_span raw);

/* Builds text of XML: a reference to an entity that only the document knows is an atom. */
void tr_build_xml_text(tr_builder *b, tr_span raw);

/* Builds such text; tags that are written are atoms (tr_next_written_tag()), as in HTML. */
void tr_build_xml_words(tr_builder *b, tr_span raw, bool page);

/* Tells it of an attribute's value at bytes `raw`, in these quotes; 0: without any. */
void tr_build_html_attribute(tr_builder *b, tr_span raw, char quote, const char *where);

/* Tells it of the text at bytes `raw` in an element within the atom before: as an attribute's
 * value, it is a segment of its own.  One with a reference that means no character stays. */
void tr_build_inner_text(tr_builder *b, tr_span raw, bool xml, const char *where);

/* The reference "&name;" or "&#n;" of HTML at the beginning of text [len]: its length, and what it
 * means; 0 if there is none. */
size_t tr_html_reference(const char *text, size_t len, tr_buf *means);

/* Builds the element ruby that the start tag `t`, taken last, begins, as the text of its base: the
 * readings above it are in no translation.  `m` goes on behind it.  False, and nothing is done, if
 * more than text is in its base. */
bool tr_build_ruby(tr_builder *b, tr_markup *m, const tr_markup_token *t);

/* Appends HTML text [len] with its references decoded. */
void tr_html_decode(const char *text, size_t len, bool attribute, tr_buf *out);

/* The next tag that is written with references and spoken of, "&lt;ref&gt;", from byte `at` on of a
 * run of text; empty, at its end, if there is none.  In a page of HTML all are.  Elsewhere a tag
 * whose other one is in the run, one of a block and a break are markup that was escaped. */
tr_span tr_next_written_tag(const char *text, tr_span run, size_t at, bool page);

#endif
