#include "serve/call/glossary_store.h"

#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include <cjson/cJSON.h>

#include "base/file.h"
#include "console/alloc.h"

enum { MOST_GLOSSARIES = 1000, MOST_BYTES = 10 << 20 };

struct glossary_store {
    char *folder; /* NULL: in memory */
    pthread_mutex_t lock;
    stored_glossary *first;
    size_t n;
};

static void free_glossary(stored_glossary *g)
{
    tr_glossary_free(g->terms);
    free(g->name);
    free(g->source);
    free(g->target);
    free(g->owner);
    free(g->entries);
    free(g);
}

/* ---- Files --------------------------------------------------------------------------------- */

/* The file has its name when it is whole; else false, after a sentence. */
static bool write_file(const char *path, const char *bytes, size_t len)
{
    tr_error e;

    const int rc = tr_file_store(path, bytes, len, &e);
    if (rc < 0) complain("%s", e.msg);
    return rc == 0;
}

static char *path_of(const glossary_store *s, const char *id, const char *ending)
{
    return checked_format("%s/%s%s", s->folder, id, ending);
}

/* The file that tells of a glossary is written last: without it, there is none. */
static bool keep(const glossary_store *s, const stored_glossary *g)
{
    cJSON *const json = cJSON_CreateObject();
    char *const tsv = path_of(s, g->id, ".tsv"), *const about = path_of(s, g->id, ".json");

    cJSON_AddStringToObject(json, "name", g->name);
    cJSON_AddStringToObject(json, "source", g->source);
    cJSON_AddStringToObject(json, "target", g->target);
    if (g->owner) cJSON_AddStringToObject(json, "owner", g->owner);
    cJSON_AddNumberToObject(json, "created", (double)g->created);
    char *const text = cJSON_PrintUnformatted(json);
    const bool kept = write_file(tsv, g->entries, g->len) && write_file(about, text, strlen(text));
    free(text);
    cJSON_Delete(json);
    free(tsv);
    free(about);
    return kept;
}

static void delete_files(const glossary_store *s, const char *id)
{
    static const char *const endings[] = {".json", ".tsv"};

    for (size_t i = 0; s->folder && i < 2; i++) {
        char *const path = path_of(s, id, endings[i]);
        unlink(path);
        free(path);
    }
}

static char *read_file(const char *path, size_t *len)
{
    FILE *const f = fopen(path, "rbe");
    char *bytes = f ? checked_malloc(MOST_BYTES + 1) : NULL;

    if (!f) return NULL;
    *len = fread(bytes, 1, MOST_BYTES + 1, f);
    if (*len > MOST_BYTES || ferror(f)) {
        free(bytes);
        bytes = NULL;
    } else {
        bytes[*len] = '\0';
    }
    fclose(f);
    return bytes;
}

/* ---- One ----------------------------------------------------------------------------------- */

/* "8-4-4-4-12" digits that nobody can guess. */
static bool make_id(char id[40])
{
    unsigned char b[16];

    if (getrandom(b, sizeof b, 0) != (ssize_t)sizeof b) return false;
    b[6] = (unsigned char)((b[6] & 0x0F) | 0x40);
    b[8] = (unsigned char)((b[8] & 0x3F) | 0x80);
    snprintf(id, 40, "%02x%02x%02x%02x-%02x%02x-%02x%02x-%02x%02x-%02x%02x%02x%02x%02x%02x", b[0],
             b[1], b[2], b[3], b[4], b[5], b[6], b[7], b[8], b[9], b[10], b[11], b[12], b[13],
             b[14], b[15]);
    return true;
}

/* Each line has a term, a tab and a translation; of a line end, CR LF is one.  0, or the line that
 * is none. */
static size_t find_bad_line(const char *text, size_t len)
{
    size_t number = 0;

    for (size_t at = 0; at < len;) {
        const char *const line = text + at, *const end = memchr(line, '\n', len - at);
        size_t n = end ? (size_t)(end - line) : len - at;
        at += n + 1;
        number++;
        if (n && line[n - 1] == '\r') n--;
        const char *const tab = memchr(line, '\t', n);
        const size_t before = tab ? (size_t)(tab - line) : 0;
        if (n && (!before || before + 1 == n || memchr(tab + 1, '\t', n - before - 1)))
            return number;
    }
    return 0;
}

static stored_glossary *make(const char *name, const char *source, const char *target,
                             const char *owner, const char *entries, size_t len, tr_error *err)
{
    const size_t bad = find_bad_line(entries, len);
    tr_glossary *terms;

    if (bad) {
        err->code = TR_EFORMAT;
        snprintf(err->msg, sizeof err->msg, "entries:%zu: is not a term, a tab and a translation",
                 bad);
        return NULL;
    }
    if (tr_glossary_read(&terms, "entries", entries, len, err) < 0) return NULL;
    stored_glossary *const g = checked_malloc(sizeof *g);
    *g = (stored_glossary){.name = checked_format("%s", name),
                           .source = checked_format("%s", source),
                           .target = checked_format("%s", target),
                           .owner = owner ? checked_format("%s", owner) : NULL,
                           .created = time(NULL),
                           .entries = checked_copy(entries, len),
                           .len = len,
                           .n_terms = tr_glossary_terms(terms),
                           .terms = terms};
    snprintf(g->digest, sizeof g->digest, "%s", tr_glossary_digest(terms));
    return g;
}

static void add_locked(glossary_store *s, stored_glossary *g)
{
    g->next = s->first;
    s->first = g;
    s->n++;
}

static stored_glossary *fail(stored_glossary *g, tr_error *err, int code, const char *message)
{
    err->code = code;
    snprintf(err->msg, sizeof err->msg, "%s", message);
    if (g) free_glossary(g);
    return NULL;
}

stored_glossary *glossaries_make(glossary_store *s, const key *of, const char *name,
                                 const char *source, const char *target, const char *entries,
                                 size_t len, tr_error *err)
{
    if (len > MOST_BYTES) return fail(NULL, err, TR_EUNSUPPORTED, "the glossary is too large");
    stored_glossary *const g = make(name, source, target, of ? of->name : NULL, entries, len, err);
    if (!g) return NULL;
    g->n_users = 1;
    if (!make_id(g->id)) return fail(g, err, TR_EIO, strerror(errno));
    pthread_mutex_lock(&s->lock);
    const bool full = s->n >= MOST_GLOSSARIES;
    const bool kept = !full && (!s->folder || keep(s, g));
    if (kept) add_locked(s, g);
    if (!kept && !full) delete_files(s, g->id);
    pthread_mutex_unlock(&s->lock);
    if (full) return fail(g, err, TR_EUNSUPPORTED, "there are too many glossaries");
    return kept ? g : fail(g, err, TR_EIO, "the glossary cannot be kept");
}

/* ---- Using --------------------------------------------------------------------------------- */

static bool may_use(const stored_glossary *g, const key *of)
{
    return !g->deleted && (!g->owner || (of && !strcmp(g->owner, of->name)));
}

static stored_glossary *find_locked(const glossary_store *s, const key *of, const char *id)
{
    stored_glossary *g = s->first;
    while (g && (strcmp(g->id, id) != 0 || !may_use(g, of)))
        g = g->next;
    return g;
}

static void remove_if_unused_locked(glossary_store *s, stored_glossary *g)
{
    stored_glossary **at = &s->first;

    if (!g->deleted || g->n_users) return;
    while (*at != g)
        at = &(*at)->next;
    *at = g->next;
    s->n--;
    free_glossary(g);
}

stored_glossary *glossaries_take(glossary_store *s, const key *of, const char *id)
{
    pthread_mutex_lock(&s->lock);
    stored_glossary *const g = find_locked(s, of, id);
    if (g) g->n_users++;
    pthread_mutex_unlock(&s->lock);
    return g;
}

void glossaries_let_go(glossary_store *s, stored_glossary *g)
{
    pthread_mutex_lock(&s->lock);
    g->n_users--;
    remove_if_unused_locked(s, g);
    pthread_mutex_unlock(&s->lock);
}

bool glossaries_delete(glossary_store *s, const key *of, const char *id)
{
    pthread_mutex_lock(&s->lock);
    stored_glossary *const g = find_locked(s, of, id);
    if (g) {
        delete_files(s, id);
        g->deleted = true;
        remove_if_unused_locked(s, g);
    }
    pthread_mutex_unlock(&s->lock);
    return g != NULL;
}

void glossaries_each(glossary_store *s, const key *of,
                     void (*take)(void *ctx, const stored_glossary *g), void *ctx)
{
    pthread_mutex_lock(&s->lock);
    for (const stored_glossary *g = s->first; g; g = g->next)
        if (may_use(g, of)) take(ctx, g);
    pthread_mutex_unlock(&s->lock);
}

/* ---- The folder ---------------------------------------------------------------------------- */

static const char *text_of(const cJSON *json, const char *name)
{
    const cJSON *const item = cJSON_GetObjectItemCaseSensitive(json, name);
    return cJSON_IsString(item) ? item->valuestring : NULL;
}

static void read_one_locked(glossary_store *s, const char *id)
{
    char *const about = path_of(s, id, ".json"), *const tsv = path_of(s, id, ".tsv");
    size_t n_text = 0, n_entries = 0;
    char *const text = read_file(about, &n_text), *const entries = read_file(tsv, &n_entries);
    cJSON *const json = text ? cJSON_ParseWithLength(text, n_text) : NULL;
    const char *const source = text_of(json, "source"), *const target = text_of(json, "target");
    const char *const name = text_of(json, "name");
    const cJSON *const created = cJSON_GetObjectItemCaseSensitive(json, "created");
    tr_error e = {.msg = "is no glossary of a server"};
    stored_glossary *const g =
        entries && name && source && target
            ? make(name, source, target, text_of(json, "owner"), entries, n_entries, &e)
            : NULL;

    if (g) {
        snprintf(g->id, sizeof g->id, "%s", id);
        if (cJSON_IsNumber(created)) g->created = (time_t)created->valuedouble;
        add_locked(s, g);
    } else {
        complain("%s: %s", about, e.msg);
    }
    cJSON_Delete(json);
    free(text);
    free(entries);
    free(about);
    free(tsv);
}

/* What was read before goes, when nobody uses it any more. */
static void forget_all_locked(glossary_store *s)
{
    for (stored_glossary *g = s->first, *next; g; g = next) {
        next = g->next;
        g->deleted = true;
        remove_if_unused_locked(s, g);
    }
}

static bool read_folder_locked(glossary_store *s)
{
    DIR *const dir = opendir(s->folder);

    if (!dir) {
        complain("%s: %s", s->folder, strerror(errno));
        return false;
    }
    forget_all_locked(s);
    for (const struct dirent *e; (e = readdir(dir));) {
        const size_t n = strlen(e->d_name);
        char id[40];
        if (n != 41 || strcmp(e->d_name + 36, ".json") != 0) continue;
        memcpy(id, e->d_name, 36);
        id[36] = '\0';
        read_one_locked(s, id);
    }
    closedir(dir);
    return true;
}

void glossaries_reload(glossary_store *s)
{
    pthread_mutex_lock(&s->lock);
    if (s->folder) read_folder_locked(s);
    pthread_mutex_unlock(&s->lock);
}

glossary_store *glossaries_open(const char *folder)
{
    glossary_store *const s = checked_malloc(sizeof *s);

    *s = (glossary_store){.folder = folder ? checked_format("%s", folder) : NULL};
    pthread_mutex_init(&s->lock, NULL);
    if (!folder || read_folder_locked(s)) return s;
    glossaries_close(s);
    return NULL;
}

void glossaries_close(glossary_store *s)
{
    if (!s) return;
    for (stored_glossary *g = s->first, *next; g; g = next) {
        next = g->next;
        free_glossary(g);
    }
    pthread_mutex_destroy(&s->lock);
    free(s->folder);
    free(s);
}
