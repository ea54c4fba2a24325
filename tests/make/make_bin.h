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

void bin_put(tr_buf *b, uint64_t x, int width);

/* [rows, columns], or [columns] for no rows; the data are filled up to `align`. */
void bin_add(bin_maker *m, const char *name, uint64_t type, size_t rows, size_t columns,
             const void *data, size_t size, size_t align);
void bin_end(bin_maker *m);

#endif
