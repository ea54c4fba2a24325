/* markdown_leaf.h - leaf blocks of Markdown, such as paragraphs, headings and cells, to a builder.
 */
#ifndef TR_MARKDOWN_LEAF_H
#define TR_MARKDOWN_LEAF_H

#include "document/markdown/markdown_spans.h"
#include "document/masks/markdown_masks.h"
#include "document/segment/builder.h"

/* Builds tokens [n > 0].  *next_mask is the first mask that may stand in them; it is moved past
 * them. */
void tr_md_build(tr_builder *b, const tr_masks *masks, size_t *next_mask, const tr_md_token *tokens,
                 size_t n, bool is_cell);

#endif
