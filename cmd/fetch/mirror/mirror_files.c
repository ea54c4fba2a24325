#include "mirror_files.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "console/alloc.h"
#include "console/message.h"
#include "fetch/hub/hub.h"

/* ---- Places -------------------------------------------------------------------------------- */

/* The repository that has the file. */
static const hub_source *source_of(const hub_source *sources, size_t n, const index_file *f)
{
    for (size_t i = 0; i + 1 < n; i++)
        if (hub_is_chosen(sources[i].choice, f->kind)) return &sources[i];
    return &sources[n - 1];
}

char *mirror_file_path(const index_model *m, const index_file *f)
{
    hub_source sources[2];

    if (!f->is_of_hub) return checked_format("catalogue/%s/%s", m->name, f->kind);
    const hub_source *const s = source_of(sources, hub_sources(m, sources), f);
    return checked_format("%s/%s/resolve/%s/%s", s->word->owner, s->word->name,
                          s->repository->commit, f->kind);
}

bool mirror_has_size(const job *j, const index_model *m, const index_file *f)
{
    char *const path = mirror_file_path(m, f);
    char *const whole = checked_format("%s/%s", j->folder.models, path);
    struct stat st;
    const bool has =
        !stat(whole, &st) && S_ISREG(st.st_mode) && f->size && (uint64_t)st.st_size == f->size;

    free(whole);
    free(path);
    return has;
}

/* ---- Writing ------------------------------------------------------------------------------- */

static bool fail(const char *path)
{
    complain("%s: %s", path, strerror(errno));
    return false;
}

/* True if the file has these bytes. */
static bool has_text(const char *path, const char *text, size_t len)
{
    FILE *const f = fopen(path, "re");
    char *const own = checked_malloc(len + 1);
    const bool same = f && fread(own, 1, len + 1, f) == len && !memcmp(own, text, len);

    if (f) fclose(f);
    free(own);
    return same;
}

static bool write_new(const char *path, const char *text, size_t len)
{
    FILE *const f = fopen(path, "we");

    if (!f) return fail(path);
    bool written = fwrite(text, 1, len, f) == len && !fflush(f) && !fsync(fileno(f));
    if (!written) fail(path);
    if (fclose(f) && written) written = fail(path);
    if (!written) unlink(path);
    return written;
}

bool mirror_write(const job *j, const char *path, const char *text, size_t len)
{
    char *const whole = checked_format("%s/%s", j->folder.models, path);
    char *const fresh = checked_format("%s/text.part", j->folder.hidden);
    bool written = has_text(whole, text, len);

    if (!written) {
        char *const slash = strrchr(whole, '/');
        *slash = '\0';
        written = model_folder_make(whole);
        *slash = '/';
        written = written && write_new(fresh, text, len);
        if (written && rename(fresh, whole)) written = fail(whole);
    }
    free(whole);
    free(fresh);
    return written;
}

/* ---- What a hub tells ---------------------------------------------------------------------- */

static bool write_json(const job *j, const char *path, const cJSON *json)
{
    char *const text = cJSON_PrintUnformatted(json);
    const bool written = text && mirror_write(j, path, text, strlen(text));

    cJSON_free(text);
    return written;
}

/* Of a revision and of the commit that it is, so that either may be asked for. */
static bool write_info(const job *j, const hub_source *s)
{
    const char *const revisions[] = {s->word->revision, s->repository->commit};
    char *const id = checked_format("%s/%s", s->word->owner, s->word->name);
    cJSON *const json = cJSON_CreateObject();
    bool written = true;

    cJSON_AddStringToObject(json, "id", id);
    cJSON_AddStringToObject(json, "sha", s->repository->commit);
    if (*s->repository->licence) {
        cJSON *const card = cJSON_AddObjectToObject(json, "cardData");
        cJSON_AddStringToObject(card, "license", s->repository->licence);
    }
    for (size_t i = 0; i < 2 && written; i++) {
        char *const path = checked_format("api/models/%s/revision/%s", id, revisions[i]);
        written = write_json(j, path, json);
        free(path);
    }
    cJSON_Delete(json);
    free(id);
    return written;
}

/* As the hub's tree has it. */
static cJSON *describe(const hub_file *f)
{
    cJSON *const entry = cJSON_CreateObject();

    cJSON_AddStringToObject(entry, "type", "file");
    cJSON_AddStringToObject(entry, "path", f->name);
    cJSON_AddNumberToObject(entry, "size", (double)f->size);
    if (strlen(f->digest) == 64) {
        cJSON *const large = cJSON_AddObjectToObject(entry, "lfs");
        cJSON_AddStringToObject(large, "oid", f->digest);
        cJSON_AddNumberToObject(large, "size", (double)f->size);
    } else {
        cJSON_AddStringToObject(entry, "oid", f->digest);
    }
    return entry;
}

/* True if the file is in the mirror. */
static bool is_here(const job *j, const hub_source *s, const hub_file *f)
{
    char *const path = checked_format("%s/%s/%s/resolve/%s/%s", j->folder.models, s->word->owner,
                                      s->word->name, s->repository->commit, f->name);
    struct stat st;
    const bool here = !stat(path, &st) && (uint64_t)st.st_size == f->size;

    free(path);
    return here;
}

/* Lists the files of the commit that are in the mirror, whichever run brought them, in the hub's
 * order. */
static bool write_tree(const job *j, const hub_source *s)
{
    char *const path = checked_format("api/models/%s/%s/tree/%s", s->word->owner, s->word->name,
                                      s->repository->commit);
    cJSON *const json = cJSON_CreateArray();

    for (size_t i = 0; i < s->repository->n_files; i++)
        if (is_here(j, s, &s->repository->files[i]))
            cJSON_AddItemToArray(json, describe(&s->repository->files[i]));
    const bool written = write_json(j, path, json);
    cJSON_Delete(json);
    free(path);
    return written;
}

bool mirror_write_hub(const job *j, const index_model *m)
{
    hub_source sources[2];
    const size_t n = hub_sources(m, sources);
    bool written = true;

    for (size_t i = 0; i < n && written; i++)
        written = write_tree(j, &sources[i]) && write_info(j, &sources[i]);
    return written;
}
