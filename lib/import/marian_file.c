#include "import/marian_file.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "formats/npz.h"
#include "import/marian_bin.h"

static_assert((int)TR_NPY_MAX_DIMS == (int)TR_FOREIGN_MAX_DIMS, "dimensions of an .npy array");
static_assert((int)TR_BIN_MAX_DIMS == (int)TR_FOREIGN_MAX_DIMS, "dimensions of a .bin tensor");

typedef struct container {
    bool is_npz; /* else bin */
    tr_npz npz;
    tr_bin bin;
} container;

/* ---- Elements ------------------------------------------------------------------------------ */

/* Whole arrays. */
static int read_floats(void *file, const tr_foreign_array *a, size_t first, size_t n,
                       const tr_element_layout *l, float *out, tr_error *err)
{
    container *c = file;

    assert(first == 0 && n == a->n);
    (void)first;
    (void)n;
    if (c->is_npz)
        return tr_npz_floats(&c->npz, a->member, l->row_len, l->row_stride, l->column_stride, out,
                             err);
    return tr_bin_floats(&c->bin, a->member, l->row_len, l->row_stride, l->column_stride, out, err);
}

/* All outputs have one scale. */
static int read_s8(void *file, const tr_foreign_array *a, bool by_input, size_t n_out, size_t n_in,
                   int8_t *values, float *scale, tr_error *err)
{
    container *c = file;
    const size_t row_stride = by_input ? 1 : n_in, column_stride = by_input ? n_in : 1;

    const int rc = tr_bin_s8(&c->bin, a->member, row_stride, column_stride, values, scale, err);
    for (size_t i = 1; i < n_out; i++)
        scale[i] = scale[0];
    return rc;
}

int tr_marian_text(const tr_import *im, const tr_foreign_array *a, size_t most, char **text,
                   tr_error *err)
{
    const container *c = im->file;
    const tr_npy *array = c->is_npz ? a->member : NULL;
    const tr_bin_item *item = c->is_npz ? NULL : a->member;
    const bool is_text = array ? array->width == 1 && (array->kind == 'i' || array->kind == 'u')
                               : item->type->width == 1 && item->type->kind == TR_BIN_INTEGER;

    *text = NULL;
    if (!is_text || a->n > most)
        return tr_fail(err, TR_EFORMAT, "%s: tensor %s: is not a text", im->foreign->path, a->name);
    return array ? tr_npz_bytes(&c->npz, array, text, err) : tr_bin_bytes(&c->bin, item, text, err);
}

/* ---- The list ------------------------------------------------------------------------------ */

static tr_foreign_array describe_npy(const tr_npy *npy)
{
    tr_foreign_array a = {.name = npy->name, .n_dims = npy->n_dims, .n = npy->n, .member = npy};

    memcpy(a.dims, npy->dims, sizeof a.dims);
    if (npy->kind != 'f') a.refusal = "holds integers, not floats";
    return a;
}

static tr_foreign_array describe_item(tr_import *im, const tr_bin_item *item)
{
    tr_foreign_array a = {.name = item->name, .n_dims = item->n_dims, .n = item->n, .member = item};
    const tr_bin_type *type = item->type;

    memcpy(a.dims, item->dims, sizeof a.dims);
    a.is_s8 = type->kind == TR_BIN_SCALED && type->width == 1;
    a.is_s16 = type->kind == TR_BIN_SCALED && type->width == 2;
    /* Without memory, that is what is told of the array. */
    if (type->kind == TR_BIN_PACKED)
        a.refusal = tr_region_printf(&im->memory,
                                     "is laid out for one kind of CPU (%s): convert the float32 "
                                     "model with marian-conv --gemm-type intgemm8",
                                     type->name);
    else if (type->kind != TR_BIN_FLOAT && type->kind != TR_BIN_SCALED)
        a.refusal = tr_region_printf(&im->memory, "holds %s, not floats", type->name);
    else
        return a;
    if (!a.refusal) a.refusal = "out of memory";
    return a;
}

static int list_arrays(tr_import *im, const char *path, tr_error *err)
{
    const container *c = im->file;
    const size_t n = c->is_npz ? c->npz.n_arrays : c->bin.n_items;

    const int rc = tr_foreign_create(im, path, n, err);
    if (rc < 0) return rc;
    tr_foreign *f = im->foreign;
    f->read = read_floats;
    f->read_s8 = read_s8;
    for (; f->n < n; f->n++)
        f->arrays[f->n] =
            c->is_npz ? describe_npy(&c->npz.arrays[f->n]) : describe_item(im, &c->bin.items[f->n]);
    return tr_foreign_sort(f, err);
}

/* ---- The container ------------------------------------------------------------------------- */

static void close_container(void *file)
{
    container *c = file;

    tr_npz_close(&c->npz);
    tr_bin_close(&c->bin);
    free(c);
}

static bool is_npz(const char *path, const unsigned char *data, size_t size)
{
    return (size >= 2 && !memcmp(data, "PK", 2)) || tr_ends_in(path, ".npz");
}

static int open_path(container *c, const char *path, tr_error *err)
{
    tr_file file;

    const int rc = tr_file_map(&file, path, err);
    if (rc < 0) return rc;
    c->is_npz = is_npz(path, file.data, file.size);
    tr_file_unmap(&file);
    return c->is_npz ? tr_npz_open(&c->npz, path, err) : tr_bin_open(&c->bin, path, err);
}

static int open_bytes(container *c, const unsigned char *data, size_t size, const char *path,
                      tr_error *err)
{
    c->is_npz = is_npz(path, data, size);
    return c->is_npz ? tr_npz_open_bytes(&c->npz, data, size, path, err)
                     : tr_bin_open_bytes(&c->bin, data, size, path, err);
}

int tr_marian_open(tr_import *im, const unsigned char *data, size_t size, const char *path,
                   tr_error *err)
{
    container *c = calloc(1, sizeof *c);

    if (!c) return tr_fail_memory(err);
    im->file = c;
    im->close = close_container;
    const int rc = data ? open_bytes(c, data, size, path, err) : open_path(c, path, err);
    return rc ? rc : list_arrays(im, path, err);
}
