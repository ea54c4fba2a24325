/*
 * write.c - the numbers of a foreign model, tensor by tensor, into the model file.
 *
 * A matrix is in memory once, as floats or as int8; it is packed and written a block of outputs at
 * a time.
 */
#include "import/write.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/numbers/number.h"
#include "formats/gguf_write.h"
#include "import/shared/foreign.h"
#include "import/shared/vocabs.h"
#include "kernels/quant.h"

/* ---- Metadata and the table of tensors ----------------------------------------------------- */

static void declare_tensors(tr_gguf_writer *w, const char *name, const char *suffix, int type,
                            unsigned n_dims, const uint64_t *dims)
{
    char full[TR_GGUF_MAX_NAME + 8];

    snprintf(full, sizeof full, "%s%s", name, suffix);
    tr_gguf_declare(w, full, type, n_dims, dims);
}

static void declare_matrix(const tr_import_tensor *t, bool int8, tr_gguf_writer *w)
{
    const uint64_t blocks = (t->n_out + TR_BLOCK - 1) / TR_BLOCK;
    const uint64_t quads = (t->n_in + TR_QUAD - 1) / TR_QUAD, n_out = t->n_out;

    if (!int8) {
        declare_tensors(w, t->name, ".weight", TR_TENSOR_F32, 3,
                        (uint64_t[]){blocks, t->n_in, TR_BLOCK});
        return;
    }
    declare_tensors(w, t->name, ".weight", TR_TENSOR_I8, 4,
                    (uint64_t[]){blocks, quads, TR_BLOCK, TR_QUAD});
    declare_tensors(w, t->name, ".scale", TR_TENSOR_F32, 1, &n_out);
    declare_tensors(w, t->name, ".sum", TR_TENSOR_I32, 1, &n_out);
}

static void declare_tensor(const tr_import *im, const tr_import_tensor *t, tr_gguf_writer *w)
{
    const uint64_t dims[] = {t->n_out, t->n_in};

    switch (t->kind) {
    case TR_IMPORT_MATRIX:
        declare_matrix(t, im->config.int8, w);
        break;
    case TR_IMPORT_BYTES:
        tr_gguf_declare(w, t->name, TR_TENSOR_I8, 1, dims);
        break;
    case TR_IMPORT_INTEGERS:
        tr_gguf_declare(w, t->name, TR_TENSOR_I32, 1, dims);
        break;
    default:
        tr_gguf_declare(w, t->name, TR_TENSOR_F32, t->kind == TR_IMPORT_VECTOR ? 1 : 2, dims);
    }
}

void tr_import_declare(const tr_import *im, tr_gguf_writer *w)
{
    tr_config_write(&im->config, w);
    tr_import_put_vocabs(im, w);
    for (size_t i = 0; i < im->n_tensors; i++)
        declare_tensor(im, &im->tensors[i], w);
}

/* ---- Data ---------------------------------------------------------------------------------- */

/* The tensor's floats, out [n_out, n_in], which are zeros. */
static int read_tensor_floats(const tr_import *im, const tr_import_tensor *t, float *out,
                              tr_error *err)
{
    const size_t share = t->compute ? 0 : t->n_out / t->n_parts;
    int rc = 0;

    if (t->compute) t->compute(t, out);
    for (size_t i = 0; rc == 0 && i < t->n_parts; i++, out += share * t->n_in) {
        const tr_import_part *p = &t->part[i];
        const tr_element_layout layout = p->by_input ? (tr_element_layout){share, 1, t->n_in}
                                                     : (tr_element_layout){t->n_in, t->n_in, 1};
        if (p->array)
            rc =
                im->foreign->read(im->file, p->array, p->first, share * t->n_in, &layout, out, err);
    }
    return rc;
}

/* The rows of a matrix [n_out, n_in], as floats or, to be taken over, as int8; and for int8 what
 * the file has besides them. */
typedef struct rows {
    size_t n_out, n_in;
    float *floats;
    int8_t *values; /* else NULL */
    float *scale;   /* [n_out], or NULL for float32 */
    int32_t *sum;   /* [n_out], or NULL for float32 */
} rows;

static void free_rows(rows *r)
{
    free(r->floats);
    free(r->values);
    free(r->scale);
    free(r->sum);
}

static int allocate_rows(rows *r, const tr_import_tensor *t, bool int8, bool taken_over,
                         tr_error *err)
{
    const size_t n = tr_size_mul(t->n_out, t->n_in);

    *r = (rows){.n_out = t->n_out, .n_in = t->n_in};
    if (taken_over)
        r->values = malloc(n);
    else
        r->floats = calloc(n, sizeof *r->floats);
    if (int8) {
        r->scale = calloc(t->n_out, sizeof *r->scale);
        r->sum = calloc(t->n_out, sizeof *r->sum);
    }
    const bool good = (r->values || r->floats) && (!int8 || (r->scale && r->sum));
    if (good) return 0;
    free_rows(r);
    return tr_fail_memory(err);
}

/* Outputs first .. first + n - 1, at most a block of them. */
static void pack_block(const rows *r, size_t first, size_t n, void *block)
{
    const size_t at = first * r->n_in;

    if (r->values)
        tr_pack_s8_values(r->values + at, n, r->n_in, block, r->sum + first);
    else if (r->scale)
        tr_pack_s8(r->floats + at, n, r->n_in, r->n_in, 1, block, r->scale + first, r->sum + first);
    else
        tr_pack_f32(r->floats + at, n, r->n_in, r->n_in, 1, block);
}

static int write_blocks(const rows *r, tr_gguf_writer *w, tr_error *err)
{
    const size_t size =
        r->scale ? tr_packed_s8_size(TR_BLOCK, r->n_in) : tr_packed_f32_size(TR_BLOCK, r->n_in);
    int rc = 0;

    void *block = size < SIZE_MAX ? malloc(size) : NULL;
    if (!block) return tr_fail_memory(err);
    for (size_t first = 0; rc == 0 && first < r->n_out; first += TR_BLOCK) {
        const size_t left = r->n_out - first;
        pack_block(r, first, left < TR_BLOCK ? left : TR_BLOCK, block);
        rc = tr_gguf_write_part(w, block, size, err);
    }
    free(block);
    if (rc == 0 && r->scale) rc = tr_gguf_write(w, r->scale, r->n_out * sizeof *r->scale, err);
    if (rc == 0 && r->sum) rc = tr_gguf_write(w, r->sum, r->n_out * sizeof *r->sum, err);
    return rc;
}

/* True if nothing has to be rounded to store the matrix as int8. */
static bool is_s8(const tr_import_tensor *t)
{
    for (size_t i = 0; i < t->n_parts; i++)
        if (!t->part[i].array || !t->part[i].array->is_s8) return false;
    return t->n_parts > 0;
}

static int check_values(const tr_import *im, const tr_import_tensor *t, const rows *r,
                        tr_error *err)
{
    const char *path = im->options->input;

    for (size_t i = 0; i < r->n_out; i++)
        if (!isfinite(r->scale[i]) || r->scale[i] < 0)
            return tr_fail(err, TR_EFORMAT, "%s: %s: the scale of output %zu is %s", path, t->name,
                           i, tr_decimal_of((double)r->scale[i]).text);
    if (memchr(r->values, INT8_MIN & 0xff, r->n_out * r->n_in))
        return tr_fail(err, TR_EFORMAT, "%s: %s: holds -128, but weights are in -127..127", path,
                       t->name);
    return 0;
}

static int read_tensor_values(const tr_import *im, const tr_import_tensor *t, rows *r,
                              tr_error *err)
{
    const size_t share = t->n_out / t->n_parts;
    int rc = 0;

    for (size_t i = 0; rc == 0 && i < t->n_parts; i++)
        rc = im->foreign->read_s8(im->file, t->part[i].array, t->part[i].by_input, share, t->n_in,
                                  r->values + i * share * t->n_in, r->scale + i * share, err);
    return rc ? rc : check_values(im, t, r, err);
}

static int write_matrix(const tr_import *im, const tr_import_tensor *t, tr_gguf_writer *w,
                        tr_error *err)
{
    const bool int8 = im->config.int8, taken_over = int8 && is_s8(t);
    rows r;

    int rc = allocate_rows(&r, t, int8, taken_over, err);
    if (rc < 0) return rc;
    rc = taken_over ? read_tensor_values(im, t, &r, err) : read_tensor_floats(im, t, r.floats, err);
    if (rc == 0) rc = write_blocks(&r, w, err);
    free_rows(&r);
    return rc;
}

static int write_floats(const tr_import *im, const tr_import_tensor *t, tr_gguf_writer *w,
                        tr_error *err)
{
    const size_t n = tr_size_mul(t->n_out, t->n_in);

    float *x = calloc(n, sizeof *x);
    if (!x) return tr_fail_memory(err);
    int rc = read_tensor_floats(im, t, x, err);
    if (rc == 0) rc = tr_gguf_write(w, x, n * sizeof *x, err);
    free(x);
    return rc;
}

static int write_foreign_tensor(const tr_import *im, const tr_import_tensor *t, tr_gguf_writer *w,
                                tr_error *err)
{
    switch (t->kind) {
    case TR_IMPORT_BYTES:
        return tr_gguf_write(w, t->data, t->n_out, err);
    case TR_IMPORT_INTEGERS:
        return tr_gguf_write(w, t->data, t->n_out * sizeof(int32_t), err);
    case TR_IMPORT_MATRIX:
        return write_matrix(im, t, w, err);
    default:
        return write_floats(im, t, w, err);
    }
}

/* By the sizes of the tensors. */
int tr_import_write(const tr_import *im, tr_gguf_writer *w, double share, tr_error *err)
{
    double total = 0, done = 0;
    int rc = 0;

    for (size_t i = 0; i < im->n_tensors; i++)
        total += (double)im->tensors[i].n_out * (double)im->tensors[i].n_in;
    for (size_t i = 0; rc == 0 && i < im->n_tensors; i++) {
        const tr_import_tensor *t = &im->tensors[i];
        rc = write_foreign_tensor(im, t, w, err);
        done += (double)t->n_out * (double)t->n_in;
        if (rc == 0) rc = tr_import_progress(im, share * done / total, err);
    }
    return rc;
}
