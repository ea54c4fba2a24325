#include "make_bin.h"

void bin_put(tr_buf *b, uint64_t x, int width)
{
    for (int i = 0; i < width; i++)
        tr_buf_add(b, &(char){(char)(x >> 8 * i)}, 1);
}

static void bin_fill(tr_buf *b, size_t align)
{
    while (b->len % align)
        bin_put(b, 0, 1);
}

void bin_add(bin_maker *m, const char *name, uint64_t type, size_t rows, size_t columns,
             const void *data, size_t size, size_t align)
{
    const size_t begin = m->data.len;

    tr_buf_add(&m->data, data, size);
    bin_fill(&m->data, align);
    bin_put(&m->items, strlen(name) + 1, 8);
    bin_put(&m->items, type, 8);
    bin_put(&m->items, rows ? 2 : 1, 8);
    bin_put(&m->items, m->data.len - begin, 8);
    tr_buf_add(&m->names, name, strlen(name) + 1);
    if (rows) bin_put(&m->shapes, rows, 4);
    bin_put(&m->shapes, columns, 4);
    m->n++;
}

void bin_end(bin_maker *m)
{
    tr_buf *b = &m->bytes, *const parts[] = {&m->items, &m->names, &m->shapes};

    bin_put(b, 1, 8);
    bin_put(b, m->n, 8);
    for (size_t i = 0; i < 3; i++) {
        tr_buf_add(b, tr_buf_text(parts[i]), parts[i]->len);
        tr_buf_free(parts[i]);
    }
    const size_t fill = ((b->len + 8) / 256 + 1) * 256 - b->len - 8;
    bin_put(b, fill, 8);
    for (size_t i = 0; i < fill; i++)
        bin_put(b, 0, 1);
    tr_buf_add(b, tr_buf_text(&m->data), m->data.len);
    tr_buf_free(&m->data);
}
