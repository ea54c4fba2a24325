/*
 * markdown_mdx.h - what MDX has beside Markdown: code of a module, expressions in braces, and tags
 * whose values may be expressions.
 */
#ifndef TR_MARKDOWN_MDX_H
#define TR_MARKDOWN_MDX_H

#include "document/masks/markdown_line.h"
#include "document/masks/markdown_masks.h"

/* True if a line is code of a module: "import Tabs from '@theme/Tabs';", "export const x = {" */
bool tr_mdx_is_module(const char *t, const tr_md_line *l);

/* The line after a module's code, which goes on to an empty line; 0 if there are none. */
size_t tr_mdx_end_of_module(const char *t, size_t size, const tr_md_line *first);

/* True if there was so much to search in vain that nothing more is looked for. */
bool tr_mdx_has_tried_enough(const tr_masks *m);

/* The byte after the expression or the tag with expressions that begins a line and ends in a line
 * after it; 0 if there is none. */
size_t tr_mdx_end_of_lines(tr_masks *m, const char *t, size_t size, const tr_md_line *l);

/* The byte after the expression at `at` of a line; 0 if there is none.  Where it goes on in the
 * lines after, it is the line's end, and m->open where it ends. */
size_t tr_mdx_end_of_expression(tr_masks *m, const char *t, size_t size, size_t at, size_t end);

/* Shows md4c the tag at `at` of a line as one of HTML: strings for expressions, no points in its
 * name. */
void tr_mdx_show_tag(tr_masks *m, const char *t, size_t at, size_t end);

/* Shows md4c tags that are alone on a line, which may go over lines, as a block of HTML in one
 * line: what is between two of them is Markdown, but md4c would read on to a blank line, as HTML.
 * *next is the line after them, or stays if there are none.  False when out of memory. */
bool tr_mdx_mask_tags(tr_masks *m, const char *t, size_t size, const tr_md_line *l, size_t *next);

/* The byte after the fenced block of code that a line begins; 0 if it begins none. */
size_t tr_mdx_end_of_fence(const char *t, size_t size, const tr_md_line *first);

#endif
