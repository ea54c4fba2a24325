#include "serve/call/glossary_files.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cjson/cJSON.h>

#include "base/file.h"
#include "console/alloc.h"
#include "console/json.h"

static char *path_of_glossary(const char *folder, const char *id)
{
    return checked_format("%s/%s.json", folder, id);
}

static char *path_of_dictionary(const char *folder, const char *id, int number)
{
    return checked_format("%s/%s-%d.tsv", folder, id, number);
}

/* ---- Writing ------------------------------------------------------------------------------- */

static bool write_file(const char *path, const char *bytes, size_t len)
{
    tr_error e;

    const int rc = tr_file_store(path, bytes, len, &e);
    if (rc < 0) complain("%s", e.msg);
    return rc == 0;
}

static file_mark mark_of(const struct stat *st)
{
    return (file_mark){(uint64_t)st->st_ino, (int64_t)st->st_size, st->st_mtim};
}

static bool is_same_mark(file_mark a, file_mark b)
{
    return a.inode == b.inode && a.size == b.size && a.written.tv_sec == b.written.tv_sec &&
           a.written.tv_nsec == b.written.tv_nsec;
}

bool write_dictionary(const char *folder, const char *id, dictionary *d)
{
    char *const path = path_of_dictionary(folder, id, d->number);
    const bool written = write_file(path, d->entries, d->len);
    struct stat st;

    if (written && !stat(path, &st)) d->file = mark_of(&st);
    free(path);
    return written;
}

bool write_glossary(const char *folder, const stored_glossary *g)
{
    cJSON *const json = cJSON_CreateObject();
    char *const path = path_of_glossary(folder, g->id);

    cJSON_AddStringToObject(json, "name", g->name);
    if (g->owner) cJSON_AddStringToObject(json, "owner", g->owner);
    cJSON_AddNumberToObject(json, "created", (double)g->created);
    cJSON *const list = cJSON_AddArrayToObject(json, "dictionaries");
    for (size_t i = 0; i < g->n; i++) {
        const dictionary *const d = g->dictionaries[i];
        cJSON *const one = cJSON_CreateObject();
        cJSON_AddNumberToObject(one, "number", d->number);
        cJSON_AddStringToObject(one, "source", d->source);
        cJSON_AddStringToObject(one, "target", d->target);
        cJSON_AddItemToArray(list, one);
    }
    char *const text = cJSON_PrintUnformatted(json);
    const bool written = write_file(path, text, strlen(text));
    free(text);
    free(path);
    cJSON_Delete(json);
    return written;
}

void delete_dictionary_file(const char *folder, const char *id, const dictionary *d)
{
    char *const path = path_of_dictionary(folder, id, d->number);

    unlink(path);
    free(path);
}

bool delete_glossary_files(const char *folder, const stored_glossary *g)
{
    char *const path = path_of_glossary(folder, g->id);
    const bool deleted = !unlink(path) || errno == ENOENT;

    if (!deleted) complain("%s: %s", path, strerror(errno));
    free(path);
    for (size_t i = 0; deleted && i < g->n; i++)
        delete_dictionary_file(folder, g->id, g->dictionaries[i]);
    return deleted;
}

/* ---- Reading ------------------------------------------------------------------------------- */

/* The bytes with a NUL behind them; NULL: there is no such file, or it is too large. */
static char *read_file(const char *path, size_t *len)
{
    /* A pipe would have it wait. */
    FILE *const f = tr_file_kind(path, NULL) == TR_FILE_REGULAR ? fopen(path, "rbe") : NULL;
    char *bytes = f ? checked_malloc(MOST_GLOSSARY_BYTES + 1) : NULL;

    if (!f) return NULL;
    *len = fread(bytes, 1, MOST_GLOSSARY_BYTES + 1, f);
    if (*len > MOST_GLOSSARY_BYTES || ferror(f)) {
        free(bytes);
        bytes = NULL;
    } else {
        bytes[*len] = '\0';
    }
    fclose(f);
    return bytes;
}

/* A number of a file that can have been written; 0: none. */
static int number_of(const cJSON *json)
{
    const cJSON *const item = cJSON_GetObjectItemCaseSensitive(json, "number");
    return cJSON_IsNumber(item) && item->valuedouble >= 1 && item->valuedouble < INT_MAX / 2
               ? (int)item->valuedouble
               : 0;
}

/* Seconds up to the year 9999. */
static time_t time_of(const cJSON *json)
{
    const cJSON *const item = cJSON_GetObjectItemCaseSensitive(json, "created");
    return cJSON_IsNumber(item) && item->valuedouble >= 0 && item->valuedouble < 253402300800.
               ? (time_t)item->valuedouble
               : 0;
}

/* The dictionary of a number in a list of glossaries; NULL: none. */
static dictionary *find_known(const stored_glossary *list, const char *id, int number)
{
    const stored_glossary *g = list;
    while (g && strcmp(g->id, id) != 0)
        g = g->next;
    for (size_t i = 0; g && i < g->n; i++)
        if (g->dictionaries[i]->number == number) return g->dictionaries[i];
    return NULL;
}

static bool is_as_known(const dictionary *d, const dictionary_text *text, file_mark file)
{
    return d && is_same_mark(d->file, file) && !strcmp(d->source, text->source) &&
           !strcmp(d->target, text->target);
}

static dictionary *read_dictionary(const char *folder, const stored_glossary *known, const char *id,
                                   const cJSON *json, tr_error *err)
{
    const int number = number_of(json);
    dictionary_text text = {.source = json_word(json, "source"),
                            .target = json_word(json, "target")};
    dictionary *const old = find_known(known, id, number);
    struct stat st = {0};

    if (!number || !text.source || !text.target) return NULL;
    char *const path = path_of_dictionary(folder, id, number);
    if (!stat(path, &st) && is_as_known(old, &text, mark_of(&st))) {
        free(path);
        return dictionary_hold(old);
    }
    char *const entries = read_file(path, &text.len);
    text.entries = entries;
    dictionary *const d = entries ? dictionary_new(&text, err) : NULL;
    if (d) d->number = number;
    if (d) d->file = mark_of(&st);
    free(entries);
    free(path);
    return d;
}

/* NULL after filling *err. */
static stored_glossary *read_glossary(const char *folder, const stored_glossary *known,
                                      const char *id, const cJSON *json, tr_error *err)
{
    const char *const name = json_word(json, "name"), *const owner = json_word(json, "owner");
    const cJSON *const list = cJSON_GetObjectItemCaseSensitive(json, "dictionaries");
    const cJSON *one;

    snprintf(err->msg, sizeof err->msg, "is no glossary of a server");
    if (!name || !cJSON_IsArray(list)) return NULL;
    stored_glossary *const g = checked_malloc(sizeof *g);
    *g = (stored_glossary){.name = checked_format("%s", name),
                           .owner = owner ? checked_format("%s", owner) : NULL,
                           .created = time_of(json)};
    snprintf(g->id, sizeof g->id, "%s", id);
    g->dictionaries = checked_malloc(((size_t)cJSON_GetArraySize(list) + 1) * sizeof(dictionary *));
    cJSON_ArrayForEach(one, list)
    {
        if (!(g->dictionaries[g->n] = read_dictionary(folder, known, id, one, err))) {
            stored_glossary_free(g);
            return NULL;
        }
        g->n++;
    }
    return g;
}

bool read_glossaries(const char *folder, const stored_glossary *known,
                     void (*add)(void *ctx, stored_glossary *g), void *ctx)
{
    DIR *const dir = opendir(folder);

    if (!dir) {
        complain("%s: %s", folder, strerror(errno));
        return false;
    }
    for (const struct dirent *e; (e = readdir(dir));) {
        const size_t n = strlen(e->d_name);
        char id[37] = "";
        size_t len = 0;
        tr_error err = {0};
        if (n != 41 || strcmp(e->d_name + 36, ".json") != 0) continue;
        memcpy(id, e->d_name, 36);
        char *const path = path_of_glossary(folder, id), *const text = read_file(path, &len);
        cJSON *const json = text ? cJSON_ParseWithLength(text, len) : NULL;
        stored_glossary *const g = read_glossary(folder, known, id, json, &err);
        if (g)
            add(ctx, g);
        else
            complain("%s: %s", path, err.msg);
        cJSON_Delete(json);
        free(text);
        free(path);
    }
    closedir(dir);
    return true;
}

/* ---- What was left ------------------------------------------------------------------------- */

enum { ID_LENGTH = 36 };

static bool is_id(const char *name)
{
    for (size_t i = 0; i < ID_LENGTH; i++) {
        const bool dash = i == 8 || i == 13 || i == 18 || i == 23;
        if (dash ? name[i] != '-' : !name[i] || !strchr("0123456789abcdef", name[i])) return false;
    }
    return true;
}

static bool ends_with(const char *name, const char *end)
{
    const size_t n = strlen(name), n_end = strlen(end);
    return n >= n_end && !strcmp(name + n - n_end, end);
}

/* The number of "-NUMBER.tsv"; 0: it is something else. */
static int number_in(const char *rest)
{
    char *end;
    const long n = *rest == '-' ? strtol(rest + 1, &end, 10) : 0;
    return n > 0 && n < INT_MAX && !strcmp(end, ".tsv") ? (int)n : 0;
}

static bool is_old(const char *path)
{
    enum { YOUNG = 60 }; /* seconds */
    struct stat st;
    return !lstat(path, &st) && S_ISREG(st.st_mode) && time(NULL) - st.st_mtime > YOUNG;
}

/* True if there is a glossary that could not be read: its terms may be wanted. */
static bool is_damaged(const char *folder, const char *id,
                       bool (*is_there)(void *ctx, const char *id, int number), void *ctx)
{
    char *const path = path_of_glossary(folder, id);
    const bool damaged = !is_there(ctx, id, 0) && !access(path, F_OK);
    free(path);
    return damaged;
}

void remove_leftovers(const char *folder, bool (*is_there)(void *ctx, const char *id, int number),
                      void *ctx)
{
    DIR *const dir = opendir(folder);

    if (!dir) return;
    for (const struct dirent *e; (e = readdir(dir));) {
        const char *const name = e->d_name + (e->d_name[0] == '.'); /* unfinished ones begin so */
        char id[ID_LENGTH + 1];
        if (!is_id(name)) continue;
        snprintf(id, sizeof id, "%.*s", ID_LENGTH, name);
        const int number = number_in(name + ID_LENGTH);
        const bool part = ends_with(name, ".part");
        if (!part &&
            (!number || is_there(ctx, id, number) || is_damaged(folder, id, is_there, ctx)))
            continue;
        char *const path = checked_format("%s/%s", folder, e->d_name);
        if (is_old(path)) unlink(path);
        free(path);
    }
    closedir(dir);
}
