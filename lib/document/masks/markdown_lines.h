/*
 * markdown_lines.h - lines as md4c wants them: rows of dashes that are long enough, heads of their
 * own for rows that are far narrower than the head above them (markdown_width.h), and blank lines
 * around tags of MDX (markdown_mdx.h) and where a paragraph has too many marks
 * (markdown_paragraph.h).
 */
#ifndef TR_MARKDOWN_LINES_H
#define TR_MARKDOWN_LINES_H

#include "document/masks/markdown_masks.h"

/* Changes the text of the masks.  False when out of memory. */
bool tr_masks_change_lines(tr_masks *m);

#endif
