/*
 * make_bin.h - Marian's .bin files for tests, byte by byte as its binary.cpp writes them:
 *   version, n, n times (name length, type, dimensions, data length), names, shapes, fill, data.
 */
#ifndef MAKE_BIN_H
#define MAKE_BIN_H

#include <stdint.h>
#include <string.h>

#include "base/buf.h"

enum { BIN_S8 = 0x101, BIN_F16 = 0x402, BIN_F32 = 0x404, BIN_F64 = 0x408 };
enum { BIN_INTGEMM8 = 0x10001, BIN_INTGEMM16 = 0x10002 };
enum { BIN_FORK_INTGEMM8 = 0x4101, BIN_FORK_INTGEMM16 = 0x4102 };
enum { BIN_HEADER = 16, BIN_ITEM = 32 }; /* the first item's fields are at BIN_HEADER */

typedef struct bin_maker {
    tr_buf items, names, shapes, data;
    size_t n;
    tr_buf bytes; /* the file, after bin_end() */
} bin_maker;

static inline void bin_put(tr_buf *b, uint64_t x, int width)
{
    for (int i = 0; i < width; i++)
        tr_buf_add(b, &(char){(char)(x >> 8 * i)}, 1);
}

static inline void bin_fill(tr_buf *b, size_t align)
{
    while (b->len % align)
        bin_put(b, 0, 1);
}

/* [rows, columns], or [columns] for no rows; the data are filled up to `align`. */
static inline void bin_add(bin_maker *m, const char *name, uint64_t type, size_t rows,
                           size_t columns, const void *data, size_t size, size_t align)
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

static inline void bin_end(bin_maker *m)
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

#endif
