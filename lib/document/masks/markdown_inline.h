/* markdown_inline.h - masks within a line of Markdown: formulas, footnotes' marks, indices, keys,
 * templates' instructions, attributes. */
#ifndef TR_MARKDOWN_INLINE_H
#define TR_MARKDOWN_INLINE_H

#include "document/masks/markdown_line.h"
#include "document/masks/markdown_masks.h"

/* Adds the masks in a line from byte `begin` on. */
void tr_masks_add_inline(tr_masks *m, const char *t, const tr_md_line *l, size_t begin);

/* Where the footnote's mark "[^label]" at byte `at` ends; 0 if there is none. */
size_t tr_md_end_of_note(const char *t, size_t at, size_t end);

/* Where the note of Pandoc at byte `at` ends, "^[Its text.]", in its line or one below; 0 if there
 * is none, *stop: how far was searched.  Brackets in code and escapes end none. */
size_t tr_md_end_of_text_note(const char *t, size_t at, size_t end, size_t *stop);

#endif
