/*
 * gguf_write.c - writes GGUF files.
 *
 * The metadata and the table of tensors are gathered in memory and written by
 * tr_gguf_begin_data(); the data follows tensor by tensor.  Tensors stand in the order of the
 * table, each after zeros up to the alignment, and so does the end of the file.
 */
#include "formats/gguf_write.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <sha256.h>

#include "base/buf.h"
#include "base/utf8.h"

static const char alignment_key[] = "general.alignment";
static const char digest_key[] = "nmt.sha256";

enum { HEADER = 4 + 4 + 8 + 8 }; /* magic, version, two counts */

typedef struct declared {
    char name[TR_GGUF_MAX_NAME + 1];
    size_t size;
} declared;

struct tr_gguf_writer {
    tr_file_writer file;
    tr_error error;       /* the first one */
    tr_buf values, table; /* as they will stand in the file */
    size_t *keys;         /* [n_values]: where each key's length stands in `values` */
    declared *tensors;    /* [n_tensors] */
    size_t n_values, keys_room, n_tensors, tensors_room;
    size_t n_written;  /* tensors */
    size_t part;       /* bytes of the next tensor that were written */
    uint64_t data_end; /* of what was declared, from the start of the data */
    long digest_at;    /* in the file */
    bool begun, is_complete;
    SHA2_CTX digest;
};

static uint64_t align_up(uint64_t n)
{
    return (n + TR_GGUF_ALIGN - 1) / TR_GGUF_ALIGN * TR_GGUF_ALIGN;
}

static bool good(const tr_gguf_writer *w)
{
    return w->error.code == 0;
}

/* Where the key's length stands in `values`; SIZE_MAX: it is not there. */
static size_t find_key(const tr_gguf_writer *w, const char *key)
{
    const size_t len = strlen(key);
    for (size_t i = 0; i < w->n_values; i++) {
        const char *entry = w->values.data + w->keys[i];
        uint64_t n;
        memcpy(&n, entry, sizeof n);
        if (n == len && memcmp(entry + sizeof n, key, len) == 0) return w->keys[i];
    }
    return SIZE_MAX;
}

static bool has_key(const tr_gguf_writer *w, const char *key)
{
    return find_key(w, key) < SIZE_MAX;
}

static void write_string(tr_buf *b, const char *text)
{
    const uint64_t len = strlen(text);
    tr_buf_add(b, &len, sizeof len);
    tr_buf_add(b, text, (size_t)len);
}

/* Starts an entry; false when an error, this one or one before, makes the rest pointless. */
static bool put_key(tr_gguf_writer *w, const char *key, uint32_t type)
{
    void *p = w->keys;

    if (!good(w)) return false;
    if (!tr_is_name(key, strlen(key), TR_GGUF_MAX_KEY) || has_key(w, key)) {
        tr_fail(&w->error, TR_EINVAL, "%s: key \"%.200s\" is not a name, or is there twice",
                w->file.target.path, key);
    } else if (tr_reserve(&p, &w->keys_room, w->n_values + 1, sizeof *w->keys) < 0) {
        tr_fail_memory(&w->error);
    } else {
        w->keys = p;
        w->keys[w->n_values++] = w->values.len;
        write_string(&w->values, key);
        tr_buf_add(&w->values, &type, sizeof type);
        if (w->values.failed) tr_fail_memory(&w->error);
    }
    return good(w);
}

static void put_text(tr_gguf_writer *w, const char *key, const char *text)
{
    if (!tr_gguf_text_valid(text, strlen(text)))
        tr_fail(&w->error, TR_EINVAL, "%s: key %s: its text is not valid UTF-8",
                w->file.target.path, key);
    write_string(&w->values, text);
}

void tr_gguf_put_u32(tr_gguf_writer *w, const char *key, uint32_t value)
{
    if (put_key(w, key, TR_GGUF_UINT32)) tr_buf_add(&w->values, &value, sizeof value);
}

void tr_gguf_put_f32(tr_gguf_writer *w, const char *key, float value)
{
    if (put_key(w, key, TR_GGUF_FLOAT32)) tr_buf_add(&w->values, &value, sizeof value);
}

void tr_gguf_put_bool(tr_gguf_writer *w, const char *key, bool value)
{
    const unsigned char byte = value;
    if (put_key(w, key, TR_GGUF_BOOL)) tr_buf_add(&w->values, &byte, sizeof byte);
}

void tr_gguf_put_string(tr_gguf_writer *w, const char *key, const char *value)
{
    if (put_key(w, key, TR_GGUF_STRING)) put_text(w, key, value);
}

/* Starts an array, whose elements follow. */
static bool put_array(tr_gguf_writer *w, const char *key, uint32_t type, uint64_t n)
{
    if (!put_key(w, key, TR_GGUF_ARRAY)) return false;
    tr_buf_add(&w->values, &type, sizeof type);
    tr_buf_add(&w->values, &n, sizeof n);
    return true;
}

void tr_gguf_put_u32s(tr_gguf_writer *w, const char *key, const uint32_t *values, size_t n)
{
    if (put_array(w, key, TR_GGUF_UINT32, n)) tr_buf_add(&w->values, values, n * sizeof *values);
}

void tr_gguf_put_strings(tr_gguf_writer *w, const char *key, const char *const *values, size_t n)
{
    if (!put_array(w, key, TR_GGUF_STRING, n)) return;
    for (size_t i = 0; i < n; i++)
        put_text(w, key, values[i]);
}

void tr_gguf_put_value(tr_gguf_writer *w, const tr_gguf_value *value)
{
    const uint64_t n = value->n;

    if (!strcmp(value->key, alignment_key) || !strcmp(value->key, digest_key)) return;
    if (value->type == TR_GGUF_ARRAY) {
        if (!put_array(w, value->key, (uint32_t)value->element_type, n)) return;
    } else if (!put_key(w, value->key, (uint32_t)value->type)) {
        return;
    } else if (value->type == TR_GGUF_STRING) {
        tr_buf_add(&w->values, &n, sizeof n);
    }
    tr_buf_add(&w->values, value->bytes, value->size);
}

static bool has_tensor(const tr_gguf_writer *w, const char *name)
{
    for (size_t i = 0; i < w->n_tensors; i++)
        if (strcmp(w->tensors[i].name, name) == 0) return true;
    return false;
}

static void add_metadata_row(tr_gguf_writer *w, const char *name, int type, unsigned n_dims,
                             const uint64_t *dims)
{
    const uint64_t offset = align_up(w->data_end);
    const uint32_t type_u32 = (uint32_t)type, n_dims_u32 = n_dims;

    write_string(&w->table, name);
    tr_buf_add(&w->table, &n_dims_u32, sizeof n_dims_u32);
    for (unsigned i = n_dims; i-- > 0;)
        tr_buf_add(&w->table, &dims[i], sizeof dims[i]);
    tr_buf_add(&w->table, &type_u32, sizeof type_u32);
    tr_buf_add(&w->table, &offset, sizeof offset);
}

void tr_gguf_declare(tr_gguf_writer *w, const char *name, int type, unsigned n_dims,
                     const uint64_t *dims)
{
    const size_t size =
        n_dims >= 1 && n_dims <= TR_GGUF_MAX_DIMS ? tr_gguf_tensor_size(type, n_dims, dims) : 0;
    void *p = w->tensors;

    if (!good(w)) return;
    if (!tr_is_name(name, strlen(name), TR_GGUF_MAX_NAME) || has_tensor(w, name)) {
        tr_fail(&w->error, TR_EINVAL, "%s: tensor \"%.200s\" is not a name, or is there twice",
                w->file.target.path, name);
    } else if (size == 0 || size > INT64_MAX - align_up(w->data_end)) {
        tr_fail(&w->error, TR_EINVAL, "%s: tensor %s: a type or shape that no file can have",
                w->file.target.path, name);
    } else if (tr_reserve(&p, &w->tensors_room, w->n_tensors + 1, sizeof *w->tensors) < 0) {
        tr_fail_memory(&w->error);
    } else {
        w->tensors = p;
        declared *d = &w->tensors[w->n_tensors++];
        *d = (declared){.size = size};
        memcpy(d->name, name, strlen(name));
        add_metadata_row(w, name, type, n_dims, dims);
        w->data_end = align_up(w->data_end) + size;
    }
}

static bool write_gguf_bytes(tr_gguf_writer *w, const void *bytes, size_t size)
{
    if (good(w) && size && fwrite(bytes, 1, size, w->file.stream) != size)
        tr_fail(&w->error, TR_EIO, "%s: %s", w->file.target.path, strerror(errno));
    return good(w);
}

/* Zeros from `end` up to the alignment. */
static size_t padding(uint64_t end, const unsigned char **zeros)
{
    static const unsigned char none[TR_GGUF_ALIGN];
    *zeros = none;
    return (size_t)(align_up(end) - end);
}

static int result(const tr_gguf_writer *w, tr_error *err)
{
    return good(w) ? 0 : tr_fail(err, w->error.code, "%s", w->error.msg);
}

int tr_gguf_begin_data(tr_gguf_writer *w, tr_error *err)
{
    const uint32_t version = 3;
    const unsigned char *zeros;
    char digits[SHA256_DIGEST_LENGTH * 2 + 1];

    if (good(w) && !has_key(w, alignment_key)) tr_gguf_put_u32(w, alignment_key, TR_GGUF_ALIGN);
    memset(digits, '0', sizeof digits - 1);
    digits[sizeof digits - 1] = '\0';
    tr_gguf_put_string(w, digest_key, digits);
    w->digest_at = (long)(HEADER + w->values.len - (sizeof digits - 1));
    if (good(w) && (w->values.failed || w->table.failed)) tr_fail_memory(&w->error);

    const uint64_t n_tensors = w->n_tensors, n_values = w->n_values;
    write_gguf_bytes(w, "GGUF", 4);
    write_gguf_bytes(w, &version, sizeof version);
    write_gguf_bytes(w, &n_tensors, sizeof n_tensors);
    write_gguf_bytes(w, &n_values, sizeof n_values);
    write_gguf_bytes(w, w->values.data, w->values.len);
    write_gguf_bytes(w, w->table.data, w->table.len);
    const size_t n = padding(HEADER + w->values.len + w->table.len, &zeros);
    write_gguf_bytes(w, zeros, n);
    SHA256Init(&w->digest);
    w->begun = good(w);
    return result(w, err);
}

static int fail_size(tr_gguf_writer *w, tr_error *err)
{
    tr_fail(&w->error, TR_EINVAL, "%s: tensor %zu has another size than was declared",
            w->file.target.path, w->n_written + 1);
    return result(w, err);
}

int tr_gguf_write_part(tr_gguf_writer *w, const void *data, size_t size, tr_error *err)
{
    const unsigned char *zeros;

    if (!good(w)) return result(w, err);
    if (!w->begun || w->n_written == w->n_tensors || size > w->tensors[w->n_written].size - w->part)
        return fail_size(w, err);
    if (write_gguf_bytes(w, data, size)) SHA256Update(&w->digest, data, size);
    w->part += size;
    if (w->part < w->tensors[w->n_written].size) return result(w, err);
    const size_t n = padding(w->part, &zeros);
    w->part = 0;
    if (write_gguf_bytes(w, zeros, n) && ++w->n_written < w->n_tensors)
        SHA256Update(&w->digest, zeros, n);
    return result(w, err);
}

int tr_gguf_write(tr_gguf_writer *w, const void *data, size_t size, tr_error *err)
{
    if (good(w) && w->begun && w->n_written < w->n_tensors &&
        (w->part || size != w->tensors[w->n_written].size))
        return fail_size(w, err);
    return tr_gguf_write_part(w, data, size, err);
}

static void put_digest(tr_gguf_writer *w)
{
    char digits[SHA256_DIGEST_LENGTH * 2 + 1];

    SHA256End(&w->digest, digits);
    if (fseek(w->file.stream, w->digest_at, SEEK_SET) < 0)
        tr_fail(&w->error, TR_EIO, "%s: %s", w->file.target.path, strerror(errno));
    write_gguf_bytes(w, digits, sizeof digits - 1);
    if (good(w) && fflush(w->file.stream))
        tr_fail(&w->error, TR_EIO, "%s: %s", w->file.target.path, strerror(errno));
    w->is_complete = true;
}

int tr_gguf_complete(tr_gguf_writer *w, tr_error *err)
{
    if (good(w) && (!w->begun || w->n_written < w->n_tensors))
        tr_fail(&w->error, TR_EINVAL, "%s: only %zu of %zu tensors were written",
                w->file.target.path, w->n_written, w->n_tensors);
    if (good(w) && !w->is_complete) put_digest(w);
    return result(w, err);
}

/* A number of four bytes behind its key and its type. */
static int replace(tr_gguf_writer *w, const char *key, const void *bytes, tr_error *err)
{
    enum { SIZE = 4 };
    const size_t at = find_key(w, key), ahead = sizeof(uint64_t) + strlen(key) + sizeof(uint32_t);

    assert(at < SIZE_MAX && w->is_complete);
    if (good(w) && fseek(w->file.stream, (long)(HEADER + at + ahead), SEEK_SET) < 0)
        tr_fail(&w->error, TR_EIO, "%s: %s", w->file.target.path, strerror(errno));
    write_gguf_bytes(w, bytes, SIZE);
    return result(w, err);
}

int tr_gguf_replace_u32(tr_gguf_writer *w, const char *key, uint32_t value, tr_error *err)
{
    return replace(w, key, &value, err);
}

int tr_gguf_replace_f32(tr_gguf_writer *w, const char *key, float value, tr_error *err)
{
    return replace(w, key, &value, err);
}

void tr_gguf_unfinished_path(const tr_gguf_writer *w, tr_buf *path)
{
    tr_replacement_unfinished_path(&w->file.target, path);
}

int tr_gguf_finish(tr_gguf_writer *w, tr_error *err)
{
    int rc = tr_gguf_complete(w, err);
    if (rc == 0) rc = tr_file_commit(&w->file, err);
    tr_gguf_abandon(w);
    return rc;
}

int tr_gguf_create(tr_gguf_writer **out, const char *path, tr_error *err)
{
    *out = NULL;
    tr_gguf_writer *w = calloc(1, sizeof *w);
    if (!w) return tr_fail_memory(err);
    const int rc = tr_file_create(&w->file, path, err);
    if (rc == 0)
        *out = w;
    else
        free(w);
    return rc;
}

void tr_gguf_abandon(tr_gguf_writer *w)
{
    if (!w) return;
    tr_file_abandon(&w->file);
    tr_buf_free(&w->values);
    tr_buf_free(&w->table);
    free(w->keys);
    free(w->tensors);
    free(w);
}
