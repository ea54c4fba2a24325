#include "formats/safetensors.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "formats/cursor.h"
#include "formats/json.h"

enum { LENGTH_SIZE = 8 };

/* ---- One array ---------------------------------------------------------------------------- */

typedef struct named_type {
    char name[8];
    unsigned width; /* bytes */
    int element;
} named_type;

static const named_type types[] = {
    {"F32", 4, TR_ELEMENT_F32},
    {"F16", 2, TR_ELEMENT_F16},
    {"BF16", 2, TR_ELEMENT_BF16},
    {"F64", 8, TR_ELEMENT_F64},
    {"BOOL", 1, -1},
    {"U8", 1, -1},
    {"I8", 1, -1},
    {"U16", 2, -1},
    {"I16", 2, -1},
    {"U32", 4, -1},
    {"I32", 4, -1},
    {"U64", 8, -1},
    {"I64", 8, -1},
    {"F8_E4M3", 1, -1},
    {"F8_E5M2", 1, -1},
};

static const named_type *find_tensor_type(const cJSON *dtype)
{
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (cJSON_IsString(dtype) && !strcmp(dtype->valuestring, types[i].name)) return &types[i];
    return NULL;
}

/* Fills in dims and n; false for what is not a shape, or has too many elements to count. */
static bool read_tensor_shape(tr_array *t, const cJSON *shape)
{
    const cJSON *dim;

    if (!cJSON_IsArray(shape)) return false;
    t->n = 1;
    cJSON_ArrayForEach(dim, shape)
    {
        if (t->n_dims == TR_ARRAY_MAX_DIMS || !tr_json_is_count(dim, &t->dims[t->n_dims]))
            return false;
        t->n = tr_size_mul(t->n, (size_t)t->dims[t->n_dims++]);
    }
    return t->n < SIZE_MAX;
}

static bool read_data_offsets(tr_array *t, const cJSON *offsets)
{
    const cJSON *begin = cJSON_IsArray(offsets) ? offsets->child : NULL;
    const cJSON *end = begin ? begin->next : NULL;

    return end && !end->next && tr_json_is_count(begin, &t->begin) &&
           tr_json_is_count(end, &t->end);
}

static int read_tensor_entry(tr_array *t, const cJSON *entry, tr_error *err)
{
    const size_t size = t->shard->file.size - t->shard->data;
    const cJSON *dtype = cJSON_GetObjectItemCaseSensitive(entry, "dtype");
    const named_type *type = find_tensor_type(dtype);

    if (!type)
        return cJSON_IsString(dtype)
                   ? tr_fail(err, TR_EUNSUPPORTED, "%s: tensor %s: its type '%.30s' is not known",
                             t->shard->path, t->name, dtype->valuestring)
                   : tr_array_refuse(t, TR_EFORMAT, "has no type", err);
    t->type = type->name;
    t->element = type->element;
    if (!read_tensor_shape(t, cJSON_GetObjectItemCaseSensitive(entry, "shape")))
        return tr_array_refuse(t, TR_EFORMAT, "its shape is not one of up to four dimensions", err);
    if (!read_data_offsets(t, cJSON_GetObjectItemCaseSensitive(entry, "data_offsets")) ||
        t->begin > t->end)
        return tr_array_refuse(t, TR_EFORMAT, "its place in the file is not given", err);
    if (t->end > size)
        return tr_array_refuse(t, TR_EFORMAT, "lies beyond the end of the file", err);
    if (tr_size_mul(t->n, type->width) != t->end - t->begin)
        return tr_array_refuse(t, TR_EFORMAT, "its size is not what its shape says", err);
    return 0;
}

/* ---- One file ----------------------------------------------------------------------------- */

static int add_tensor(tr_arrays *s, tr_arrays_shard *shard, const cJSON *entry, tr_error *err)
{
    int rc = 0;
    tr_array *t = tr_arrays_add(s, shard, entry->string, strlen(entry->string), &rc, err);

    return t ? read_tensor_entry(t, entry, err) : rc;
}

static int by_tensor_place(const void *pa, const void *pb)
{
    const tr_array *a = pa, *b = pb;

    if (a->begin != b->begin) return a->begin < b->begin ? -1 : 1;
    return a->end < b->end ? -1 : a->end > b->end;
}

/* The tensors of one shard, from number `first` on, lie side by side. */
static int check_places(const tr_arrays *s, const tr_arrays_shard *shard, size_t first,
                        tr_error *err)
{
    const size_t n = s->n_tensors - first;
    tr_array *const tensors = n ? s->tensors + first : NULL;
    uint64_t end = 0;

    if (n) qsort(tensors, n, sizeof *tensors, by_tensor_place);
    for (size_t i = 0; i < n; i++) {
        if (tensors[i].begin < end)
            return tr_fail(err, TR_EFORMAT, "%s: tensors %s and %s overlap", shard->path,
                           tensors[i - 1].name, tensors[i].name);
        if (tensors[i].begin > end)
            return tr_array_refuse(&tensors[i], TR_EFORMAT, "bytes before it belong to no tensor",
                                   err);
        end = tensors[i].end;
    }
    if (end != shard->file.size - shard->data)
        return tr_fail(err, TR_EFORMAT, "%s: the bytes at its end belong to no tensor",
                       shard->path);
    return 0;
}

static int read_safetensors_header(tr_arrays *s, tr_arrays_shard *shard, const char *text,
                                   size_t len, tr_error *err)
{
    const size_t first = s->n_tensors;
    cJSON *header;
    const cJSON *entry;

    int rc = tr_json_parse(&header, text, len, shard->path, err);
    if (rc == 0 && !cJSON_IsObject(header))
        rc = tr_fail(err, TR_EFORMAT, "%s: its header is not a JSON object", shard->path);
    if (rc == 0) cJSON_ArrayForEach(entry, header)
        {
            if (rc == 0 && strcmp(entry->string, "__metadata__") != 0)
                rc = add_tensor(s, shard, entry, err);
        }
    cJSON_Delete(header);
    return rc ? rc : check_places(s, shard, first, err);
}

static int read_shard(tr_arrays *s, tr_arrays_shard *shard, tr_error *err)
{
    tr_cursor c = tr_cursor_at(shard->file.data, shard->file.size, 0);
    const uint64_t len = tr_cursor_u64(&c);
    const unsigned char *text = tr_cursor_take(&c, len);

    if (!text)
        return tr_fail(err, TR_EFORMAT, "%s: is not a safetensors file, or is cut short",
                       shard->path);
    if (len > TR_JSON_MAX_SIZE)
        return tr_fail(err, TR_EFORMAT, "%s: its header is too long", shard->path);
    shard->data = LENGTH_SIZE + (size_t)len;
    return read_safetensors_header(s, shard, (const char *)text, (size_t)len, err);
}

const tr_arrays_format tr_safetensors = {.suffix = ".safetensors", .read = read_shard};
