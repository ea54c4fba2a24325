#include "import/marian/bergamot_files.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "formats/failed_download.h"
#include "formats/json.h"
#include "import/marian/bergamot_names.h"
#include "import/shared/unpack.h"

/* translateLocally knows the first only; Bergamot's own are called the second. */
static const char *const usual[] = {"config.intgemm8bitalpha.yml", "config.yml"};

static bool is_config(const char *name)
{
    const size_t len = strlen(name);
    return len >= 10 && !strncmp(name, "config", 6) && !strcmp(name + len - 4, ".yml");
}

/* How many configurations there are in a directory, and the name of one. */
static int count_configs(const char *folder, char name[256], tr_error *err)
{
    int n = 0;
    DIR *dir = opendir(folder);

    if (!dir) return tr_fail(err, TR_EIO, "%s: %s", folder, strerror(errno));
    errno = 0;
    for (const struct dirent *e; (e = readdir(dir)); errno = 0) {
        if (!is_config(e->d_name) || strlen(e->d_name) > 255) continue;
        strcpy(name, e->d_name);
        n++;
    }
    const int cause = errno;
    closedir(dir);
    return cause ? tr_fail(err, TR_EIO, "%s: %s", folder, strerror(cause)) : n;
}

/* The directory's configuration, in `memory`: one of a usual name, or the only one.  Returns how
 * many it may be. */
static int find_config(const char *folder, const char **path, tr_region *memory, tr_error *err)
{
    char name[256];

    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++) {
        *path = tr_region_printf(memory, "%s/%s", folder, usual[i]);
        const int kind = *path ? tr_file_kind(*path, err) : tr_fail_memory(err);
        if (kind) return kind < 0 ? kind : 1;
    }
    const int n = count_configs(folder, name, err);
    if (n != 1) return n;
    *path = tr_region_printf(memory, "%s/%s", folder, name);
    return *path ? 1 : tr_fail_memory(err);
}

int tr_bergamot_recognises(const char *path, tr_bundle *inside, tr_error *err)
{
    const char *slash = strrchr(path, '/'), *config;
    tr_region memory = {0};

    if (!inside || tr_bundle_is_archive(inside))
        return is_config(slash ? slash + 1 : path) || tr_unpack_is(path);
    int rc = find_config(path, &config, &memory, err);
    if (rc == 0) rc = tr_bergamot_has_model(path, err);
    tr_region_free(&memory);
    return rc < 0 ? rc : rc > 0;
}

static int read_bergamot_config(tr_bergamot *b, const char *path, tr_region *memory, tr_error *err)
{
    tr_file f;

    int rc = tr_failed_download_refuse_mapped(tr_file_map(&f, path, err), &f, path, err);
    if (rc < 0) return rc;
    rc = tr_bergamot_config(b, (const char *)f.data, f.size, path, memory, err);
    tr_file_unmap(&f);
    return rc;
}

static int read_directory(tr_bergamot *b, const char *path, tr_region *memory, tr_error *err)
{
    const char *config;

    const int n = find_config(path, &config, memory, err);
    if (n > 1)
        return tr_fail(err, TR_EINVAL, "%s: has several configurations: name one of them", path);
    if (n < 0) return n;
    return n ? read_bergamot_config(b, config, memory, err)
             : tr_bergamot_names(b, path, memory, err);
}

/* ---- What a model says of itself: translateLocally's model_info.json, Firefox' metadata.json - */

typedef struct reader {
    tr_bergamot *b;
    tr_region *memory;
    bool failed; /* out of memory */
} reader;

static const char *copy_file_name(reader *r, const char *text, size_t len)
{
    const char *s = tr_region_copy(r->memory, text, len);
    if (!s) r->failed = true;
    return s;
}

static void take_file(reader *r, const cJSON *json, const char *key, const char **out)
{
    const char *text = tr_json_text(json, key);
    if (text && !*out) *out = copy_file_name(r, text, strlen(text));
}

/* Of a model that reads several languages the user has to say which. */
static void take_source_tag(reader *r, const cJSON *json)
{
    const cJSON *tags = cJSON_GetObjectItemCaseSensitive(json, "srcTags");

    if (!cJSON_IsObject(tags) || !tags->child || tags->child->next) return;
    r->b->source_language = copy_file_name(r, tags->child->string, strlen(tags->child->string));
}

/* "en-de-tiny": older files have nothing else. */
static void take_short_name(reader *r, const cJSON *json)
{
    const char *name = tr_json_text(json, "shortName");
    if (!name) return;
    const size_t n = strcspn(name, "-");
    const char *rest = name + n + (name[n] == '-');
    const size_t m = strcspn(rest, "-");
    if (!n || !m || !rest[m]) return;
    if (!r->b->source_language && !cJSON_GetObjectItemCaseSensitive(json, "srcTags"))
        r->b->source_language = copy_file_name(r, name, n);
    if (!r->b->target_language) r->b->target_language = copy_file_name(r, rest, m);
}

static void read_model_info(reader *r, const cJSON *json)
{
    take_file(r, json, "modelName", &r->b->name);
    take_source_tag(r, json);
    take_file(r, json, "trgTag", &r->b->target_language);
    take_short_name(r, json);
}

static void read_bergamot_metadata(reader *r, const cJSON *json)
{
    take_file(r, json, "sourceLanguage", &r->b->source_language);
    take_file(r, json, "targetLanguage", &r->b->target_language);
}

/* Name and languages, where files of the folder tell them. */
static int read_info(tr_bergamot *b, const char *folder, tr_region *memory, tr_error *err)
{
    static const struct {
        const char *name;
        void (*read)(reader *r, const cJSON *json);
    } files[] = {{"model_info.json", read_model_info}, {"metadata.json", read_bergamot_metadata}};
    reader r = {.b = b, .memory = memory};
    int rc = 0;

    for (size_t i = 0; i < sizeof files / sizeof *files && rc == 0; i++) {
        const char *path = tr_region_printf(memory, "%s%s", folder, files[i].name);
        cJSON *json = NULL;
        rc = path ? tr_file_kind(path, err) : tr_fail_memory(err);
        if (rc > 0) rc = tr_json_read(&json, path, err);
        if (json) files[i].read(&r, json);
        cJSON_Delete(json);
        if (r.failed) rc = tr_fail_memory(err);
    }
    return rc;
}

/* ---- All of it ---------------------------------------------------------------------------- */

/* Facts beside the files themselves; `path` is as it was given. */
static int read_rest(tr_bergamot *b, const char *path, bool is_directory, tr_region *memory,
                     tr_error *err)
{
    const char *slash = strrchr(path, '/');
    const char *folder = is_directory
                             ? tr_region_printf(memory, "%s/", path)
                             : tr_region_copy(memory, path, slash ? (size_t)(slash + 1 - path) : 0);

    int rc = folder ? read_info(b, folder, memory, err) : tr_fail_memory(err);
    if (rc == 0 && !b->source_language && !b->target_language)
        rc = tr_bergamot_pair(b, memory, err);
    return rc;
}

int tr_bergamot_read(tr_bergamot *b, const char *path, tr_region *memory, tr_error *err)
{
    const int kind = tr_file_kind(path, err);
    const bool is_directory = kind == TR_FILE_DIRECTORY;

    tr_bergamot_init(b);
    if (kind < 0) return kind;
    int rc = is_directory ? read_directory(b, path, memory, err)
                          : read_bergamot_config(b, path, memory, err);
    if (rc == 0) rc = read_rest(b, path, is_directory, memory, err);
    return rc;
}
