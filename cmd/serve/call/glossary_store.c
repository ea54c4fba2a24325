#include "serve/call/glossary_store.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "console/alloc.h"
#include "serve/call/glossary_files.h"

enum { MOST_DICTIONARIES = 1000 };

/* What clients wait for is never held while terms are read or written. */
struct glossary_store {
    char *folder; /* NULL: in memory */
    /* `changing` is for who changes what there is, and is taken first; who reads has either. */
    pthread_mutex_t changing, lock;
    stored_glossary *first;
    size_t n_dictionaries;  /* of all */
    atomic_int last_number; /* of a file of terms, that was given to one */
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
    if (d) dictionary_hold(d);
    pthread_mutex_unlock(&s->lock);
    return d;
}

void glossaries_let_go(dictionary *d)
{
    if (d) dictionary_let_go(d);
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

static bool holds(dictionary *const *all, size_t n, const dictionary *d)
{
    for (size_t i = 0; i < n; i++)
        if (all[i] == d) return true;
    return false;
}

/* Dictionaries of [n_all] that [n_other] does not hold go, with their files. */
static void drop_others(glossary_store *s, const char *id, dictionary **all, size_t n_all,
                        dictionary *const *other, size_t n_other)
{
    for (size_t i = 0; i < n_all; i++) {
        if (!all[i] || holds(other, n_other, all[i])) continue;
        if (s->folder) delete_dictionary_file(s->folder, id, all[i]);
        dictionary_let_go(all[i]);
    }
    free(all);
}

/* The glossary gets another name, unless it is NULL, and [n] dictionaries, whose files are there.
 * If that cannot be kept, it is as it was: false.  It takes the array. */
static bool replace_changing(glossary_store *s, stored_glossary *g, const char *name,
                             dictionary **after, size_t n)
{
    stored_glossary next = *g;
    char *const old_name = g->name;
    dictionary **const before = g->dictionaries;
    const size_t n_before = g->n;

    next.name = checked_format("%s", name ? name : g->name);
    next.dictionaries = after;
    next.n = n;
    if (s->folder && !write_glossary(s->folder, &next)) {
        free(next.name);
        free(after);
        return false;
    }
    pthread_mutex_lock(&s->lock);
    g->name = next.name;
    g->dictionaries = after;
    g->n = n;
    pthread_mutex_unlock(&s->lock);
    s->n_dictionaries += n;
    s->n_dictionaries -= n_before;
    drop_others(s, g->id, before, n_before, after, n);
    free(old_name);
    return true;
}

/* Dictionaries that a glossary is to get. */
typedef struct change {
    const char *id;
    const dictionary_text *texts;
    dictionary **made;   /* [n], of the texts, with their files */
    dictionary **merged; /* [n] what the glossary had of a pair, which was merged; NULL: nothing */
    size_t n;
} change;

static void drop_made(glossary_store *s, change *c)
{
    drop_others(s, c->id, c->made, c->n, NULL, 0);
    for (size_t i = 0; i < c->n; i++)
        glossaries_let_go(c->merged[i]);
    free(c->merged);
}

/* A dictionary whose file is written; NULL after filling *err. */
static dictionary *make_dictionary(glossary_store *s, const char *id, const dictionary_text *text,
                                   tr_error *err)
{
    if (text->len > MOST_GLOSSARY_BYTES) {
        fail(err, TR_EUNSUPPORTED, "the glossary is too large");
        return NULL;
    }
    dictionary *const d = dictionary_new(text, err);
    if (!d) return NULL;
    d->number = atomic_fetch_add(&s->last_number, 1) + 1;
    if (!s->folder || write_dictionary(s->folder, id, d)) return d;
    dictionary_let_go(d);
    fail(err, TR_EIO, "the glossary cannot be kept");
    return NULL;
}

static dictionary *make_merged(glossary_store *s, const char *id, const dictionary_text *text,
                               const dictionary *old, tr_error *err)
{
    dictionary_text made = *text;
    tr_buf merged = {0};

    merge_entries(old->entries, old->len, text->entries, text->len, &merged);
    made.entries = tr_buf_text(&merged);
    made.len = merged.len;
    dictionary *const d = make_dictionary(s, id, &made, err);
    tr_buf_free(&merged);
    return d;
}

/* Reads and writes all terms, while others use the store.  False after filling *err. */
static bool begin_change(glossary_store *s, const key *of, change *c, bool merge, tr_error *err)
{
    bool fine = true;

    c->made = checked_malloc((c->n + 1) * sizeof(dictionary *));
    c->merged = checked_malloc((c->n + 1) * sizeof(dictionary *));
    for (size_t i = 0; i < c->n; i++)
        c->made[i] = c->merged[i] = NULL;
    for (size_t i = 0; i < c->n && fine; i++) {
        const dictionary_text *const t = &c->texts[i];
        if (find_pair(c->made, i, t->source, t->target) < i)
            fine = fail(err, TR_EINVAL, "two dictionaries are of one pair of languages");
        if (fine && merge) c->merged[i] = glossaries_take(s, of, c->id, t->source, t->target);
        if (fine)
            c->made[i] = c->merged[i] ? make_merged(s, c->id, t, c->merged[i], err)
                                      : make_dictionary(s, c->id, t, err);
        fine = fine && c->made[i];
    }
    if (!fine) drop_made(s, c);
    return fine;
}

/* True if what was merged is no longer what the glossary has. */
static bool is_late(const change *c, const stored_glossary *g)
{
    for (size_t i = 0; i < c->n; i++) {
        const dictionary_text *const t = &c->texts[i];
        const size_t at = find_pair(g->dictionaries, g->n, t->source, t->target);
        if (c->merged[i] != (at < g->n ? g->dictionaries[at] : NULL)) return true;
    }
    return false;
}

/* `g` may be new, and not yet in the store.  False after filling *err; what was made is gone then.
 */
static bool end_change_changing(glossary_store *s, stored_glossary *g, const char *name, change *c,
                                tr_error *err)
{
    dictionary **const after = checked_malloc((g->n + c->n + 1) * sizeof *after);
    size_t n = g->n;

    for (size_t i = 0; i < g->n; i++)
        after[i] = g->dictionaries[i];
    for (size_t i = 0; i < c->n; i++) {
        const dictionary_text *const t = &c->texts[i];
        const size_t at = find_pair(after, n, t->source, t->target);
        after[at] = c->made[i];
        n += at == n;
    }
    if (s->n_dictionaries + n - g->n > MOST_DICTIONARIES && n > g->n) {
        free(after);
        drop_made(s, c);
        return fail(err, TR_EUNSUPPORTED, "there are too many glossaries");
    }
    if (!replace_changing(s, g, name, after, n)) {
        drop_made(s, c);
        return fail(err, TR_EIO, "the glossary cannot be kept");
    }
    for (size_t i = 0; i < c->n; i++)
        c->made[i] = NULL; /* they are the glossary's */
    drop_made(s, c);
    return true;
}

static void add(void *ctx, stored_glossary *g)
{
    stored_glossary **const list = ctx;

    g->next = *list;
    *list = g;
}

bool glossaries_make(glossary_store *s, const key *of, const char *name,
                     const dictionary_text *texts, size_t n, char id[GLOSSARY_ID_SIZE],
                     tr_error *err)
{
    change c = {.id = id, .texts = texts, .n = n};

    if (!make_id(id)) return fail(err, TR_EIO, strerror(errno));
    if (!begin_change(s, of, &c, false, err)) return false;
    stored_glossary *const g = checked_malloc(sizeof *g);
    *g = (stored_glossary){.name = checked_format("%s", name),
                           .owner = of ? checked_format("%s", of->name) : NULL,
                           .created = time(NULL)};
    memcpy(g->id, id, GLOSSARY_ID_SIZE);
    pthread_mutex_lock(&s->changing);
    const bool made = end_change_changing(s, g, NULL, &c, err);
    pthread_mutex_lock(&s->lock);
    if (made) add(&s->first, g);
    pthread_mutex_unlock(&s->lock);
    pthread_mutex_unlock(&s->changing);
    if (!made) stored_glossary_free(g);
    return made;
}

bool glossaries_change(glossary_store *s, const key *of, const char *id, const char *name,
                       const dictionary_text *texts, size_t n, bool merge, tr_error *err)
{
    for (;;) {
        change c = {.id = id, .texts = texts, .n = n};
        if (!glossaries_tell(s, of, id, NULL, NULL))
            return fail(err, TR_EINVAL, "there is no such glossary");
        if (!begin_change(s, of, &c, merge, err)) return false;
        pthread_mutex_lock(&s->changing);
        stored_glossary *const g = find_locked(s, of, id);
        const bool late = !g || (merge && is_late(&c, g));
        const bool changed = !late && end_change_changing(s, g, name, &c, err);
        pthread_mutex_unlock(&s->changing);
        if (!late) return changed;
        drop_made(s, &c); /* others have changed or removed it meanwhile */
    }
}

/* ---- Removing ------------------------------------------------------------------------------ */

static void remove_changing(glossary_store *s, stored_glossary *g)
{
    stored_glossary **at = &s->first;

    pthread_mutex_lock(&s->lock);
    while (*at != g)
        at = &(*at)->next;
    *at = g->next;
    pthread_mutex_unlock(&s->lock);
    s->n_dictionaries -= g->n;
    stored_glossary_free(g);
}

static bool delete_pair_changing(glossary_store *s, stored_glossary *g, const char *source,
                                 const char *target, tr_error *err)
{
    const size_t at = find_pair(g->dictionaries, g->n, source, target);
    size_t n = 0;

    if (at == g->n) return fail(err, TR_EINVAL, "there is no such dictionary");
    dictionary **const after = checked_malloc(g->n * sizeof *after);
    for (size_t i = 0; i < g->n; i++)
        if (i != at) after[n++] = g->dictionaries[i];
    return replace_changing(s, g, NULL, after, n) ||
           fail(err, TR_EIO, "the glossary cannot be changed");
}

bool glossaries_delete(glossary_store *s, const key *of, const char *id, const char *source,
                       const char *target, tr_error *err)
{
    pthread_mutex_lock(&s->changing);
    stored_glossary *const g = find_locked(s, of, id);
    bool deleted = g ? true : fail(err, TR_EINVAL, "there is no such glossary");
    if (g && source) {
        deleted = delete_pair_changing(s, g, source, target, err);
    } else if (g) {
        deleted = !s->folder || delete_glossary_files(s->folder, g) ||
                  fail(err, TR_EIO, "the glossary cannot be deleted");
        if (deleted) remove_changing(s, g);
    }
    pthread_mutex_unlock(&s->changing);
    return deleted;
}

/* ---- The store ----------------------------------------------------------------------------- */

static void free_all(stored_glossary *g)
{
    for (stored_glossary *next; g; g = next) {
        next = g->next;
        stored_glossary_free(g);
    }
}

/* Numbers of files that are there are given to no others. */
static void count_number(glossary_store *s, int number)
{
    int last = atomic_load(&s->last_number);
    while (last < number && !atomic_compare_exchange_weak(&s->last_number, &last, number))
        ;
}

static bool read_folder_changing(glossary_store *s)
{
    stored_glossary *const old = s->first, *list = NULL;
    size_t n = 0;

    if (!read_glossaries(s->folder, old, add, &list)) {
        free_all(list);
        return false;
    }
    for (const stored_glossary *g = list; g; g = g->next)
        for (size_t i = 0; i < g->n; i++, n++)
            count_number(s, g->dictionaries[i]->number);
    s->n_dictionaries = n;
    pthread_mutex_lock(&s->lock);
    s->first = list;
    pthread_mutex_unlock(&s->lock);
    free_all(old);
    return true;
}

void glossaries_reload(glossary_store *s)
{
    pthread_mutex_lock(&s->changing);
    if (s->folder) read_folder_changing(s);
    pthread_mutex_unlock(&s->changing);
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
    pthread_mutex_init(&s->changing, NULL);
    pthread_mutex_init(&s->lock, NULL);
    if (!folder) return s;
    if (read_folder_changing(s)) {
        remove_leftovers(folder, is_there, s);
        return s;
    }
    glossaries_close(s);
    return NULL;
}

void glossaries_close(glossary_store *s)
{
    if (!s) return;
    free_all(s->first);
    pthread_mutex_destroy(&s->changing);
    pthread_mutex_destroy(&s->lock);
    free(s->folder);
    free(s);
}
