/* markdown_prefix.h - what stands at the beginning of a line of Markdown and is no text: the marks
 * of alerts, admonitions, tabs, abbreviations, footnotes and definitions. */
#ifndef TR_MARKDOWN_PREFIX_H
#define TR_MARKDOWN_PREFIX_H

#include "document/masks/markdown_line.h"
#include "document/masks/markdown_masks.h"

/* The bytes of it at the beginning of a line's text; 0: none. */
size_t tr_md_prefix(const char *t, const tr_md_line *l);

/* True of ":::tip Title" and ":::tip[Title]". */
bool tr_md_is_container(const char *t, const tr_md_line *l);

/* A line with such a prefix begins a block, of which md4c has none: it sees one that it has. */
void tr_md_show_block(tr_masks *m, const char *t, const tr_md_line *l);

/* True of "> **Note**", an alert as GitHub had them first: a line that begins a quotation and is
 * bold, before one that begins a sentence. */
bool tr_md_is_heading_of_quote(const char *t, size_t size, const tr_md_line *before,
                               const tr_md_line *l);

/* "[label]: ": where it defines nothing, since it stands in a paragraph, it stays, too. */
bool tr_md_is_definition(const char *t, const tr_md_line *l);

#endif
