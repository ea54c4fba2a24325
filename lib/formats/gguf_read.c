/*
 * gguf_read.c - reads GGUF files.
 *
 * Nothing in the file is believed: all reading goes through a cursor that knows how many bytes
 * are left, and tables grow with what was read, never to a size that the file claims.
 */
#include "formats/gguf_read.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <sha256.h>

#include "base/buf.h"
#include "base/utf8.h"
#include "formats/cursor.h"
#include "formats/failed_download.h"

enum { VERSION = 3, DEFAULT_ALIGN = 32, N_TYPES = TR_GGUF_FLOAT64 + 1 };

/* The least that one entry of the metadata (a key of one letter, a type, a byte) and one row of
 * the table of tensors (a name of one letter, one dimension) can take. */
enum { MIN_VALUE = 8 + 1 + 4 + 1, MIN_TENSOR = 8 + 1 + 4 + 8 + 4 + 8 };

/* Bytes in the file of one value of each type; 0: strings and arrays have lengths of their own. */
static const unsigned char value_size[N_TYPES] = {1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8};

static bool take_gguf_string(tr_cursor *c, const char **text, uint64_t *len)
{
    *len = tr_cursor_u64(c);
    *text = (const char *)tr_cursor_take(c, *len);
    return !c->failed;
}

static int cut_off(const tr_gguf *g, const char *what, const char *name, tr_error *err)
{
    return tr_fail(err, TR_EFORMAT, "%s: the file is cut off in %s%.200s", g->path, what, name);
}

/* A NUL-terminated copy of a key or name: the file may change, so the copy is checked. */
static char *copy_gguf_name(const char *text, uint64_t len)
{
    char *copy = malloc((size_t)len + 1);
    if (!copy) return NULL;
    memcpy(copy, text, (size_t)len);
    copy[len] = '\0';
    return copy;
}

static int read_gguf_header(tr_gguf *g, tr_cursor *c, uint64_t *n_tensors, uint64_t *n_values,
                            tr_error *err)
{
    const unsigned char *magic = tr_cursor_take(c, 4);

    if (!magic || memcmp(magic, "GGUF", 4) != 0)
        return tr_fail(err, TR_EFORMAT, "%s: not a model file (no GGUF magic)", g->path);
    const uint32_t version = tr_cursor_u32(c);
    if (c->failed) return cut_off(g, "its header", "", err);
    if (version != VERSION && (version & 0xFFFF) == 0)
        return tr_fail(err, TR_EVERSION,
                       "%s: a GGUF file in the other byte order, which this build cannot read",
                       g->path);
    if (version != VERSION)
        return tr_fail(err, TR_EVERSION,
                       "%s: GGUF version %" PRIu32 ", this build reads version %d", g->path,
                       version, (int)VERSION);
    *n_tensors = tr_cursor_u64(c);
    *n_values = tr_cursor_u64(c);
    if (c->failed) return cut_off(g, "its header", "", err);
    if (*n_values > c->left / MIN_VALUE || *n_tensors > c->left / MIN_TENSOR)
        return tr_fail(err, TR_EFORMAT,
                       "%s: the file is too short for %" PRIu64 " keys and %" PRIu64 " tensors",
                       g->path, *n_values, *n_tensors);
    return 0;
}

/* Passes `n` strings. */
static bool skip_strings(tr_cursor *c, uint64_t n)
{
    const char *text;
    uint64_t len;
    if (n > c->left / sizeof len) return false;
    while (n > 0 && take_gguf_string(c, &text, &len))
        n--;
    return n == 0;
}

static int read_gguf_array(const tr_gguf *g, tr_cursor *c, tr_gguf_value *v, tr_error *err)
{
    const uint32_t type = tr_cursor_u32(c);

    v->n = tr_cursor_u64(c);
    if (c->failed) return cut_off(g, "key ", v->key, err);
    if (type == TR_GGUF_ARRAY)
        return tr_fail(err, TR_EUNSUPPORTED, "%s: key %.200s: arrays of arrays are not supported",
                       g->path, v->key);
    if (type >= N_TYPES)
        return tr_fail(err, TR_EFORMAT, "%s: key %.200s: unknown element type %" PRIu32, g->path,
                       v->key, type);
    v->element_type = (int)type;
    v->bytes = c->next;
    const unsigned size = value_size[type];
    bool fits = !size || v->n <= c->left / size;
    if (fits && size)
        tr_cursor_take(c, v->n * size);
    else if (fits)
        fits = skip_strings(c, v->n);
    if (!fits) return cut_off(g, "key ", v->key, err);
    v->size = (size_t)(c->next - v->bytes);
    return 0;
}

/* One key and its value; v->key is the caller's to free. */
static int read_gguf_value(const tr_gguf *g, tr_cursor *c, tr_gguf_value *v, tr_error *err)
{
    const char *text;
    uint64_t len;

    if (!take_gguf_string(c, &text, &len)) return cut_off(g, "its metadata", "", err);
    if (len <= TR_GGUF_MAX_KEY && !(v->key = copy_gguf_name(text, len))) return tr_fail_memory(err);
    if (!v->key || !tr_is_name(v->key, (size_t)len, TR_GGUF_MAX_KEY))
        return tr_fail(err, TR_EFORMAT, "%s: metadata entry %zu: its key is not a name", g->path,
                       g->n_values + 1);
    const uint32_t type = tr_cursor_u32(c);
    if (c->failed) return cut_off(g, "key ", v->key, err);
    if (type >= N_TYPES)
        return tr_fail(err, TR_EFORMAT, "%s: key %.200s: unknown type %" PRIu32, g->path, v->key,
                       type);
    v->type = (int)type;
    v->n = 1;
    v->size = value_size[type];
    if (type == TR_GGUF_ARRAY) return read_gguf_array(g, c, v, err);
    if (type == TR_GGUF_STRING) v->n = tr_cursor_u64(c);
    v->bytes = tr_cursor_take(c, type == TR_GGUF_STRING ? v->n : v->size);
    if (c->failed) return cut_off(g, "key ", v->key, err);
    if (type == TR_GGUF_STRING) v->size = (size_t)v->n;
    return 0;
}

static int compare_values(const void *a, const void *b)
{
    return strcmp((*(const tr_gguf_value *const *)a)->key, (*(const tr_gguf_value *const *)b)->key);
}

static int read_gguf_values(tr_gguf *g, tr_cursor *c, uint64_t n, tr_error *err)
{
    size_t room = 0;

    while (g->n_values < n) {
        void *p = g->values;
        tr_gguf_value v = {0};
        const int rc = read_gguf_value(g, c, &v, err);
        if (rc < 0 || tr_reserve(&p, &room, g->n_values + 1, sizeof v) < 0) {
            free(v.key);
            return rc < 0 ? rc : tr_fail_memory(err);
        }
        g->values = p;
        g->values[g->n_values++] = v;
    }

    g->by_key = malloc((g->n_values + 1) * sizeof *g->by_key);
    if (!g->by_key) return tr_fail_memory(err);
    for (size_t i = 0; i < g->n_values; i++)
        g->by_key[i] = &g->values[i];
    qsort(g->by_key, g->n_values, sizeof *g->by_key, compare_values);
    for (size_t i = 1; i < g->n_values; i++)
        if (strcmp(g->by_key[i - 1]->key, g->by_key[i]->key) == 0)
            return tr_fail(err, TR_EFORMAT, "%s: key %.200s is there twice", g->path,
                           g->by_key[i]->key);
    return 0;
}

static int read_dims(const tr_gguf *g, tr_cursor *c, tr_gguf_tensor *t, tr_error *err)
{
    const uint32_t n_dims = tr_cursor_u32(c);

    if (c->failed) return cut_off(g, "tensor ", t->name, err);
    if (n_dims < 1 || n_dims > TR_GGUF_MAX_DIMS)
        return tr_fail(err, TR_EFORMAT, "%s: tensor %s: %" PRIu32 " dimensions, expected 1 to %d",
                       g->path, t->name, n_dims, (int)TR_GGUF_MAX_DIMS);
    t->n_dims = n_dims;
    for (unsigned i = n_dims; i-- > 0;) {
        t->dims[i] = tr_cursor_u64(c);
        if (c->failed) return cut_off(g, "tensor ", t->name, err);
        if (t->dims[i] == 0)
            return tr_fail(err, TR_EFORMAT, "%s: tensor %s: a dimension is 0", g->path, t->name);
    }
    return 0;
}

/* The types that the file may have. */
static int check_type(const tr_gguf *g, const tr_gguf_tensor *t, uint32_t type, tr_error *err)
{
    const bool is_ours = type == TR_TENSOR_F32 || type == TR_TENSOR_I8 || type == TR_TENSOR_I32;
    const bool is_theirs = type == TR_TENSOR_F32 || type == TR_TENSOR_F16 ||
                           type == TR_TENSOR_BF16 || type == TR_TENSOR_Q8_0;

    if (g->is_foreign ? is_theirs : is_ours) return 0;
    return tr_fail(err, TR_EUNSUPPORTED,
                   "%s: tensor %s: element type %" PRIu32 ", this build reads %s", g->path, t->name,
                   type, g->is_foreign ? "F32, F16, BF16 and Q8_0" : "F32, I8 and I32");
}

/* One row of the table; t->name is the caller's to free, t->offset counts from the data's start. */
static int read_gguf_tensor(const tr_gguf *g, tr_cursor *c, tr_gguf_tensor *t, tr_error *err)
{
    const char *text;
    uint64_t len;
    int rc;

    if (!take_gguf_string(c, &text, &len)) return cut_off(g, "its table of tensors", "", err);
    if (len <= TR_GGUF_MAX_NAME && !(t->name = copy_gguf_name(text, len)))
        return tr_fail_memory(err);
    if (!t->name || !tr_is_name(t->name, (size_t)len, TR_GGUF_MAX_NAME))
        return tr_fail(err, TR_EFORMAT,
                       "%s: tensor %zu: its name is not 1 to %d printable characters", g->path,
                       g->n_tensors + 1, (int)TR_GGUF_MAX_NAME);
    if ((rc = read_dims(g, c, t, err)) < 0) return rc;
    const uint32_t type = tr_cursor_u32(c);
    t->offset = tr_cursor_u64(c);
    if (c->failed) return cut_off(g, "tensor ", t->name, err);
    if ((rc = check_type(g, t, type, err)) < 0) return rc;
    t->type = (int)type;
    t->size = tr_gguf_tensor_size(t->type, t->n_dims, t->dims);
    if (!t->size)
        return tr_fail(err, TR_EFORMAT, "%s: tensor %s: its size %s", g->path, t->name,
                       type == TR_TENSOR_Q8_0 ? "is not one of blocks" : "overflows");
    return 0;
}

static int compare_tensors(const void *a, const void *b)
{
    return strcmp((*(const tr_gguf_tensor *const *)a)->name,
                  (*(const tr_gguf_tensor *const *)b)->name);
}

static int read_tensors(tr_gguf *g, tr_cursor *c, uint64_t n, tr_error *err)
{
    size_t room = 0;

    while (g->n_tensors < n) {
        void *p = g->tensors;
        tr_gguf_tensor t = {0};
        const int rc = read_gguf_tensor(g, c, &t, err);
        if (rc < 0 || tr_reserve(&p, &room, g->n_tensors + 1, sizeof t) < 0) {
            free(t.name);
            return rc < 0 ? rc : tr_fail_memory(err);
        }
        g->tensors = p;
        g->tensors[g->n_tensors++] = t;
    }

    g->by_name = malloc((g->n_tensors + 1) * sizeof *g->by_name);
    if (!g->by_name) return tr_fail_memory(err);
    for (size_t i = 0; i < g->n_tensors; i++)
        g->by_name[i] = &g->tensors[i];
    qsort(g->by_name, g->n_tensors, sizeof *g->by_name, compare_tensors);
    for (size_t i = 1; i < g->n_tensors; i++)
        if (strcmp(g->by_name[i - 1]->name, g->by_name[i]->name) == 0)
            return tr_fail(err, TR_EFORMAT, "%s: tensor %s is there twice", g->path,
                           g->by_name[i]->name);
    return 0;
}

/* Where the data starts: after the tables, rounded up to general.alignment.  Rounding cannot
 * overflow: a 32-bit number is added to the size of a file. */
static int find_gguf_data(const tr_gguf *g, size_t tables_end, uint64_t *align, uint64_t *start,
                          tr_error *err)
{
    const uint32_t least = g->is_foreign ? 8 : TR_GGUF_ALIGN;

    *align = DEFAULT_ALIGN;
    if (tr_gguf_find(g, "general.alignment")) {
        uint32_t n = 0;
        const int rc = tr_gguf_u32(g, "general.alignment", &n, err);
        if (rc < 0) return rc;
        if (n < least || (n & (n - 1)) != 0)
            return tr_fail(err, TR_EFORMAT,
                           "%s: key general.alignment: %" PRIu32 " is not a power of two from "
                           "%" PRIu32,
                           g->path, n, least);
        *align = n;
    }
    *start = (tables_end + *align - 1) / *align * *align;
    return 0;
}

/* Turns t->offset into one from the start of the file and finds the tensor's data there. */
static int place_tensor(const tr_gguf *g, tr_gguf_tensor *t, uint64_t align, uint64_t start,
                        tr_error *err)
{
    if (start > g->file.size || t->offset > g->file.size - start ||
        t->size > g->file.size - start - t->offset)
        return tr_fail(err, TR_EFORMAT,
                       "%s: tensor %s: its data lies behind the end of the file, which may be cut "
                       "off",
                       g->path, t->name);
    if (t->offset % align != 0 || (!g->is_foreign && (start + t->offset) % TR_GGUF_ALIGN != 0))
        return tr_fail(err, TR_EFORMAT, "%s: tensor %s: its data is not aligned to %d bytes",
                       g->path, t->name, (int)(align < TR_GGUF_ALIGN ? TR_GGUF_ALIGN : align));
    t->offset += start;
    t->data = g->file.data + t->offset;
    return 0;
}

static int compare_offsets(const void *a, const void *b)
{
    const tr_gguf_tensor *x = *(const tr_gguf_tensor *const *)a;
    const tr_gguf_tensor *y = *(const tr_gguf_tensor *const *)b;
    return (x->offset > y->offset) - (x->offset < y->offset);
}

static int check_layout(const tr_gguf *g, const tr_gguf_tensor **by_offset, uint64_t align,
                        tr_error *err)
{
    if (g->n_tensors == 0) return 0;
    for (size_t i = 0; i < g->n_tensors; i++)
        by_offset[i] = &g->tensors[i];
    qsort(by_offset, g->n_tensors, sizeof *by_offset, compare_offsets);
    for (size_t i = 1; i < g->n_tensors; i++)
        if (by_offset[i]->offset < by_offset[i - 1]->offset + by_offset[i - 1]->size)
            return tr_fail(err, TR_EFORMAT, "%s: tensors %s and %s overlap", g->path,
                           by_offset[i - 1]->name, by_offset[i]->name);

    const tr_gguf_tensor *last = by_offset[g->n_tensors - 1];
    const uint64_t end = (last->offset + last->size + align - 1) / align * align;
    if (end == g->file.size) return 0;
    if (g->is_foreign && last->offset + last->size == g->file.size) return 0;
    return tr_fail(err, TR_EFORMAT, "%s: the file has %zu bytes, its tensors make it %" PRIu64,
                   g->path, g->file.size, end);
}

static int place_tensors(tr_gguf *g, size_t tables_end, tr_error *err)
{
    uint64_t align = 0, start = 0;
    int rc = find_gguf_data(g, tables_end, &align, &start, err);

    for (size_t i = 0; rc == 0 && i < g->n_tensors; i++)
        rc = place_tensor(g, &g->tensors[i], align, start, err);
    if (rc < 0) return rc;
    const tr_gguf_tensor **by_offset = malloc((g->n_tensors + 1) * sizeof *by_offset);
    if (!by_offset) return tr_fail_memory(err);
    rc = check_layout(g, by_offset, align, err);
    free(by_offset);
    return rc;
}

static int open_gguf(tr_gguf *g, const char *path, bool is_foreign, tr_error *err)
{
    uint64_t n_tensors = 0, n_values = 0;

    *g = (tr_gguf){.is_foreign = is_foreign};
    int rc = tr_file_map_watched(&g->file, &g->watch, path, err);
    if (rc == 0) rc = tr_failed_download_refuse(&g->file, path, err);
    if (rc < 0) {
        tr_gguf_close(g);
        return rc;
    }
    tr_cursor c = tr_cursor_at(g->file.data, g->file.size, 0);
    g->path = strdup(path);
    if (!g->path) rc = tr_fail_memory(err);
    if (rc == 0) rc = read_gguf_header(g, &c, &n_tensors, &n_values, err);
    if (rc == 0) rc = read_gguf_values(g, &c, n_values, err);
    if (rc == 0) rc = read_tensors(g, &c, n_tensors, err);
    if (rc == 0) rc = place_tensors(g, g->file.size - c.left, err);
    if (rc < 0) tr_gguf_close(g);
    return rc;
}

int tr_gguf_open(tr_gguf *g, const char *path, tr_error *err)
{
    return open_gguf(g, path, false, err);
}

int tr_gguf_open_foreign(tr_gguf *g, const char *path, tr_error *err)
{
    return open_gguf(g, path, true, err);
}

void tr_gguf_close(tr_gguf *g)
{
    for (size_t i = 0; i < g->n_values; i++)
        free(g->values[i].key);
    for (size_t i = 0; i < g->n_tensors; i++)
        free(g->tensors[i].name);
    free(g->values);
    free(g->tensors);
    free(g->by_key);
    free(g->by_name);
    free(g->path);
    tr_file_unmap(&g->file);
    tr_file_watch_end(&g->watch);
    *g = (tr_gguf){0};
}

int tr_gguf_verify(const tr_gguf *g, tr_error *err)
{
    uint64_t first = g->file.size, end = 0;
    const char *expected;
    size_t len;
    char digits[SHA256_DIGEST_STRING_LENGTH];
    SHA2_CTX digest;

    for (size_t i = 0; i < g->n_tensors; i++) {
        const tr_gguf_tensor *t = &g->tensors[i];
        if (t->offset < first) first = t->offset;
        if (t->offset + t->size > end) end = t->offset + t->size;
    }
    const int rc = tr_gguf_string(g, "nmt.sha256", &expected, &len, err);
    if (rc < 0) return rc;
    SHA256Init(&digest);
    if (first < end) SHA256Update(&digest, g->file.data + first, (size_t)(end - first));
    SHA256End(&digest, digits);
    if (len == strlen(digits) && memcmp(digits, expected, len) == 0) return 0;
    return tr_fail(err, TR_EFORMAT,
                   "%s: damaged: the tensor data has the SHA-256 %s, key nmt.sha256 says %.*s",
                   g->path, digits, (int)(len < 64 ? len : 64), expected);
}
