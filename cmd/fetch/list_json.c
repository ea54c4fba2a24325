#include "list_json.h"

#include <string.h>

static void add_text(cJSON *row, const char *key, const char *value)
{
    if (*value) json_add_text(row, key, value, strlen(value));
}

static void add_size(cJSON *row, const char *key, uint64_t size)
{
    if (size) cJSON_AddNumberToObject(row, key, (double)size);
}

static void add_score(cJSON *row, const char *key, double score)
{
    if (score >= 0) cJSON_AddNumberToObject(row, key, score);
}

static void add_files(cJSON *row, const index_model *m)
{
    cJSON *files = cJSON_AddArrayToObject(row, "files");

    for (size_t i = 0; i < m->n_files; i++) {
        const index_file *f = &m->files[i];
        cJSON *file = cJSON_CreateObject();
        add_text(file, "kind", f->kind);
        cJSON *urls = cJSON_AddArrayToObject(file, "urls");
        for (size_t k = 0; k < f->n_urls; k++)
            cJSON_AddItemToArray(urls, json_text(f->urls[k], strlen(f->urls[k])));
        add_size(file, "size", f->size);
        add_text(file, "sha256", f->sha256);
        if (f->git_sha1) add_text(file, "git_sha1", f->git_sha1);
        add_size(file, "unpacked_size", f->unpacked_size);
        add_text(file, "unpacked_sha256", f->unpacked_sha256);
        cJSON_AddItemToArray(files, file);
    }
}

void list_json_model(cJSON *array, const index_model *m, const installed *old, bool files)
{
    cJSON *row = cJSON_CreateObject();

    add_text(row, "name", m->name);
    add_text(row, "source_language", m->source);
    add_text(row, "target_language", m->target);
    add_text(row, "provider", m->provider);
    add_text(row, "variant", m->variant);
    add_text(row, "version", m->version);
    add_text(row, "revision", m->revision);
    if (m->place) add_text(row, "place", m->place);
    add_text(row, "license", m->license);
    add_size(row, "size", m->size);
    add_text(row, "score_set", m->score_set);
    add_score(row, "comet22", m->comet);
    add_score(row, "chrf", m->chrf);
    add_score(row, "bleu", m->bleu);
    cJSON_AddBoolToObject(row, "verified", m->is_pinned);
    if (m->is_nightly) cJSON_AddBoolToObject(row, "nightly", true);
    add_text(row, "refused", m->refused);
    cJSON_AddBoolToObject(row, "installed", old != NULL);
    if (old) add_text(row, "path", old->path);
    if (files) add_files(row, m);
    cJSON_AddItemToArray(array, row);
}
