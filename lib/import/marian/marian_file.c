#include "import/marian/marian_file.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "formats/failed_download.h"
#include "formats/npz.h"
#include "import/marian/marian_bin.h"

static_assert((int)TR_NPY_MAX_DIMS == (int)TR_FOREIGN_MAX_DIMS, "dimensions of an .npy array");
static_assert((int)TR_BIN_MAX_DIMS == (int)TR_FOREIGN_MAX_DIMS, "dimensions of a .bin tensor");

typedef struct container {
    tr_file file; /* empty where the bytes are the caller's */
    const char *path;
    bool is_npz; /* else bin */
    tr_npz npz;
    tr_bin bin;
} container;

/* ---- Elements ------------------------------------------------------------------------------ */

/* An array was read: its pages are not to gather in memory. */
static int forget_array(container *c, const tr_foreign_array *a, tr_error *err)
{
    const size_t n = c->is_npz ? ((const tr_npy *)a->member)->member->stored
                               : ((const tr_bin_item *)a->member)->size;
    return tr_file_forget(&c->file, n, c->path, err);
}

/* Whole arrays. */
static int read_marian_floats(void *file, const tr_foreign_array *a, size_t first, size_t n,
                              const tr_element_layout *layout, float *out, tr_error *err)
{
    container *c = file;

    assert(first == 0 && n == a->n);
    (void)first;
    (void)n;
    const int rc = c->is_npz ? tr_npz_floats(&c->npz, a->member, layout, out, err)
                             : tr_bin_floats(&c->bin, a->member, layout, out, err);
    return rc ? rc : forget_array(c, a, err);
}

/* All outputs have one scale. */
static int read_marian_s8(void *file, const tr_foreign_array *a, bool by_input, size_t n_out,
                          size_t n_in, int8_t *values, float *scale, tr_error *err)
{
    container *c = file;
    const size_t row_stride = by_input ? 1 : n_in, column_stride = by_input ? n_in : 1;

    const int rc = tr_bin_s8(&c->bin, a->member, row_stride, column_stride, values, scale, err);
    for (size_t i = 1; i < n_out; i++)
        scale[i] = scale[0];
    return rc ? rc : forget_array(c, a, err);
}

int tr_marian_text(const tr_import *im, const tr_foreign_array *a, size_t most, char **text,
                   tr_error *err)
{
    const container *c = im->file;

    *text = NULL;
    if (a->n > most)
        return tr_fail(err, TR_EFORMAT, "%s: tensor %s: is too long", c->path, a->name);
    return c->is_npz ? tr_npz_bytes(&c->npz, a->member, text, err)
                     : tr_bin_bytes(&c->bin, a->member, text, err);
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
    f->read = read_marian_floats;
    f->read_s8 = read_marian_s8;
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
    tr_file_unmap(&c->file);
    free(c);
}

static bool is_npz(const char *path, const unsigned char *data, size_t size)
{
    return (size >= 2 && !memcmp(data, "PK", 2)) || tr_ends_in(path, ".npz");
}

int tr_marian_open(tr_import *im, const unsigned char *data, size_t size, const char *path,
                   tr_error *err)
{
    container *c = calloc(1, sizeof *c);
    int rc = 0;

    if (!c) return tr_fail_memory(err);
    im->file = c;
    im->close = close_container;
    c->path = path;
    if (!data) {
        rc = tr_file_map(&c->file, path, err);
        if (rc == 0) rc = tr_failed_download_refuse(&c->file, path, err);
        data = c->file.data;
        size = c->file.size;
    }
    c->is_npz = is_npz(path, data, size);
    if (rc == 0)
        rc = c->is_npz ? tr_npz_open(&c->npz, data, size, path, err)
                       : tr_bin_open(&c->bin, data, size, path, err);
    return rc ? rc : list_arrays(im, path, err);
}
