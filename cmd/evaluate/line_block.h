/* line_block.h - lines of several files that are read side by side, kept until they are judged
 * together. */
#ifndef LINE_BLOCK_H
#define LINE_BLOCK_H

#include <stddef.h>

#include "translate.h"

/* Rows of texts, one of each file: starts out as zeros, but for `n_columns`. */
typedef struct line_block {
    size_t n_columns, n; /* n: rows */
    char *bytes;         /* [len] of all texts, each with its place in `begin` */
    size_t len, capacity;
    size_t *begin; /* [n * n_columns + 1] */
    size_t n_begun, begin_capacity;
} line_block;

/* Adds the next text: the columns of a row one after the other. */
void line_block_add(line_block *b, tr_string text);

/* The text of a row; it lives until another text is added. */
tr_string line_block_text(const line_block *b, size_t row, size_t column);

/* The texts of all rows [n], for the caller to free. */
tr_string *line_block_column(const line_block *b, size_t column);

void line_block_clear(line_block *b);
void line_block_free(line_block *b);

#endif
