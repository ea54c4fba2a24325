#include "evaluate/line_block.h"

#include <stdlib.h>
#include <string.h>

#include "console/alloc.h"

void line_block_add(line_block *b, tr_string text)
{
    if (b->len + text.len + 1 > b->capacity) {
        b->capacity = 2 * (b->len + text.len + 1);
        b->bytes = checked_realloc(b->bytes, b->capacity, 1);
    }
    if (b->n_begun + 2 > b->begin_capacity) {
        b->begin_capacity = 2 * (b->n_begun + 2);
        b->begin = checked_realloc(b->begin, b->begin_capacity, sizeof *b->begin);
    }
    if (text.len) memcpy(b->bytes + b->len, text.text, text.len);
    b->begin[b->n_begun++] = b->len;
    b->len += text.len;
    b->begin[b->n_begun] = b->len;
    b->n = b->n_begun / b->n_columns;
}

tr_string line_block_text(const line_block *b, size_t row, size_t column)
{
    const size_t i = row * b->n_columns + column;
    return (tr_string){b->bytes + b->begin[i], b->begin[i + 1] - b->begin[i]};
}

tr_string *line_block_column(const line_block *b, size_t column)
{
    tr_string *const texts = checked_realloc(NULL, b->n + 1, sizeof *texts);

    for (size_t i = 0; i < b->n; i++)
        texts[i] = line_block_text(b, i, column);
    return texts;
}

void line_block_clear(line_block *b)
{
    b->len = b->n = b->n_begun = 0;
}

void line_block_free(line_block *b)
{
    free(b->bytes);
    free(b->begin);
}
