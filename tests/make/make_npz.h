/*
 * make_npz.h - zip archives and .npz files for tests, byte by byte from APPNOTE.TXT and numpy's
 * description of its format; any field can be made wrong.
 */
#ifndef MAKE_NPZ_H
#define MAKE_NPZ_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"

typedef struct zip_maker {
    tr_buf bytes, directory;
    unsigned n;
    bool zip64;

    /* For the members that are added from now on. */
    unsigned method; /* 0 stored, 8 deflated; another one stores and says so */
    unsigned flags;
    uint32_t crc_change;
    int64_t size_change;    /* of the unpacked size, where the directory says it */
    int64_t offset_change;  /* of where the directory says it is */
    const char *local_name; /* instead of the name in front of the data */
} zip_maker;

void put_le(tr_buf *b, uint64_t x, int width);

/* Raw deflate data; the caller frees them. */
unsigned char *deflated(const void *data, size_t n, size_t *out_n);
void zip_add(zip_maker *z, const char *name, const void *data, size_t n);

/* The directory and the end; z->bytes is the archive then, its caller's to free. */
void zip_end(zip_maker *z, const char *comment);
void npz_add(zip_maker *z, const char *name, int version, const char *dictionary, const void *data,
             size_t n);

/* float32 [rows, columns]. */
void npz_add_floats(zip_maker *z, const char *name, size_t rows, size_t columns, const float *x);
void npz_add_text(zip_maker *z, const char *name, const char *text);

#endif
