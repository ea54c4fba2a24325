/*
 * import.h - a foreign model on its way into a model file.
 *
 * A reader of a foreign format (import_marian.c) says what the network is and which tensors of
 * the file come from which foreign arrays; tr_import_declare() and tr_import_write() make the
 * file of it, one tensor at a time, so that memory holds little more than the largest.
 */
#ifndef TR_IMPORT_H
#define TR_IMPORT_H

#include "nmt.h"

enum tr_import_kind {
    TR_IMPORT_MATRIX,    /* weights [n_out, n_in], packed: NAME.weight, for int8 .scale and .sum */
    TR_IMPORT_VECTOR,    /* floats [n_out] */
    TR_IMPORT_TABLE,     /* floats [n_out, n_in] */
    TR_IMPORT_SINUSOIDS, /* positions [n_out, n_in], computed by Marian's formula; no parts */
    TR_IMPORT_BYTES      /* n_out bytes at part[0] */
};

enum { TR_IMPORT_MAX_PARTS = 3 };

typedef struct tr_import_tensor {
    char name[TR_GGUF_MAX_NAME + 1];
    int kind;           /* enum tr_import_kind */
    size_t n_out, n_in; /* n_in is 1 for vectors and bytes */

    /* Foreign arrays, each with the same share of the outputs, side by side.  by_input: they are
     * [n_in, n_out / n_parts]; else there is one, [n_out, n_in]. */
    const void *part[TR_IMPORT_MAX_PARTS];
    size_t n_parts;
    bool by_input;
} tr_import_tensor;

typedef struct tr_import {
    tr_nmt network;   /* its numbers, as they will be read back; nothing in it is owned */
    const char *ties; /* nmt.ties */
    tr_import_tensor *tensors;
    size_t n_tensors, capacity;

    /* The elements of a part, its rows `row_len` long, into rows of out `row_stride` apart.
     * Fails for numbers that are not finite. */
    int (*read)(void *foreign, const void *part, size_t row_len, size_t row_stride, float *out,
                tr_error *err);
    void (*close)(void *foreign);
    void *foreign;
} tr_import;

/* An npz file of Marian's `type: transformer`, all of it checked but the numbers.  `max_source`
 * tokens are asked for; a learned position table may allow fewer.
 * TR_EIO, TR_EFORMAT, TR_EUNSUPPORTED, TR_EVERSION, TR_ENOMEM; *im is closed again on failure. */
int tr_import_marian(tr_import *im, const char *path, uint32_t max_source, tr_error *err);
void tr_import_close(tr_import *im);

/* A new tensor to be filled in, or NULL out of memory; valid until the next one is added. */
tr_import_tensor *tr_import_add(tr_import *im);

/* The lengths that a table of `rows` sinusoids allows: at least 256 rows, in 64s. */
void tr_import_lengths(tr_nmt *network, uint32_t max_source);

/* All keys that the network has, and all its tensors. */
void tr_import_declare(const tr_import *im, tr_gguf_writer *w);
/* The data of all tensors, behind tr_gguf_begin_data(). */
int tr_import_write(const tr_import *im, tr_gguf_writer *w, tr_error *err);

#endif
