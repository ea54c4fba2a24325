#include "mirror_index.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "console/alloc.h"
#include "console/message.h"
#include "mirror_files.h"

static const char file_name[] = "index.json";

static const char *text_of(const cJSON *object, const char *key)
{
    const char *const text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, key));
    return text ? text : "";
}

/* ---- Reading ------------------------------------------------------------------------------- */

/* A list of another kind may be anybody's. */
static bool is_list(const cJSON *json)
{
    const cJSON *const format = cJSON_GetObjectItemCaseSensitive(json, "format");
    return cJSON_IsNumber(format) && format->valuedouble == 1 &&
           cJSON_IsArray(cJSON_GetObjectItemCaseSensitive(json, "models"));
}

static cJSON *make_empty(void)
{
    cJSON *const json = cJSON_CreateObject();

    cJSON_AddNumberToObject(json, "format", 1);
    cJSON_AddStringToObject(json, "generated", "");
    cJSON_AddArrayToObject(json, "models");
    return json;
}

cJSON *mirror_index_read(const job *j)
{
    char *const path = checked_format("%s/%s", j->folder.models, file_name), *text = NULL;
    size_t len = 0;
    cJSON *json = NULL;

    errno = 0;
    const int rc = index_load(path, true, &text, &len);
    if (rc == 0) json = json_read(text, len);
    if (rc && errno == ENOENT) {
        json = make_empty();
    } else if (!is_list(json)) {
        complain("%s: is there already, and is no list of models", path);
        cJSON_Delete(json);
        json = NULL;
    }
    free(text);
    free(path);
    return json;
}

/* ---- An entry ------------------------------------------------------------------------------ */

static void add_text(cJSON *object, const char *key, const char *text)
{
    if (text && *text) cJSON_AddStringToObject(object, key, text);
}

static void add_number(cJSON *object, const char *key, double n, bool is_known)
{
    if (is_known) cJSON_AddNumberToObject(object, key, n);
}

static void add_scores(cJSON *entry, const index_model *m)
{
    if (!*m->score_set) return;
    cJSON *const set =
        cJSON_AddObjectToObject(cJSON_AddObjectToObject(entry, "scores"), m->score_set);
    add_number(set, "bleu", m->bleu, m->bleu >= 0);
    add_number(set, "chrf", m->chrf, m->chrf >= 0);
    add_number(set, "comet22", m->comet, m->comet >= 0);
}

static void add_file(cJSON *files, const index_model *m, const index_file *f)
{
    cJSON *const file = cJSON_CreateObject();
    char *const path = mirror_file_path(m, f);

    add_text(file, "kind", f->kind);
    add_text(file, "url", path);
    add_number(file, "size", (double)f->size, f->size);
    add_text(file, "sha256", f->sha256);
    add_number(file, "unpacked_size", (double)f->unpacked_size, f->unpacked_size);
    add_text(file, "unpacked_sha256", f->unpacked_sha256);
    cJSON_AddItemToArray(files, file);
    free(path);
}

static cJSON *make_entry(const index_model *m)
{
    cJSON *const entry = cJSON_CreateObject();

    add_text(entry, "name", m->name);
    add_text(entry, "source", m->source);
    add_text(entry, "target", m->target);
    add_text(entry, "provider", m->provider);
    add_text(entry, "format", m->format);
    add_text(entry, "variant", m->variant);
    add_text(entry, "version", m->version);
    add_text(entry, "revision", m->revision);
    add_text(entry, "license", m->license);
    if (m->is_nightly) add_text(entry, "status", "nightly");
    add_scores(entry, m);
    if (m->replaces) cJSON_AddItemToObject(entry, "replaces", cJSON_Duplicate(m->replaces, true));
    cJSON *const files = cJSON_AddArrayToObject(entry, "files");
    for (size_t i = 0; i < m->n_files; i++)
        add_file(files, m, &m->files[i]);
    return entry;
}

void mirror_index_add(cJSON *index, const job *j, const index_model *m)
{
    cJSON *const models = cJSON_GetObjectItemCaseSensitive(index, "models");
    const char *const generated = j->index.generated ? j->index.generated : "";
    int at = 0;

    if (strcmp(text_of(index, "generated"), generated) < 0)
        cJSON_ReplaceItemInObjectCaseSensitive(index, "generated", cJSON_CreateString(generated));
    for (const cJSON *one = models->child; one; at++) {
        const int order = strcmp(text_of(one, "name"), m->name);
        one = one->next;
        if (!order) cJSON_DeleteItemFromArray(models, at);
        if (order >= 0) break;
    }
    cJSON_InsertItemInArray(models, at, make_entry(m));
}

bool mirror_index_write(const job *j, cJSON *index)
{
    char *const text = cJSON_Print(index);
    const bool written = text && mirror_write(j, file_name, text, strlen(text));

    cJSON_free(text);
    return written;
}
