#include "formats/safetensors.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/utf8.h"
#include "formats/cursor.h"
#include "formats/json.h"

enum { LENGTH_SIZE = 8, MAX_SHARDS = 1024 };

static int fail_tensor(const tr_safetensor *t, int code, const char *what, tr_error *err)
{
    return tr_fail(err, code, "%s: tensor %s: %s", t->shard->path, t->name, what);
}

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
static bool read_tensor_shape(tr_safetensor *t, const cJSON *shape)
{
    const cJSON *dim;

    if (!cJSON_IsArray(shape)) return false;
    t->n = 1;
    cJSON_ArrayForEach(dim, shape)
    {
        if (t->n_dims == TR_SAFETENSOR_MAX_DIMS || !tr_json_is_count(dim, &t->dims[t->n_dims]))
            return false;
        t->n = tr_size_mul(t->n, (size_t)t->dims[t->n_dims++]);
    }
    return t->n < SIZE_MAX;
}

static bool read_data_offsets(tr_safetensor *t, const cJSON *offsets)
{
    const cJSON *begin = cJSON_IsArray(offsets) ? offsets->child : NULL;
    const cJSON *end = begin ? begin->next : NULL;

    return end && !end->next && tr_json_is_count(begin, &t->begin) &&
           tr_json_is_count(end, &t->end);
}

/* Returns true for a name that can be shown: 1 to 255 printable ASCII characters. */
static bool is_tensor_name(const char *name)
{
    return tr_is_name(name, strlen(name), TR_SAFETENSOR_MAX_NAME);
}

static int read_tensor_entry(tr_safetensor *t, const cJSON *entry, tr_error *err)
{
    const size_t size = t->shard->file.size - t->shard->data;
    const cJSON *dtype = cJSON_GetObjectItemCaseSensitive(entry, "dtype");
    const named_type *type = find_tensor_type(dtype);

    if (!type)
        return cJSON_IsString(dtype)
                   ? tr_fail(err, TR_EUNSUPPORTED, "%s: tensor %s: its type '%.30s' is not known",
                             t->shard->path, t->name, dtype->valuestring)
                   : fail_tensor(t, TR_EFORMAT, "has no type", err);
    t->type = type->name;
    t->element = type->element;
    if (!read_tensor_shape(t, cJSON_GetObjectItemCaseSensitive(entry, "shape")))
        return fail_tensor(t, TR_EFORMAT, "its shape is not one of up to four dimensions", err);
    if (!read_data_offsets(t, cJSON_GetObjectItemCaseSensitive(entry, "data_offsets")) ||
        t->begin > t->end)
        return fail_tensor(t, TR_EFORMAT, "its place in the file is not given", err);
    if (t->end > size) return fail_tensor(t, TR_EFORMAT, "lies beyond the end of the file", err);
    if (tr_size_mul(t->n, type->width) != t->end - t->begin)
        return fail_tensor(t, TR_EFORMAT, "its size is not what its shape says", err);
    return 0;
}

/* ---- One file ----------------------------------------------------------------------------- */

static int add_tensor(tr_safetensors *s, tr_safetensors_shard *shard, const cJSON *entry,
                      tr_error *err)
{
    void *p = s->tensors;

    if (!is_tensor_name(entry->string))
        return tr_fail(err, TR_EFORMAT, "%s: a tensor's name is empty, too long or not printable",
                       shard->path);
    if (tr_reserve(&p, &s->capacity, s->n_tensors + 1, sizeof *s->tensors) < 0)
        return tr_fail_memory(err);
    s->tensors = p;
    tr_safetensor *t = &s->tensors[s->n_tensors++];
    *t = (tr_safetensor){.shard = shard};
    t->name = tr_region_copy(&s->memory, entry->string, strlen(entry->string));
    return t->name ? read_tensor_entry(t, entry, err) : tr_fail_memory(err);
}

static int by_tensor_place(const void *pa, const void *pb)
{
    const tr_safetensor *a = pa, *b = pb;

    if (a->begin != b->begin) return a->begin < b->begin ? -1 : 1;
    return a->end < b->end ? -1 : a->end > b->end;
}

/* The tensors of one shard, from number `first` on, lie side by side. */
static int check_places(const tr_safetensors *s, const tr_safetensors_shard *shard, size_t first,
                        tr_error *err)
{
    const size_t n = s->n_tensors - first;
    tr_safetensor *const tensors = n ? s->tensors + first : NULL;
    uint64_t end = 0;

    if (n) qsort(tensors, n, sizeof *tensors, by_tensor_place);
    for (size_t i = 0; i < n; i++) {
        if (tensors[i].begin < end)
            return tr_fail(err, TR_EFORMAT, "%s: tensors %s and %s overlap", shard->path,
                           tensors[i - 1].name, tensors[i].name);
        if (tensors[i].begin > end)
            return fail_tensor(&tensors[i], TR_EFORMAT, "bytes before it belong to no tensor", err);
        end = tensors[i].end;
    }
    if (end != shard->file.size - shard->data)
        return tr_fail(err, TR_EFORMAT, "%s: the bytes at its end belong to no tensor",
                       shard->path);
    return 0;
}

static int read_safetensors_header(tr_safetensors *s, tr_safetensors_shard *shard, const char *text,
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

static int read_shard(tr_safetensors *s, tr_safetensors_shard *shard, tr_error *err)
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

static int by_tensor_name(const void *a, const void *b)
{
    return strcmp(((const tr_safetensor *)a)->name, ((const tr_safetensor *)b)->name);
}

static int sort_tensors(tr_safetensors *s, tr_error *err)
{
    if (s->n_tensors) qsort(s->tensors, s->n_tensors, sizeof *s->tensors, by_tensor_name);
    for (size_t i = 1; i < s->n_tensors; i++)
        if (!by_tensor_name(&s->tensors[i - 1], &s->tensors[i]))
            return fail_tensor(&s->tensors[i], TR_EFORMAT, "is there twice", err);
    return 0;
}

/* Room for shards, of which none is read yet. */
static int take_shards(tr_safetensors *s, size_t n, tr_error *err)
{
    *s = (tr_safetensors){0};
    s->shards = TR_REGION_TAKE(&s->memory, tr_safetensors_shard, n);
    return s->shards ? 0 : tr_fail_memory(err);
}

static int map_shard(tr_safetensors *s, const tr_bundle *b, const char *name, tr_error *err)
{
    tr_safetensors_shard *shard = &s->shards[s->n_shards];

    char *path = tr_bundle_name(b, name);
    shard->path = path ? tr_region_copy(&s->memory, path, strlen(path)) : NULL;
    shard->name = tr_region_copy(&s->memory, name, strlen(name));
    free(path);
    if (!shard->path || !shard->name) return tr_fail_memory(err);
    const int rc = tr_bundle_map(b, name, &shard->file, err);
    if (rc < 0) return rc;
    shard->is_unpacked = tr_bundle_is_archive(b);
    s->n_shards++;
    return read_shard(s, shard, err);
}

int tr_safetensors_open(tr_safetensors *s, const tr_bundle *b, const char *name, tr_error *err)
{
    int rc = take_shards(s, 1, err);
    if (rc == 0) rc = map_shard(s, b, name, err);
    if (rc == 0) rc = sort_tensors(s, err);
    if (rc < 0) tr_safetensors_close(s);
    return rc;
}

int tr_safetensors_open_bytes(tr_safetensors *s, const unsigned char *data, size_t size,
                              const char *path, tr_error *err)
{
    int rc = take_shards(s, 1, err);
    if (rc == 0) {
        s->shards[s->n_shards++] =
            (tr_safetensors_shard){.path = path, .file = {.data = data, .size = size}};
        rc = read_shard(s, s->shards, err);
    }
    if (rc == 0) rc = sort_tensors(s, err);
    if (rc < 0) tr_safetensors_close(s);
    return rc;
}

void tr_safetensors_close(tr_safetensors *s)
{
    for (size_t i = 0; i < s->n_shards; i++)
        if (s->shards[i].name) tr_file_unmap(&s->shards[i].file);
    free(s->tensors);
    tr_region_free(&s->memory);
    *s = (tr_safetensors){0};
}

const tr_safetensor *tr_safetensors_find(const tr_safetensors *s, const char *name)
{
    const tr_safetensor key = {.name = name};

    return s->n_tensors
               ? bsearch(&key, s->tensors, s->n_tensors, sizeof *s->tensors, by_tensor_name)
               : NULL;
}

/* ---- An index of files -------------------------------------------------------------------- */

/* The name of a file in the same folder. */
static bool is_file_name(const char *name)
{
    static const char suffix[] = ".safetensors";
    const size_t len = strlen(name), n = sizeof suffix - 1;

    return is_tensor_name(name) && name[0] != '.' && !strchr(name, '/') && len > n &&
           !strcmp(name + len - n, suffix);
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The files that weight_map names, each once: *names [*n], the caller's to free. */
static int list_files(const cJSON *map, const char *path, const char ***names, size_t *n,
                      tr_error *err)
{
    const size_t n_entries = (size_t)cJSON_GetArraySize(map);
    const cJSON *entry;
    size_t i = 0;

    *n = 0;
    *names = malloc((n_entries + 1) * sizeof **names);
    if (!*names) return tr_fail_memory(err);
    cJSON_ArrayForEach(entry, map)
    {
        if (!cJSON_IsString(entry) || !is_file_name(entry->valuestring))
            return tr_fail(err, TR_EFORMAT,
                           "%s: tensor %.255s is not in a .safetensors file beside the index", path,
                           entry->string);
        (*names)[i++] = entry->valuestring;
    }
    qsort(*names, n_entries, sizeof **names, by_text);
    for (i = 0; i < n_entries; i++)
        if (!*n || strcmp((*names)[*n - 1], (*names)[i]) != 0) (*names)[(*n)++] = (*names)[i];
    if (!*n || *n > MAX_SHARDS)
        return tr_fail(err, TR_EFORMAT, "%s: names %zu files, expected 1 to %d", path, *n,
                       MAX_SHARDS);
    return 0;
}

/* Every tensor is where the index says. */
static int check_map(const tr_safetensors *s, const cJSON *map, tr_error *err)
{
    const cJSON *entry;

    cJSON_ArrayForEach(entry, map)
    {
        const tr_safetensor *t = tr_safetensors_find(s, entry->string);
        if (!t || strcmp(t->shard->name, entry->valuestring) != 0)
            return tr_fail(err, TR_EFORMAT, "%s: has no tensor %.255s, which the index puts there",
                           entry->valuestring, entry->string);
    }
    return 0;
}

static int open_files(tr_safetensors *s, const tr_bundle *b, const cJSON *map, const char *path,
                      tr_error *err)
{
    const char **names = NULL;
    size_t n;

    int rc = list_files(map, path, &names, &n, err);
    if (rc == 0) rc = take_shards(s, n, err);
    for (size_t i = 0; rc == 0 && i < n; i++)
        rc = map_shard(s, b, names[i], err);
    if (rc == 0) rc = sort_tensors(s, err);
    if (rc == 0) rc = check_map(s, map, err);
    free(names);
    return rc;
}

int tr_safetensors_open_index(tr_safetensors *s, const tr_bundle *b, const char *name,
                              tr_error *err)
{
    cJSON *index;

    *s = (tr_safetensors){0};
    int rc = tr_json_read_member(&index, b, name, err);
    if (rc < 0) return rc;
    const cJSON *map = cJSON_GetObjectItemCaseSensitive(index, "weight_map");
    char *path = tr_bundle_name(b, name);
    if (!path)
        rc = tr_fail_memory(err);
    else if (cJSON_IsObject(map))
        rc = open_files(s, b, map, path, err);
    else
        rc = tr_fail(err, TR_EFORMAT, "%s: has no weight_map", path);
    free(path);
    cJSON_Delete(index);
    if (rc < 0) tr_safetensors_close(s);
    return rc;
}

/* ---- Numbers ------------------------------------------------------------------------------ */

static const unsigned char *tensor_bytes(const tr_safetensor *t)
{
    return t->shard->file.data + t->shard->data + t->begin;
}

int tr_safetensors_floats(const tr_safetensor *t, size_t first, size_t n,
                          const tr_element_layout *layout, float *out, tr_error *err)
{
    enum { CHUNK = 1 << 20 };
    int rc = 0;

    if (t->element < 0) return fail_tensor(t, TR_EFORMAT, "does not hold floats", err);
    const size_t size = tr_element_size(t->element);
    for (size_t i = 0; rc == 0 && i < n;) {
        const size_t end = n - i < CHUNK ? n : i + CHUNK;
        const unsigned char *bytes = tensor_bytes(t) + (first + i) * size;
        const size_t done = tr_elements_put(bytes, t->element, i, end - i, layout, out);
        if (done < end)
            return tr_fail(err, TR_EFORMAT, "%s: tensor %s: element %zu is not a finite number",
                           t->shard->path, t->name, first + done);
        if (t->shard->name && !t->shard->is_unpacked)
            rc = tr_file_forget(&t->shard->file, (end - i) * size, t->shard->path, err);
        i = end;
    }
    return rc;
}

bool tr_safetensors_equal(const tr_safetensor *a, const tr_safetensor *b)
{
    return a->type == b->type && a->n_dims == b->n_dims && a->end - a->begin == b->end - b->begin &&
           !memcmp(a->dims, b->dims, sizeof a->dims) &&
           !memcmp(tensor_bytes(a), tensor_bytes(b), (size_t)(a->end - a->begin));
}
