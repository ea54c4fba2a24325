/* ooxml_copy.h - a paragraph of WordprocessingML in another language, as it may be there beside its
 * source: without bookmarks, notes, pictures and numbers that are counted. */
#ifndef TR_OOXML_COPY_H
#define TR_OOXML_COPY_H

#include "document/markup/markup.h"
#include "document/segment/content.h"
#include "language/language_parts.h"

/* Appends the properties of a text in a language. */
void tr_ooxml_language(const tr_document_options *o, tr_buf *out);

/* Appends the runs of a paragraph's content, each in the target language. */
void tr_ooxml_copy_runs(const tr_content *d, tr_span content, tr_buf *out);

/* Appends the properties of a paragraph, if it has any, without its number and its section. */
void tr_ooxml_copy_properties(const tr_content *d, tr_span content, tr_buf *out);

/* The properties of a paragraph, which stand first in its content; empty if it has none. */
tr_span tr_ooxml_properties(const tr_content *d, tr_span content);

#endif
