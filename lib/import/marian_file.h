/*
 * marian_file.h - the named arrays of a Marian model, in an .npz or a .bin file alike.
 */
#ifndef TR_MARIAN_FILE_H
#define TR_MARIAN_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

enum tr_marian_type {
    TR_MARIAN_FLOATS,
    TR_MARIAN_S8,     /* int8 with one scale */
    TR_MARIAN_S16,    /* int16 with one scale */
    TR_MARIAN_BYTES,  /* integers of one byte */
    TR_MARIAN_PACKED, /* laid out for one kind of CPU: nothing can be read */
    TR_MARIAN_OTHER   /* integers, and what is not known */
};

enum { TR_MARIAN_MAX_DIMS = 4 };

typedef struct tr_marian_array {
    const char *name;
    const char *type_name; /* for messages, as Marian or numpy has it */
    int type;              /* enum tr_marian_type */
    unsigned n_dims;
    uint64_t dims[TR_MARIAN_MAX_DIMS]; /* each at least 1, outermost first */
    size_t n;                          /* elements */
    const void *member;                /* of the container */
} tr_marian_array;

typedef struct tr_marian_container tr_marian_container; /* marian_file.c's */

typedef struct tr_marian_file {
    const char *path;
    tr_marian_array *arrays; /* [n_arrays], by name, each name once */
    size_t n_arrays;
    tr_marian_container *container;
} tr_marian_file;

/* Maps the file at `path`, which outlives *f, and reads what it holds; its first bytes tell
 * whether it is an .npz or a .bin.  TR_EIO, TR_EFORMAT, TR_EUNSUPPORTED, TR_EVERSION, TR_ENOMEM;
 * *f is closed again on failure. */
int tr_marian_open(tr_marian_file *f, const char *path, tr_error *err);

/* The same of bytes that outlive *f; `path` is for messages. */
int tr_marian_open_bytes(tr_marian_file *f, const unsigned char *data, size_t size,
                         const char *path, tr_error *err);
void tr_marian_close(tr_marian_file *f);

/* NULL when there is none of that name. */
const tr_marian_array *tr_marian_find(const tr_marian_file *f, const char *name);

/* The elements of an array of floats, or of scaled integers, which are multiplied out: that in
 * row r and column c of its rows of `row_len` to out[r * row_stride + c * column_stride].
 * TR_EFORMAT for damage, and for numbers that are not finite; TR_EIO. */
int tr_marian_floats(const tr_marian_file *f, const tr_marian_array *a, size_t row_len,
                     size_t row_stride, size_t column_stride, float *out, tr_error *err);

/* The values of an array of TR_MARIAN_S8, a matrix, placed in the same way, and its scale. */
int tr_marian_s8(const tr_marian_file *f, const tr_marian_array *a, size_t row_stride,
                 size_t column_stride, int8_t *values, float *scale, tr_error *err);

/* The bytes of an array of TR_MARIAN_BYTES: *bytes [a->n], owned by the caller, with a NUL behind
 * them. */
int tr_marian_bytes(const tr_marian_file *f, const tr_marian_array *a, char **bytes, tr_error *err);

#endif
