#include "import/marian_file.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "import/marian_bin.h"
#include "formats/npz.h"

struct tr_marian_container {
    bool is_npz; /* else bin */
    tr_npz npz;
    tr_bin bin;
};

static_assert((int)TR_NPY_MAX_DIMS == (int)TR_MARIAN_MAX_DIMS, "dimensions of an .npy array");
static_assert((int)TR_BIN_MAX_DIMS == (int)TR_MARIAN_MAX_DIMS, "dimensions of a .bin tensor");

static void describe_npy(tr_marian_array *out, const tr_npy *a)
{
    *out = (tr_marian_array){.name = a->name, .type_name = "integers", .member = a};
    out->type = a->kind == 'f'                    ? TR_MARIAN_FLOATS
                : a->width == 1 && a->kind != 'b' ? TR_MARIAN_BYTES
                                                  : TR_MARIAN_OTHER;
    if (a->kind == 'f') out->type_name = "floats";
    out->n_dims = a->n_dims;
    memcpy(out->dims, a->dims, sizeof out->dims);
    out->n = a->n;
}

static void describe_item(tr_marian_array *out, const tr_bin_item *item)
{
    static const int types[] = {[TR_BIN_FLOAT] = TR_MARIAN_FLOATS,
                                [TR_BIN_INTEGER] = TR_MARIAN_OTHER,
                                [TR_BIN_SCALED] = TR_MARIAN_S16,
                                [TR_BIN_PACKED] = TR_MARIAN_PACKED,
                                [TR_BIN_UNKNOWN] = TR_MARIAN_OTHER};

    *out = (tr_marian_array){.name = item->name, .type_name = item->type->name, .member = item};
    out->type = types[item->type->kind];
    if (item->type->width == 1)
        out->type = item->type->kind == TR_BIN_SCALED ? TR_MARIAN_S8 : TR_MARIAN_BYTES;
    out->n_dims = item->n_dims;
    memcpy(out->dims, item->dims, sizeof out->dims);
    out->n = item->n;
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(((const tr_marian_array *)a)->name, ((const tr_marian_array *)b)->name);
}

static int list_arrays(tr_marian_file *f, tr_error *err)
{
    const tr_marian_container *c = f->container;
    const size_t n = c->is_npz ? c->npz.n_arrays : c->bin.n_items;

    f->arrays = calloc(n + 1, sizeof *f->arrays);
    if (!f->arrays) return tr_fail_memory(err);
    for (; f->n_arrays < n; f->n_arrays++) {
        tr_marian_array *a = &f->arrays[f->n_arrays];
        if (c->is_npz)
            describe_npy(a, &c->npz.arrays[f->n_arrays]);
        else
            describe_item(a, &c->bin.items[f->n_arrays]);
    }
    qsort(f->arrays, n, sizeof *f->arrays, compare_names);
    for (size_t i = 1; i < n; i++)
        if (!compare_names(&f->arrays[i - 1], &f->arrays[i]))
            return tr_fail(err, TR_EFORMAT, "%s: tensor %s is there twice", f->path,
                           f->arrays[i].name);
    return 0;
}

static int create(tr_marian_file *f, const char *path, const unsigned char *data, size_t size,
                  tr_error *err)
{
    const size_t len = strlen(path);

    *f = (tr_marian_file){.path = path, .container = calloc(1, sizeof *f->container)};
    if (!f->container) return tr_fail_memory(err);
    f->container->is_npz =
        (size >= 2 && !memcmp(data, "PK", 2)) || (len > 4 && !strcmp(path + len - 4, ".npz"));
    return 0;
}

/* `rc` is how opening the container went. */
static int finish(tr_marian_file *f, int rc, tr_error *err)
{
    if (rc == 0) rc = list_arrays(f, err);
    if (rc < 0) tr_marian_close(f);
    return rc;
}

int tr_marian_open(tr_marian_file *f, const char *path, tr_error *err)
{
    tr_file file;

    *f = (tr_marian_file){0};
    int rc = tr_file_map(&file, path, err);
    if (rc < 0) return rc;
    rc = create(f, path, file.data, file.size, err);
    tr_file_unmap(&file);
    tr_marian_container *c = f->container;
    if (rc == 0 && c->is_npz)
        rc = tr_npz_open(&c->npz, path, err);
    else if (rc == 0)
        rc = tr_bin_open(&c->bin, path, err);
    return finish(f, rc, err);
}

int tr_marian_open_bytes(tr_marian_file *f, const unsigned char *data, size_t size,
                         const char *path, tr_error *err)
{
    int rc = create(f, path, data, size, err);
    tr_marian_container *c = f->container;
    if (rc == 0 && c->is_npz)
        rc = tr_npz_open_bytes(&c->npz, data, size, path, err);
    else if (rc == 0)
        rc = tr_bin_open_bytes(&c->bin, data, size, path, err);
    return finish(f, rc, err);
}

void tr_marian_close(tr_marian_file *f)
{
    if (f->container) {
        tr_npz_close(&f->container->npz);
        tr_bin_close(&f->container->bin);
    }
    free(f->container);
    free(f->arrays);
    *f = (tr_marian_file){0};
}

const tr_marian_array *tr_marian_find(const tr_marian_file *f, const char *name)
{
    const tr_marian_array key = {.name = name};
    return bsearch(&key, f->arrays, f->n_arrays, sizeof key, compare_names);
}

int tr_marian_floats(const tr_marian_file *f, const tr_marian_array *a, size_t row_len,
                     size_t row_stride, size_t column_stride, float *out, tr_error *err)
{
    tr_marian_container *c = f->container;
    if (c->is_npz)
        return tr_npz_floats(&c->npz, a->member, row_len, row_stride, column_stride, out, err);
    return tr_bin_floats(&c->bin, a->member, row_len, row_stride, column_stride, out, err);
}

int tr_marian_s8(const tr_marian_file *f, const tr_marian_array *a, size_t row_stride,
                 size_t column_stride, int8_t *values, float *scale, tr_error *err)
{
    tr_marian_container *c = f->container;
    assert(a->type == TR_MARIAN_S8 && !c->is_npz);
    return tr_bin_s8(&c->bin, a->member, row_stride, column_stride, values, scale, err);
}

int tr_marian_bytes(const tr_marian_file *f, const tr_marian_array *a, char **bytes, tr_error *err)
{
    tr_marian_container *c = f->container;
    assert(a->type == TR_MARIAN_BYTES);
    if (c->is_npz) return tr_npz_bytes(&c->npz, a->member, bytes, err);
    return tr_bin_bytes(&c->bin, a->member, bytes, err);
}
