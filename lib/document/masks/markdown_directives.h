/*
 * markdown_directives.h - directives of MyST whose content is text, "```{note}" and
 * ":::{admonition} Title", and titles in tags of templates.
 */
#ifndef TR_MARKDOWN_DIRECTIVES_H
#define TR_MARKDOWN_DIRECTIVES_H

#include "document/masks/markdown_line.h"
#include "document/masks/markdown_masks.h"

/* Directives that are open, the innermost last: the lengths of their fences. */
typedef struct tr_md_directives {
    size_t fences[8];
    size_t n;
    bool options; /* may come next: lines as ":class: wide" */
} tr_md_directives;

/* The byte after "{note}" and blanks at text [at, end), the name of a directive whose content is
 * text; 0 if there is none. */
size_t tr_md_end_of_directive(const char *t, size_t at, size_t end);

/* Masks the line if it is the fence of such a directive, one of its options or its end: true.  Its
 * title is text. */
bool tr_md_mask_directive(tr_masks *m, const char *t, const tr_md_line *l, tr_md_directives *open);

/* True if titles and the like in the tag [at, end) of a template are text: a shortcode of Hugo, a
 * tag of Liquid that is no condition or loop. */
bool tr_md_has_titles(const char *t, size_t at, size_t end);

/* Where the value of an attribute that is text stands, the next behind byte at - 1 of a tag or of
 * attributes that end at `end`: in quotation marks; empty at `end` if there is none. */
tr_span tr_md_next_title(const char *t, size_t at, size_t end);

/* Masks such a tag, but for titles, captions and the like in quotes. */
void tr_md_mask_titles(tr_masks *m, const char *t, size_t at, size_t end);

#endif
