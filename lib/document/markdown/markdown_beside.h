/* markdown_beside.h - Markdown in two languages. */
#ifndef TR_MARKDOWN_BESIDE_H
#define TR_MARKDOWN_BESIDE_H

#include "document/segment/content.h"

/* Appends the source with the translation of each block behind it, in a span of class "translation"
 * that says its language: as a paragraph of its own behind headings and paragraphs; after a line
 * end in items of lists, in cells, and where text follows at once.  Nothing if the document would
 * be read in another way then. */
void tr_beside_markdown(const tr_content *source, const tr_content *now, tr_buf *out);

#endif
