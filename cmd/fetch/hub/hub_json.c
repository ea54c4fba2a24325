#include "hub_json.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "console/alloc.h"
#include "console/json.h"
#include "hub_word.h"

#define DIGITS "0123456789"

static const double most_bytes = 1024.0 * (1 << 30); /* of a file, and of all */

static const char *text_of(const cJSON *object, const char *key)
{
    const char *const text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, key));
    return text ? text : "";
}

static bool is_hex(const char *text, size_t len)
{
    return strlen(text) == len && strspn(text, DIGITS "abcdef") == len;
}

/* A value takes some 64 bytes of memory, and there are no more of them than of these signs. */
static bool has_too_many_values(const char *text, size_t len)
{
    enum { MOST = 1 << 19 };
    size_t n = 0;

    for (size_t i = 0; i < len; i++)
        n += text[i] == ',' || text[i] == '[' || text[i] == '{';
    return n > MOST;
}

cJSON *hub_parse(char *text, size_t len)
{
    return len && !has_too_many_values(text, len) ? json_read(text, len) : NULL;
}

/* ---- Licences ------------------------------------------------------------------------------ */

/* Sets an identifier of a licence, unless it has other signs than identifiers have. */
static void set_licence(char *to, const char *text)
{
    const size_t len = strlen(text);

    if (len > HUB_MAX_LICENCE || strspn(text, DIGITS "abcdefghijklmnopqrstuvwxyz"
                                                     "ABCDEFGHIJKLMNOPQRSTUVWXYZ+._-") != len)
        return;
    memcpy(to, text, len + 1);
}

/* Of the card; or of the tags, one of which is license:ID. */
static void read_licence(char *to, const cJSON *json)
{
    static const char tag[] = "license:";
    const cJSON *const given = cJSON_GetObjectItemCaseSensitive(
        cJSON_GetObjectItemCaseSensitive(json, "cardData"), "license");
    const char *text = cJSON_GetStringValue(cJSON_IsArray(given) ? given->child : given);
    const cJSON *item;

    *to = '\0';
    cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(json, "tags"))
    {
        const char *const one = cJSON_GetStringValue(item);
        if (!text && one && !strncmp(one, tag, strlen(tag))) text = one + strlen(tag);
    }
    if (text) set_licence(to, text);
}

/* ---- A repository --------------------------------------------------------------------------- */

const char *hub_read_info(hub_repository *r, const cJSON *json)
{
    const char *const commit = text_of(json, "sha");

    if (!cJSON_IsObject(json)) return "the hub tells nothing of it";
    if (!is_hex(commit, 40)) return "the hub tells no commit";
    memcpy(r->commit, commit, sizeof r->commit);
    read_licence(r->licence, json);
    return NULL;
}

/* A path that stays in its folder, of signs that can be shown. */
static bool is_path(const char *path)
{
    if (!*path || *path == '/' || strchr(path, '\\')) return false;
    for (const char *p = path; *p; p++)
        if ((unsigned char)*p < ' ' || *p == 0x7f) return false;
    for (const char *p = path; p; p = strchr(p, '/')) {
        p += *p == '/';
        const size_t len = strcspn(p, "/");
        if (!len || (len <= 2 && !strncmp(p, "..", len))) return false;
    }
    return true;
}

static bool read_size(const cJSON *object, uint64_t *size)
{
    const cJSON *const item = cJSON_GetObjectItemCaseSensitive(object, "size");
    const double n = cJSON_IsNumber(item) ? item->valuedouble : -1;

    if (!(n >= 0 && n <= most_bytes) || n != floor(n)) return false;
    *size = (uint64_t)n;
    return true;
}

/* A large file's own size and digest stand beside the size and digest of the pointer that Git
 * keeps. */
static const char *read_file(hub_repository *r, const cJSON *json, const char *path)
{
    const cJSON *const large = cJSON_GetObjectItemCaseSensitive(json, "lfs"), *const of =
                                                                                  cJSON_IsObject(
                                                                                      large)
                                                                                      ? large
                                                                                      : json;
    const char *const digest = text_of(of, "oid");
    hub_file f = {0};

    if (!is_hex(digest, of == large ? 64 : 40))
        return "the hub tells no digest of one of its files";
    if (!read_size(of, &f.size)) return "the hub tells a size that no file has";
    if (hub_find_file(r, path)) return "the hub tells one of its files twice";
    snprintf(f.digest, sizeof f.digest, "%s", digest);
    f.name = checked_format("%s", path);
    r->files = checked_realloc(r->files, r->n_files + 1, sizeof *r->files);
    r->files[r->n_files++] = f;
    return NULL;
}

/* Models lie in the repository's own folder; the checkpoint of a metric lies in one below. */
static bool is_looked_at(const char *path)
{
    return !strchr(path, '/') || !strcmp(path, "checkpoints/model.ckpt");
}

const char *hub_read_tree(hub_repository *r, const cJSON *json)
{
    const cJSON *entry;
    const char *why = NULL;

    if (!cJSON_IsArray(json)) return "the hub does not tell its files";
    cJSON_ArrayForEach(entry, json)
    {
        const char *const path = text_of(entry, "path");
        if (++r->n_seen > HUB_MAX_FILES) return "it has too many files";
        if (!is_path(path)) return "the hub tells a name that no file may have";
        r->has_onnx |= strlen(path) > 5 && !strcmp(path + strlen(path) - 5, ".onnx");
        if (strcmp(text_of(entry, "type"), "file") != 0 || !is_looked_at(path)) continue;
        if ((why = read_file(r, entry, path))) return why;
    }
    return NULL;
}

const hub_file *hub_find_file(const hub_repository *r, const char *name)
{
    for (size_t i = 0; i < r->n_files; i++)
        if (!strcmp(r->files[i].name, name)) return &r->files[i];
    return NULL;
}

void hub_repository_free(hub_repository *r)
{
    for (size_t i = 0; i < r->n_files; i++)
        free(r->files[i].name);
    free(r->files);
    *r = (hub_repository){0};
}

/* ---- A search ------------------------------------------------------------------------------ */

bool hub_read_row(hub_row *row, const cJSON *json)
{
    const cJSON *const downloads = cJSON_GetObjectItemCaseSensitive(json, "downloads"),
                       *const gated = cJSON_GetObjectItemCaseSensitive(json, "gated");

    *row = (hub_row){.repository = text_of(json, "id"), .downloads = -1};
    if (!*row->repository) row->repository = text_of(json, "modelId");
    if (!hub_is_repository(row->repository)) return false;
    read_licence(row->licence, json);
    if (cJSON_IsNumber(downloads) && downloads->valuedouble >= 0)
        row->downloads = downloads->valuedouble < 1e15 ? downloads->valuedouble : 1e15;
    row->is_gated = cJSON_IsTrue(gated) || cJSON_IsString(gated);
    return true;
}
