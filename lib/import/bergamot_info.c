/*
 * bergamot_info.c - what a model says of itself: translateLocally's model_info.json, Firefox'
 * metadata.json.
 */
#include "import/bergamot_info.h"

#include <string.h>

#include "formats/json.h"

typedef struct reader {
    tr_bergamot *b;
    tr_region *memory;
    bool failed; /* out of memory */
} reader;

static const char *copy(reader *r, const char *text, size_t len)
{
    const char *s = tr_region_copy(r->memory, text, len);
    if (!s) r->failed = true;
    return s;
}

static const char *text_of(const cJSON *json, const char *key)
{
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, key));
    return text && *text ? text : NULL;
}

static void take(reader *r, const cJSON *json, const char *key, const char **out)
{
    const char *text = text_of(json, key);
    if (text && !*out) *out = copy(r, text, strlen(text));
}

/* Of a model that reads several languages the user has to say which. */
static void take_source_tag(reader *r, const cJSON *json)
{
    const cJSON *tags = cJSON_GetObjectItemCaseSensitive(json, "srcTags");

    if (!cJSON_IsObject(tags) || !tags->child || tags->child->next) return;
    r->b->source_language = copy(r, tags->child->string, strlen(tags->child->string));
}

/* "en-de-tiny": older files have nothing else. */
static void take_short_name(reader *r, const cJSON *json)
{
    const char *name = text_of(json, "shortName");
    if (!name) return;
    const size_t n = strcspn(name, "-");
    const char *rest = name + n + (name[n] == '-');
    const size_t m = strcspn(rest, "-");
    if (!n || !m || !rest[m]) return;
    if (!r->b->source_language && !cJSON_GetObjectItemCaseSensitive(json, "srcTags"))
        r->b->source_language = copy(r, name, n);
    if (!r->b->target_language) r->b->target_language = copy(r, rest, m);
}

static void read_model_info(reader *r, const cJSON *json)
{
    take(r, json, "modelName", &r->b->name);
    take_source_tag(r, json);
    take(r, json, "trgTag", &r->b->target_language);
    take_short_name(r, json);
}

static void read_metadata(reader *r, const cJSON *json)
{
    take(r, json, "sourceLanguage", &r->b->source_language);
    take(r, json, "targetLanguage", &r->b->target_language);
}

int tr_bergamot_info(tr_bergamot *b, const char *folder, tr_region *memory, tr_error *err)
{
    static const struct {
        const char *name;
        void (*read)(reader *r, const cJSON *json);
    } files[] = {{"model_info.json", read_model_info}, {"metadata.json", read_metadata}};
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
