/*
 * marian_bin.h - the tensors of Marian's .bin files, version 1, as marian-conv writes them.
 *
 * Header, names, shapes and data follow each other without a checksum or a length of the whole;
 * every length is held against the file before it is used.  A file ends with its last tensor.
 */
#ifndef TR_MARIAN_BIN_H
#define TR_MARIAN_BIN_H

#include "base/error.h"
#include "formats/elements.h"

enum { TR_BIN_MAX_DIMS = 4 };

enum tr_bin_kind {
    TR_BIN_FLOAT,
    TR_BIN_INTEGER,
    TR_BIN_SCALED, /* int8 or int16, and one factor that the weights were multiplied by */
    TR_BIN_PACKED, /* laid out for one kind of CPU */
    TR_BIN_UNKNOWN
};

typedef struct tr_bin_type {
    uint64_t codes[2]; /* of Marian, and of its fork where that differs */
    const char *name;
    int kind;    /* enum tr_bin_kind */
    int element; /* enum tr_element_type */
    unsigned width;
} tr_bin_type;

typedef struct tr_bin_item {
    const char *name;
    const tr_bin_type *type;
    unsigned n_dims;
    uint64_t dims[TR_BIN_MAX_DIMS]; /* each at least 1, outermost first */
    size_t n;                       /* elements: the product of dims, 1 without any */
    size_t offset, size;            /* of its bytes in the file */
    bool transposed;                /* a scaled matrix, whose data is [dims[1], dims[0]] */
} tr_bin_item;

typedef struct tr_bin {
    const unsigned char *data;
    size_t size;
    const char *path;   /* the caller's, for messages */
    tr_bin_item *items; /* [n_items], in the file's order; names may repeat */
    size_t n_items;
    char *names; /* of all items */
} tr_bin;

/* Reads the header of data [size], which outlives *b; `path` is for messages.  TR_EFORMAT,
 * TR_EVERSION, TR_EUNSUPPORTED, TR_ENOMEM; *b is closed again on failure. */
int tr_bin_open(tr_bin *b, const unsigned char *data, size_t size, const char *path, tr_error *err);
void tr_bin_close(tr_bin *b);

/* The elements of an item of floats or scaled integers, which are divided by their factor, to their
 * places in `out`.  TR_EFORMAT for numbers that are not finite. */
int tr_bin_floats(const tr_bin *b, const tr_bin_item *item, const tr_element_layout *layout,
                  float *out, tr_error *err);

/* The elements of a scaled int8 matrix: that in row r and column c of its shape to
 * values[r * row_stride + c * column_stride]; and what to multiply them by. */
int tr_bin_s8(const tr_bin *b, const tr_bin_item *item, size_t row_stride, size_t column_stride,
              int8_t *values, float *scale, tr_error *err);

/* The bytes of an item of one-byte integers: *bytes [item->n], owned by the caller, with a NUL
 * after them. */
int tr_bin_bytes(const tr_bin *b, const tr_bin_item *item, char **bytes, tr_error *err);

#endif
