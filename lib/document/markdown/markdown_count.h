/* markdown_count.h - a count of emphasis, strong emphasis and strikethrough in a line of Markdown.
 */
#ifndef TR_MARKDOWN_COUNT_H
#define TR_MARKDOWN_COUNT_H

#include <stdbool.h>
#include <stddef.h>

typedef struct tr_md_counts {
    size_t emphasis, strong, struck;
} tr_md_counts;

/* Counts them in text [len].  False when out of memory, and in a build without md4c. */
bool tr_markdown_count(const char *text, size_t len, tr_md_counts *counts);

#endif
