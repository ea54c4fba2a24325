/*
 * mask_markdown.h - finds extensions of Markdown which md4c must not read as Markdown: formulas,
 * footnotes' marks, indices, keys, templates' instructions, lines of containers, definitions and
 * abbreviations.
 */
#ifndef TR_MASK_MARKDOWN_H
#define TR_MASK_MARKDOWN_H

#include "document/masks/markdown_masks.h"

/* True if a document is MDX: by its name, or since it imports something. */
bool tr_markdown_has_jsx(const char *name, const char *document, size_t size);

/* m->jsx is set, all else of it is 0.  False when out of memory; the masks are to be freed then,
 * too.  `has_front`: a front matter may come first. */
bool tr_mask_markdown(tr_masks *m, const char *document, size_t size, bool has_front);

#endif
