#include "formats/torch/torch.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/order.h"
#include "base/utf8.h"
#include "formats/torch/torch_names.h"
#include "formats/torch/torch_pickle.h"

enum { MAX_KEY = 63 };

/* Numbers that lie together; tensors are views of it. */
typedef struct storage {
    char key[MAX_KEY + 1];
    const tr_torch_type *type;
    uint64_t n;     /* elements */
    uint64_t begin; /* in the file */
    bool is_placed;
} storage;

typedef struct torch_file {
    tr_arrays *arrays;
    tr_arrays_shard *shard;
    tr_error *err;
    tr_torch_pickle file;
    storage *storages; /* [n_storages], by key */
    size_t n_storages;
} torch_file;

#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
static int
refuse(const torch_file *f, int code, const char *fmt, ...)
{
    char why[400];
    va_list ap;

    va_start(ap, fmt);
    vsnprintf(why, sizeof why, fmt, ap);
    va_end(ap);
    return tr_fail(f->err, code, "%s: %s", f->shard->path, why);
}

/* ---- Storages ----------------------------------------------------------------------------- */

static const tr_pickle_value *item(const tr_pickle_value *v, size_t i, int kind)
{
    return v && v->kind == TR_PICKLE_SEQUENCE && i < v->n && v->items[i]->kind == kind ? v->items[i]
                                                                                       : NULL;
}

/* A whole number that is not negative. */
static bool read_count(const tr_pickle_value *v, uint64_t *n)
{
    if (!v || v->kind != TR_PICKLE_INTEGER || v->integer < 0) return false;
    *n = (uint64_t)v->integer;
    return true;
}

/* ("storage", type, key, device, elements), and in old files a view of another, or None. */
static int read_storage(const torch_file *f, const tr_pickle_value *persistent, storage *s)
{
    const tr_pickle_value *id = persistent->arguments;
    const tr_pickle_value *what = item(id, 0, TR_PICKLE_TEXT), *type = item(id, 1, TR_PICKLE_NAME);
    const tr_pickle_value *key = item(id, 2, TR_PICKLE_TEXT);

    *s = (storage){0};
    if (!what || !tr_pickle_is_text(what, "storage") || !type || !key || id->n < 5 ||
        !read_count(id->items[4], &s->n) || type->name->meaning < TR_TORCH_STORAGES ||
        !tr_is_name(key->text, key->n, MAX_KEY) || memchr(key->text, '/', key->n))
        return refuse(f, TR_EUNSUPPORTED, "a reference in its pickle is no storage");
    memcpy(s->key, key->text, key->n);
    s->type = &tr_torch_types[type->name->meaning - TR_TORCH_STORAGES];
    if (id->n > 5 && id->items[5]->kind != TR_PICKLE_NONE)
        return refuse(f, TR_EUNSUPPORTED, "storage %s: views of storages are not supported",
                      s->key);
    return 0;
}

/* Each storage is described as often as there are tensors of it, and always in the same way. */
static int list_storages(torch_file *f)
{
    const tr_pickle *p = &f->file.pickle;
    storage *s = calloc(p->n_persistent + 1, sizeof *s);
    size_t n = 0;
    int rc = 0;

    f->storages = s;
    if (!s) return tr_fail_memory(f->err);
    for (size_t i = 0; rc == 0 && i < p->n_persistent; i++)
        rc = read_storage(f, p->persistent[i], &s[i]);
    if (rc < 0) return rc;
    qsort(s, p->n_persistent, sizeof *s, tr_compare_texts);
    for (size_t i = 0; i < p->n_persistent; i++) {
        if (!n || tr_compare_texts(&s[n - 1], &s[i])) {
            s[n++] = s[i];
        } else if (s[n - 1].type != s[i].type || s[n - 1].n != s[i].n) {
            return refuse(f, TR_EFORMAT, "storage %s is described in two ways", s[i].key);
        }
    }
    f->n_storages = n;
    return 0;
}

static storage *find_storage(const torch_file *f, const tr_pickle_value *key)
{
    storage wanted = {.n = 0};

    if (!key || key->kind != TR_PICKLE_TEXT || key->n > MAX_KEY) return NULL;
    memcpy(wanted.key, key->text, key->n);
    return bsearch(&wanted, f->storages, f->n_storages, sizeof wanted, tr_compare_texts);
}

static size_t storage_size(const storage *s)
{
    return s->n > SIZE_MAX ? SIZE_MAX : tr_size_mul((size_t)s->n, s->type->width);
}

/* ---- Tensors ------------------------------------------------------------------------------ */

static bool is_call(const tr_pickle_value *v, int meaning)
{
    return v && v->kind == TR_PICKLE_CALL && v->name->meaning == meaning;
}

/* The call that makes the tensor which a value is, or is a parameter of; NULL for others. */
static const tr_pickle_value *find_tensor_call(const tr_pickle_value *v)
{
    if (is_call(v, TR_TORCH_PARAMETER)) v = item(v->arguments, 0, TR_PICKLE_CALL);
    return is_call(v, TR_TORCH_TENSOR) ? v : NULL;
}

/* Fills in the shape, and how far the elements of each dimension lie apart: false for what is
 * none, or has more elements than the storage, of which several would be one. */
static bool read_view(tr_array *t, const storage *s, const tr_pickle_value *shape,
                      const tr_pickle_value *strides)
{
    uint64_t dense = 1;

    if (!shape || !strides || shape->n > TR_ARRAY_MAX_DIMS || strides->n != shape->n) return false;
    t->n_dims = (unsigned)shape->n;
    t->n = 1;
    for (unsigned i = 0; i < t->n_dims; i++) {
        if (!read_count(shape->items[i], &t->dims[i]) ||
            !read_count(strides->items[i], &t->strides[i]))
            return false;
        t->n = tr_size_mul(t->n, t->dims[i] < SIZE_MAX ? (size_t)t->dims[i] : SIZE_MAX);
    }
    if (t->n == SIZE_MAX || t->n > s->n) return false;
    for (unsigned i = t->n_dims; t->n > 0 && i-- > 0; dense *= t->dims[i])
        if (t->dims[i] != 1 && t->strides[i] != dense) t->is_view = true;
    return true;
}

/* Elements from the first to the last, both counted; 0 where they lie outside of the storage. */
static uint64_t view_extent(const tr_array *t, uint64_t offset, uint64_t n)
{
    uint64_t last = offset;

    for (unsigned i = 0; i < t->n_dims; i++) {
        const uint64_t steps = t->dims[i] - 1;
        if (steps && t->strides[i] > (n - last) / steps) return 0;
        last += steps * t->strides[i];
        if (last >= n) return 0;
    }
    return last < n ? last - offset + 1 : 0;
}

static int place_view(tr_array *t, const storage *s, uint64_t offset, tr_error *err)
{
    const uint64_t extent = t->n && offset <= s->n ? view_extent(t, offset, s->n) : 0;

    if (t->n && !extent) return tr_array_refuse(t, TR_EFORMAT, "lies outside of its storage", err);
    t->begin = s->begin + (t->n ? offset * s->type->width : 0);
    t->end = t->begin + extent * s->type->width;
    return 0;
}

/* (storage, offset, shape, strides, ...) */
static int read_tensor(const torch_file *f, tr_array *t, const tr_pickle_value *call)
{
    const tr_pickle_value *a = call->arguments, *at = item(a, 0, TR_PICKLE_PERSISTENT);
    const storage *s = at ? find_storage(f, item(at->arguments, 2, TR_PICKLE_TEXT)) : NULL;
    uint64_t offset;

    if (!s || !read_count(item(a, 1, TR_PICKLE_INTEGER), &offset))
        return tr_array_refuse(t, TR_EFORMAT, "has no storage", f->err);
    if (!s->is_placed) return tr_array_refuse(t, TR_EFORMAT, "its storage is missing", f->err);
    t->type = s->type->name;
    t->element = s->type->element;
    if (!read_view(t, s, item(a, 2, TR_PICKLE_SEQUENCE), item(a, 3, TR_PICKLE_SEQUENCE)))
        return tr_array_refuse(t, TR_EFORMAT,
                               "its shape is not one of up to four dimensions that its storage "
                               "has elements for",
                               f->err);
    return place_view(t, s, offset, f->err);
}

static bool is_mapping(const tr_pickle_value *v)
{
    return v && (v->kind == TR_PICKLE_MAPPING || is_call(v, TR_TORCH_MAPPING));
}

static bool has_tensors(const tr_pickle_value *v)
{
    for (size_t i = 0; is_mapping(v) && i + 1 < v->n; i += 2)
        if (find_tensor_call(v->items[i + 1])) return true;
    return false;
}

/* The dictionary of weights: all of the pickle, or what trainers call them. */
static const tr_pickle_value *find_state(const tr_pickle_value *root)
{
    static const char *const names[] = {"state_dict", "model", "model_state_dict"};

    if (has_tensors(root)) return root;
    for (size_t i = 0; is_mapping(root) && i < sizeof names / sizeof *names; i++) {
        const tr_pickle_value *v = tr_pickle_find(root, names[i]);
        if (has_tensors(v)) return v;
    }
    return NULL;
}

static int list_tensors(const torch_file *f)
{
    const tr_pickle_value *state = find_state(f->file.pickle.root);
    int rc = 0;

    if (!state)
        return refuse(f, TR_EUNSUPPORTED, "its pickle has no dictionary of tensors by names");
    for (size_t i = 0; rc == 0 && i + 1 < state->n; i += 2) {
        const tr_pickle_value *name = state->items[i];
        const tr_pickle_value *call = find_tensor_call(state->items[i + 1]);
        if (!call) continue;
        tr_array *t =
            tr_arrays_add(f->arrays, f->shard, name->kind == TR_PICKLE_TEXT ? name->text : "",
                          name->kind == TR_PICKLE_TEXT ? name->n : 0, &rc, f->err);
        if (t) rc = read_tensor(f, t, call);
    }
    return rc;
}

/* ---- The form of today -------------------------------------------------------------------- */

static int place_members(torch_file *f)
{
    for (size_t i = 0; i < f->n_storages; i++) {
        storage *s = &f->storages[i];
        const tr_zip_member *m = tr_torch_pickle_part(&f->file, "data/", s->key);
        if (!m) continue;
        if (m->deflated) return refuse(f, TR_EUNSUPPORTED, "storage %s: is compressed", s->key);
        if (m->size != storage_size(s))
            return refuse(f, TR_EFORMAT, "storage %s: its size is not what the pickle says",
                          s->key);
        s->begin = m->at;
        s->is_placed = true;
    }
    return 0;
}

/* ---- The older form ----------------------------------------------------------------------- */

/* Each storage of the list is preceded by its number of elements. */
static int place_next(torch_file *f, tr_cursor *c, const tr_pickle_value *key)
{
    storage *s = find_storage(f, key);

    if (!s) return refuse(f, TR_EFORMAT, "has a storage that no tensor is in");
    if (s->is_placed) return refuse(f, TR_EFORMAT, "storage %s: is there twice", s->key);
    const uint64_t n = tr_cursor_u64(c);
    s->begin = f->shard->file.size - c->left;
    tr_cursor_take(c, storage_size(s));
    if (c->failed) return refuse(f, TR_EFORMAT, "storage %s: is cut short", s->key);
    if (n != s->n)
        return refuse(f, TR_EFORMAT, "storage %s: its size is not what the pickle says", s->key);
    s->is_placed = true;
    return 0;
}

static int place_all(torch_file *f, tr_cursor *c)
{
    tr_pickle keys;

    int rc = tr_pickle_read(&keys, c, tr_torch_names, f->shard->path, f->err);
    if (rc < 0) return rc;
    if (keys.root->kind != TR_PICKLE_SEQUENCE)
        rc = refuse(f, TR_EFORMAT, "its list of storages is none");
    for (size_t i = 0; rc == 0 && i < keys.root->n; i++)
        rc = place_next(f, c, keys.root->items[i]);
    if (rc == 0 && c->left) rc = refuse(f, TR_EFORMAT, "the bytes at its end are no storage");
    tr_pickle_close(&keys);
    return rc;
}

static int read_torch(tr_arrays *s, tr_arrays_shard *shard, tr_error *err)
{
    torch_file f = {.arrays = s, .shard = shard, .err = err};

    int rc = tr_torch_pickle_open(&f.file, &shard->file, shard->path, err);
    if (rc < 0) return rc;
    rc = list_storages(&f);
    if (rc == 0) rc = f.file.member ? place_members(&f) : place_all(&f, &f.file.rest);
    if (rc == 0) rc = list_tensors(&f);
    tr_torch_pickle_close(&f.file);
    free(f.storages);
    return rc;
}

const tr_arrays_format tr_torch = {.suffix = ".bin", .read = read_torch};
