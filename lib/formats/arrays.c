#include "formats/arrays.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/order.h"
#include "base/utf8.h"
#include "formats/json.h"

enum { MAX_SHARDS = 1024 };

int tr_array_refuse(const tr_array *t, int code, const char *what, tr_error *err)
{
    return tr_fail(err, code, "%s: tensor %s: %s", t->shard->path, t->name, what);
}

/* Returns true for a name that can be shown: 1 to 255 printable ASCII characters. */
static bool is_array_name(const char *name, size_t len)
{
    return tr_is_name(name, len, TR_ARRAY_MAX_NAME);
}

tr_array *tr_arrays_add(tr_arrays *s, tr_arrays_shard *shard, const char *name, size_t len, int *rc,
                        tr_error *err)
{
    void *p = s->tensors;

    if (!is_array_name(name, len)) {
        *rc = tr_fail(err, TR_EFORMAT, "%s: a tensor's name is empty, too long or not printable",
                      shard->path);
        return NULL;
    }
    if (tr_reserve(&p, &s->capacity, s->n_tensors + 1, sizeof *s->tensors) < 0) {
        *rc = tr_fail_memory(err);
        return NULL;
    }
    s->tensors = p;
    tr_array *t = &s->tensors[s->n_tensors++];
    *t = (tr_array){.shard = shard};
    t->name = tr_region_copy(&s->memory, name, len);
    if (!t->name) *rc = tr_fail_memory(err);
    return t->name ? t : NULL;
}

static int by_tensor_name(const void *a, const void *b)
{
    return strcmp(((const tr_array *)a)->name, ((const tr_array *)b)->name);
}

static int sort_tensors(tr_arrays *s, tr_error *err)
{
    if (s->n_tensors) qsort(s->tensors, s->n_tensors, sizeof *s->tensors, by_tensor_name);
    for (size_t i = 1; i < s->n_tensors; i++)
        if (!by_tensor_name(&s->tensors[i - 1], &s->tensors[i]))
            return tr_array_refuse(&s->tensors[i], TR_EFORMAT, "is there twice", err);
    return 0;
}

/* Room for shards, of which none is read yet. */
static int take_shards(tr_arrays *s, size_t n, tr_error *err)
{
    *s = (tr_arrays){0};
    s->shards = TR_REGION_TAKE(&s->memory, tr_arrays_shard, n);
    return s->shards ? 0 : tr_fail_memory(err);
}

static int map_shard(tr_arrays *s, const tr_bundle *b, const tr_arrays_format *format,
                     const char *name, tr_error *err)
{
    tr_arrays_shard *shard = &s->shards[s->n_shards];

    char *path = tr_bundle_name(b, name);
    shard->path = path ? tr_region_copy(&s->memory, path, strlen(path)) : NULL;
    shard->name = tr_region_copy(&s->memory, name, strlen(name));
    free(path);
    if (!shard->path || !shard->name) return tr_fail_memory(err);
    const int rc = tr_bundle_map(b, name, &shard->file, err);
    if (rc < 0) return rc;
    shard->is_unpacked = tr_bundle_is_archive(b);
    s->n_shards++;
    return format->read(s, shard, err);
}

int tr_arrays_open(tr_arrays *s, const tr_bundle *b, const tr_arrays_format *format,
                   const char *name, tr_error *err)
{
    int rc = take_shards(s, 1, err);
    if (rc == 0) rc = map_shard(s, b, format, name, err);
    if (rc == 0) rc = sort_tensors(s, err);
    if (rc < 0) tr_arrays_close(s);
    return rc;
}

int tr_arrays_open_bytes(tr_arrays *s, const unsigned char *data, size_t size,
                         const tr_arrays_format *format, const char *path, tr_error *err)
{
    int rc = take_shards(s, 1, err);
    if (rc == 0) {
        s->shards[s->n_shards++] =
            (tr_arrays_shard){.path = path, .file = {.data = data, .size = size}};
        rc = format->read(s, s->shards, err);
    }
    if (rc == 0) rc = sort_tensors(s, err);
    if (rc < 0) tr_arrays_close(s);
    return rc;
}

void tr_arrays_close(tr_arrays *s)
{
    for (size_t i = 0; i < s->n_shards; i++)
        if (s->shards[i].name) tr_file_unmap(&s->shards[i].file);
    free(s->tensors);
    tr_region_free(&s->memory);
    *s = (tr_arrays){0};
}

const tr_array *tr_arrays_find(const tr_arrays *s, const char *name)
{
    const tr_array key = {.name = name};

    return s->n_tensors
               ? bsearch(&key, s->tensors, s->n_tensors, sizeof *s->tensors, by_tensor_name)
               : NULL;
}

bool tr_arrays_drop_prefix(tr_arrays *s, const char *prefix)
{
    const size_t len = strlen(prefix);

    for (size_t i = 0; i < s->n_tensors; i++)
        if (strncmp(s->tensors[i].name, prefix, len) != 0 || !s->tensors[i].name[len]) return false;
    for (size_t i = 0; i < s->n_tensors; i++) /* their order stays */
        s->tensors[i].name += len;
    return s->n_tensors > 0;
}

/* ---- An index of files -------------------------------------------------------------------- */

/* The name of a file in the same folder. */
static bool is_file_name(const char *name, const char *suffix)
{
    return is_array_name(name, strlen(name)) && name[0] != '.' && !strchr(name, '/') &&
           tr_ends_in(name, suffix);
}

/* The files that weight_map names, each once: *names [*n], the caller's to free. */
static int list_files(const cJSON *map, const char *suffix, const char *path, const char ***names,
                      size_t *n, tr_error *err)
{
    const size_t n_entries = (size_t)cJSON_GetArraySize(map);
    const cJSON *entry;
    size_t i = 0;

    *n = 0;
    *names = malloc((n_entries + 1) * sizeof **names);
    if (!*names) return tr_fail_memory(err);
    cJSON_ArrayForEach(entry, map)
    {
        if (!cJSON_IsString(entry) || !is_file_name(entry->valuestring, suffix))
            return tr_fail(err, TR_EFORMAT,
                           "%s: tensor %.255s is not in a %s file beside the index", path,
                           entry->string, suffix);
        (*names)[i++] = entry->valuestring;
    }
    qsort(*names, n_entries, sizeof **names, tr_compare_strings);
    for (i = 0; i < n_entries; i++)
        if (!*n || strcmp((*names)[*n - 1], (*names)[i]) != 0) (*names)[(*n)++] = (*names)[i];
    if (!*n || *n > MAX_SHARDS)
        return tr_fail(err, TR_EFORMAT, "%s: names %zu files, expected 1 to %d", path, *n,
                       MAX_SHARDS);
    return 0;
}

/* Every tensor that is there is where the index says.  An index may name more: a table that is
 * saved once under several names. */
static int check_map(const tr_arrays *s, const cJSON *map, tr_error *err)
{
    const cJSON *entry;

    cJSON_ArrayForEach(entry, map)
    {
        const tr_array *t = tr_arrays_find(s, entry->string);
        if (t && strcmp(t->shard->name, entry->valuestring) != 0)
            return tr_fail(err, TR_EFORMAT, "%s: has no tensor %.255s, which the index puts there",
                           entry->valuestring, entry->string);
    }
    return 0;
}

static int open_files(tr_arrays *s, const tr_bundle *b, const tr_arrays_format *format,
                      const cJSON *map, const char *path, tr_error *err)
{
    const char **names = NULL;
    size_t n;

    int rc = list_files(map, format->suffix, path, &names, &n, err);
    if (rc == 0) rc = take_shards(s, n, err);
    for (size_t i = 0; rc == 0 && i < n; i++)
        rc = map_shard(s, b, format, names[i], err);
    if (rc == 0) rc = sort_tensors(s, err);
    if (rc == 0) rc = check_map(s, map, err);
    free(names);
    return rc;
}

int tr_arrays_open_index(tr_arrays *s, const tr_bundle *b, const tr_arrays_format *format,
                         const char *name, tr_error *err)
{
    cJSON *index;

    *s = (tr_arrays){0};
    int rc = tr_json_read_member(&index, b, name, err);
    if (rc < 0) return rc;
    const cJSON *map = cJSON_GetObjectItemCaseSensitive(index, "weight_map");
    char *path = tr_bundle_name(b, name);
    if (!path)
        rc = tr_fail_memory(err);
    else if (cJSON_IsObject(map))
        rc = open_files(s, b, format, map, path, err);
    else
        rc = tr_fail(err, TR_EFORMAT, "%s: has no weight_map", path);
    free(path);
    cJSON_Delete(index);
    if (rc < 0) tr_arrays_close(s);
    return rc;
}

/* ---- Numbers ------------------------------------------------------------------------------ */

static const unsigned char *array_bytes(const tr_array *t)
{
    return t->shard->file.data + t->shard->data + t->begin;
}

/* Where element `i` lies, in elements from the first. */
static uint64_t view_place(const tr_array *t, size_t i)
{
    uint64_t place = 0;

    for (unsigned d = t->n_dims; d-- > 0; i /= (size_t)t->dims[d])
        place += i % t->dims[d] * t->strides[d];
    return place;
}

/* Copies elements first .. first + n - 1 to where they lie side by side. */
static void gather(const tr_array *t, size_t first, size_t n, size_t size, unsigned char *to)
{
    const unsigned char *bytes = array_bytes(t);

    if (!t->is_view) memcpy(to, bytes + first * size, n * size);
    for (size_t i = 0; t->is_view && i < n; i++)
        memcpy(to + i * size, bytes + view_place(t, first + i) * size, size);
}

/* tr_elements_put() for elements first + at .. of an array, of which `n` are put. */
static size_t put_elements(const tr_array *t, size_t first, size_t at, size_t n,
                           const tr_element_layout *layout, float *out)
{
    const size_t size = tr_element_size(t->element);
    unsigned char some[4096];
    size_t done = 0;

    if (!t->is_view)
        return tr_elements_put(array_bytes(t) + (first + at) * size, t->element, at, n, layout,
                               out);
    while (done < n) {
        const size_t room = sizeof some / size, share = n - done < room ? n - done : room;
        gather(t, first + at + done, share, size, some);
        const size_t end = tr_elements_put(some, t->element, at + done, share, layout, out);
        if (end < at + done + share) return end;
        done += share;
    }
    return at + n;
}

int tr_arrays_floats(const tr_array *t, size_t first, size_t n, const tr_element_layout *layout,
                     float *out, tr_error *err)
{
    enum { CHUNK = 1 << 20 };
    int rc = 0;

    if (t->element < 0) return tr_array_refuse(t, TR_EFORMAT, "does not hold floats", err);
    const size_t size = tr_element_size(t->element);
    for (size_t i = 0; rc == 0 && i < n;) {
        const size_t end = n - i < CHUNK ? n : i + CHUNK;
        const size_t done = put_elements(t, first, i, end - i, layout, out);
        if (done < end)
            return tr_fail(err, TR_EFORMAT, "%s: tensor %s: element %zu is not a finite number",
                           t->shard->path, t->name, first + done);
        if (t->shard->name && !t->shard->is_unpacked)
            rc = tr_file_forget(&t->shard->file, (end - i) * size, t->shard->path, err);
        i = end;
    }
    return rc;
}

/* True if two views lie in one place in the same way. */
static bool are_one_view(const tr_array *a, const tr_array *b)
{
    return a->shard == b->shard && a->begin == b->begin && a->is_view == b->is_view &&
           !memcmp(a->strides, b->strides, sizeof a->strides);
}

static bool have_same_elements(const tr_array *a, const tr_array *b)
{
    const size_t size = (size_t)(a->end - a->begin);
    unsigned char some[2][2048];

    if (!a->is_view && !b->is_view)
        return b->end - b->begin == size &&
               (!size || !memcmp(array_bytes(a), array_bytes(b), size));
    if (a->element < 0) return false;
    const size_t width = tr_element_size(a->element), most = sizeof some[0] / width;
    for (size_t i = 0; i < a->n; i += most) {
        const size_t n = a->n - i < most ? a->n - i : most;
        gather(a, i, n, width, some[0]);
        gather(b, i, n, width, some[1]);
        if (memcmp(some[0], some[1], n * width) != 0) return false;
    }
    return true;
}

bool tr_arrays_equal(const tr_array *a, const tr_array *b)
{
    return !strcmp(a->type, b->type) && a->n_dims == b->n_dims &&
           !memcmp(a->dims, b->dims, sizeof a->dims) &&
           (are_one_view(a, b) || have_same_elements(a, b));
}
