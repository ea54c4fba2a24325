/* markdown_tags.h - tags of templates in Markdown, such as Liquid's "{% note %}" and Hugo's
 * "{{< note >}}": which have code between them, and which part text. */
#ifndef TR_MARKDOWN_TAGS_H
#define TR_MARKDOWN_TAGS_H

#include "document/masks/markdown_line.h"
#include "document/masks/markdown_masks.h"

/* The byte after the end tag of the pair that begins at byte `at` of text [.., end); 0 if none
 * begins there or it does not end. */
size_t tr_md_behind_code_tags(tr_masks *m, const char *t, size_t at, size_t end);

/* True if the tag [at, stop) of a line parts text: one of a block, one that ends another, or one
 * whose end stands behind it in text [.., end). */
bool tr_md_tag_parts(tr_masks *m, const char *t, size_t at, size_t stop, size_t end);

/* The line after the one where a pair ends that begins a line; 0 if none begins there, or if it
 * ends in this line before text. */
size_t tr_md_end_of_code_tags(tr_masks *m, const char *t, size_t size, const tr_md_line *first);

/* The line after a tag that begins line `l` and goes over several; 0 if none does, or if more than
 * attributes in braces stands behind it. */
size_t tr_md_end_of_long_tag(tr_masks *m, const char *t, size_t size, const tr_md_line *l);

/* The byte after the comment "{# x #}" at byte `at`; 0 if there is none: "{#name}" is an id. */
size_t tr_md_end_of_comment(tr_masks *m, const char *t, size_t at, size_t end);

#endif
