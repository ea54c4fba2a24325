#include "serve/call/glossary_store.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "console/alloc.h"
#include "serve/call/glossary_files.h"

enum { MOST_DICTIONARIES = 1000 };

struct glossary_store {
    char *folder; /* NULL: in memory */
    pthread_mutex_t lock;
    stored_glossary *first;
    size_t n_dictionaries; /* of all */
};

/* False, after filling *err. */
static bool fail(tr_error *err, int code, const char *message)
{
    err->code = code;
    snprintf(err->msg, sizeof err->msg, "%s", message);
    return false;
}

/* ---- Finding ------------------------------------------------------------------------------- */

static bool may_use(const stored_glossary *g, const key *of)
{
    return !g->owner || (of && !strcmp(g->owner, of->name));
}

static stored_glossary *find_locked(const glossary_store *s, const key *of, const char *id)
{
    stored_glossary *g = s->first;
    while (g && (strcmp(g->id, id) != 0 || !may_use(g, of)))
        g = g->next;
    return g;
}

/* Which of [n] is of a pair; n: none. */
static size_t find_pair(dictionary *const *all, size_t n, const char *source, const char *target)
{
    size_t i = 0;
    while (i < n && !((!source || tr_language_fit(all[i]->source, source)) &&
                      (!target || tr_language_fit(all[i]->target, target))))
        i++;
    return i;
}

dictionary *glossaries_take(glossary_store *s, const key *of, const char *id, const char *source,
                            const char *target)
{
    pthread_mutex_lock(&s->lock);
    stored_glossary *const g = find_locked(s, of, id);
    const size_t at = g ? find_pair(g->dictionaries, g->n, source, target) : 0;
    dictionary *const d = g && at < g->n ? g->dictionaries[at] : NULL;
    if (d) d->n_holders++;
    pthread_mutex_unlock(&s->lock);
    return d;
}

void glossaries_let_go(glossary_store *s, dictionary *d)
{
    if (!d) return;
    pthread_mutex_lock(&s->lock);
    dictionary_let_go(d);
    pthread_mutex_unlock(&s->lock);
}

size_t glossaries_tell(glossary_store *s, const key *of, const char *id,
                       void (*take)(void *ctx, const stored_glossary *g), void *ctx)
{
    size_t n = 0;

    pthread_mutex_lock(&s->lock);
    for (const stored_glossary *g = s->first; g; g = g->next) {
        if (!may_use(g, of) || (id && strcmp(id, g->id) != 0)) continue;
        if (take) take(ctx, g);
        n++;
    }
    pthread_mutex_unlock(&s->lock);
    return n;
}

/* ---- Making and changing ------------------------------------------------------------------- */

/* "8-4-4-4-12" digits that nobody can guess. */
static bool make_id(char id[GLOSSARY_ID_SIZE])
{
    unsigned char b[16];

    if (getrandom(b, sizeof b, 0) != (ssize_t)sizeof b) return false;
    b[6] = (unsigned char)((b[6] & 0x0F) | 0x40);
    b[8] = (unsigned char)((b[8] & 0x3F) | 0x80);
    snprintf(id, GLOSSARY_ID_SIZE,
             "%02x%02x%02x%02x-%02x%02x-%02x%02x-%02x%02x-%02x%02x%02x%02x%02x%02x", b[0], b[1],
             b[2], b[3], b[4], b[5], b[6], b[7], b[8], b[9], b[10], b[11], b[12], b[13], b[14],
             b[15]);
    return true;
}

static int highest_number(const stored_glossary *g)
{
    int highest = 0;
    for (size_t i = 0; i < g->n; i++)
        if (g->dictionaries[i]->number > highest) highest = g->dictionaries[i]->number;
    return highest;
}

static bool holds(dictionary *const *all, size_t n, const dictionary *d)
{
    for (size_t i = 0; i < n; i++)
        if (all[i] == d) return true;
    return false;
}

/* Dictionaries of [n_all] that [n_other] does not hold go, with their files. */
static void drop_others_locked(glossary_store *s, const char *id, dictionary **all, size_t n_all,
                               dictionary *const *other, size_t n_other)
{
    for (size_t i = 0; i < n_all; i++) {
        if (holds(other, n_other, all[i])) continue;
        if (s->folder) delete_dictionary_file(s->folder, id, all[i]);
        dictionary_let_go(all[i]);
    }
    free(all);
}

/* The glossary gets another name, unless it is NULL, and [n] dictionaries, whose files are there.
 * If that cannot be kept, it is as it was: false.  It takes `after`. */
static bool replace_locked(glossary_store *s, stored_glossary *g, const char *name,
                           dictionary **after, size_t n)
{
    char *const renamed = checked_format("%s", name ? name : g->name);
    stored_glossary next = *g;

    next.name = renamed;
    next.dictionaries = after;
    next.n = n;
    if (s->folder && !write_glossary(s->folder, &next)) {
        drop_others_locked(s, g->id, after, n, g->dictionaries, g->n);
        free(renamed);
        return false;
    }
    s->n_dictionaries += n;
    s->n_dictionaries -= g->n;
    drop_others_locked(s, g->id, g->dictionaries, g->n, after, n);
    free(g->name);
    *g = next;
    return true;
}

/* A dictionary whose file is written; NULL after filling *err. */
static dictionary *make_dictionary_locked(const glossary_store *s, const char *id,
                                          const dictionary_text *text, int number, tr_error *err)
{
    if (text->len > MOST_GLOSSARY_BYTES) {
        fail(err, TR_EUNSUPPORTED, "the glossary is too large");
        return NULL;
    }
    dictionary *const d = dictionary_new(text, err);
    if (!d) return NULL;
    d->number = number;
    if (!s->folder || write_dictionary(s->folder, id, d)) return d;
    dictionary_let_go(d);
    fail(err, TR_EIO, "the glossary cannot be kept");
    return NULL;
}

/* Puts a new dictionary among [*n]; `old` is the highest number of the ones that were there. */
static bool put_locked(const glossary_store *s, const char *id, const dictionary_text *text,
                       bool merge, int old, int number, dictionary **after, size_t *n,
                       tr_error *err)
{
    const size_t at = find_pair(after, *n, text->source, text->target);
    dictionary_text made = *text;
    tr_buf merged = {0};

    if (at < *n && after[at]->number > old)
        return fail(err, TR_EINVAL, "two dictionaries are of one pair of languages");
    if (at == *n && s->n_dictionaries + *n >= MOST_DICTIONARIES)
        return fail(err, TR_EUNSUPPORTED, "there are too many glossaries");
    if (merge && at < *n) {
        merge_entries(after[at]->entries, after[at]->len, text->entries, text->len, &merged);
        made.entries = tr_buf_text(&merged);
        made.len = merged.len;
    }
    dictionary *const d = make_dictionary_locked(s, id, &made, number, err);
    tr_buf_free(&merged);
    if (!d) return false;
    after[at] = d;
    *n += at == *n;
    return true;
}

/* `g` may be new, and not yet in the store. */
static bool change_locked(glossary_store *s, stored_glossary *g, const char *name,
                          const dictionary_text *texts, size_t n_texts, bool merge, tr_error *err)
{
    dictionary **const after = checked_malloc((g->n + n_texts + 1) * sizeof *after);
    const int old = highest_number(g);
    size_t n = g->n;

    for (size_t i = 0; i < g->n; i++)
        after[i] = g->dictionaries[i];
    for (size_t i = 0; i < n_texts; i++) {
        if (put_locked(s, g->id, &texts[i], merge, old, old + 1 + (int)i, after, &n, err)) continue;
        drop_others_locked(s, g->id, after, n, g->dictionaries, g->n);
        return false;
    }
    return replace_locked(s, g, name, after, n) || fail(err, TR_EIO, "the glossary cannot be kept");
}

static void add_locked(void *ctx, stored_glossary *g)
{
    glossary_store *const s = ctx;

    g->next = s->first;
    s->first = g;
}

bool glossaries_make(glossary_store *s, const key *of, const char *name,
                     const dictionary_text *texts, size_t n, char id[GLOSSARY_ID_SIZE],
                     tr_error *err)
{
    stored_glossary *const g = checked_malloc(sizeof *g);

    *g = (stored_glossary){.name = checked_format("%s", name),
                           .owner = of ? checked_format("%s", of->name) : NULL,
                           .created = time(NULL)};
    pthread_mutex_lock(&s->lock);
    const bool made = make_id(g->id) ? change_locked(s, g, NULL, texts, n, false, err)
                                     : fail(err, TR_EIO, strerror(errno));
    if (made) add_locked(s, g);
    pthread_mutex_unlock(&s->lock);
    memcpy(id, g->id, GLOSSARY_ID_SIZE);
    if (!made) stored_glossary_free(g);
    return made;
}

bool glossaries_change(glossary_store *s, const key *of, const char *id, const char *name,
                       const dictionary_text *texts, size_t n, bool merge, tr_error *err)
{
    pthread_mutex_lock(&s->lock);
    stored_glossary *const g = find_locked(s, of, id);
    const bool changed = g ? change_locked(s, g, name, texts, n, merge, err)
                           : fail(err, TR_EINVAL, "there is no such glossary");
    pthread_mutex_unlock(&s->lock);
    return changed;
}

/* ---- Removing ------------------------------------------------------------------------------ */

static void remove_locked(glossary_store *s, stored_glossary *g)
{
    stored_glossary **at = &s->first;

    while (*at != g)
        at = &(*at)->next;
    *at = g->next;
    s->n_dictionaries -= g->n;
    stored_glossary_free(g);
}

static bool delete_pair_locked(glossary_store *s, stored_glossary *g, const char *source,
                               const char *target, tr_error *err)
{
    const size_t at = find_pair(g->dictionaries, g->n, source, target);
    size_t n = 0;

    if (at == g->n) return fail(err, TR_EINVAL, "there is no such dictionary");
    dictionary **const after = checked_malloc(g->n * sizeof *after);
    for (size_t i = 0; i < g->n; i++)
        if (i != at) after[n++] = g->dictionaries[i];
    return replace_locked(s, g, NULL, after, n) ||
           fail(err, TR_EIO, "the glossary cannot be changed");
}

bool glossaries_delete(glossary_store *s, const key *of, const char *id, const char *source,
                       const char *target, tr_error *err)
{
    pthread_mutex_lock(&s->lock);
    stored_glossary *const g = find_locked(s, of, id);
    bool deleted = g ? true : fail(err, TR_EINVAL, "there is no such glossary");
    if (g && source) {
        deleted = delete_pair_locked(s, g, source, target, err);
    } else if (g) {
        deleted = !s->folder || delete_glossary_files(s->folder, g) ||
                  fail(err, TR_EIO, "the glossary cannot be deleted");
        if (deleted) remove_locked(s, g);
    }
    pthread_mutex_unlock(&s->lock);
    return deleted;
}

/* ---- The store ----------------------------------------------------------------------------- */

static void add_read_locked(void *ctx, stored_glossary *g)
{
    glossary_store *const s = ctx;

    add_locked(s, g);
    s->n_dictionaries += g->n;
}

static bool read_folder_locked(glossary_store *s)
{
    stored_glossary *old = s->first;

    s->first = NULL;
    s->n_dictionaries = 0;
    if (!read_glossaries(s->folder, add_read_locked, s)) {
        s->first = old;
        for (const stored_glossary *g = old; g; g = g->next)
            s->n_dictionaries += g->n;
        return false;
    }
    for (stored_glossary *next; old; old = next) {
        next = old->next;
        stored_glossary_free(old);
    }
    return true;
}

void glossaries_reload(glossary_store *s)
{
    pthread_mutex_lock(&s->lock);
    if (s->folder) read_folder_locked(s);
    pthread_mutex_unlock(&s->lock);
}

/* `number` 0: any of the glossary. */
static bool is_there(void *ctx, const char *id, int number)
{
    const glossary_store *const s = ctx;

    for (const stored_glossary *g = s->first; g; g = g->next)
        for (size_t i = 0; i < g->n && !strcmp(g->id, id); i++)
            if (!number || g->dictionaries[i]->number == number) return true;
    return false;
}

glossary_store *glossaries_open(const char *folder)
{
    glossary_store *const s = checked_malloc(sizeof *s);

    *s = (glossary_store){.folder = folder ? checked_format("%s", folder) : NULL};
    pthread_mutex_init(&s->lock, NULL);
    if (!folder) return s;
    if (read_folder_locked(s)) {
        remove_leftovers(folder, is_there, s);
        return s;
    }
    glossaries_close(s);
    return NULL;
}

void glossaries_close(glossary_store *s)
{
    if (!s) return;
    while (s->first)
        remove_locked(s, s->first);
    pthread_mutex_destroy(&s->lock);
    free(s->folder);
    free(s);
}
