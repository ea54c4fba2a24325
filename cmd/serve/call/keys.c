#include "serve/call/keys.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/hash.h"
#include "console/alloc.h"
#include "console/clock.h"

enum { LONGEST_LINE = 4096, MOST_KEYS = 10000 };

struct keys {
    char *path;
    pthread_mutex_t lock;
    key **items; /* [n], that hold now; who has another one has the last word on it */
    size_t n;
};

static void append(key ***list, size_t *n, key *k)
{
    *list = checked_realloc(*list, *n + 1, sizeof **list);
    (*list)[(*n)++] = k;
}

static bool parse_count(const char *word, unsigned *count)
{
    char *end;
    if (!word) return true;
    const unsigned long n = strtoul(word, &end, 10);
    *count = (unsigned)n;
    return *word >= '0' && *word <= '9' && !*end && n <= 1000000000;
}

/* A line's key; NULL for none, *bad: it is not one. */
static key *parse_line(char *line, bool *bad)
{
    char *rest;
    const char *const name = strtok_r(line, " \t\r\n", &rest);
    if (!name || *name == '#') return NULL;
    const char *const secret = strtok_r(NULL, " \t\r\n", &rest);
    key k = {0};
    *bad = !secret || !parse_count(strtok_r(NULL, " \t\r\n", &rest), &k.requests) ||
           !parse_count(strtok_r(NULL, " \t\r\n", &rest), &k.characters) ||
           strtok_r(NULL, " \t\r\n", &rest);
    if (*bad) return NULL;
    key *const made = checked_malloc(sizeof *made);
    k.name = checked_format("%s", name);
    k.secret = checked_format("%s", secret);
    k.tokens_requests = k.requests;
    k.tokens_characters = k.characters;
    k.since = clock_seconds();
    k.client = tr_fnv1a(TR_FNV1A_START, secret, strlen(secret));
    *made = k;
    return made;
}

static bool read_file(const char *path, key ***items, size_t *n)
{
    char line[LONGEST_LINE];
    FILE *const f = fopen(path, "re");
    size_t number = 0;
    bool bad = false;

    if (!f) {
        complain("%s: %s", path, strerror(errno));
        return false;
    }
    while (!bad && fgets(line, sizeof line, f)) {
        number++;
        bad = strlen(line) + 1 == sizeof line || *n == MOST_KEYS;
        key *const k = bad ? NULL : parse_line(line, &bad);
        if (!k) continue;
        k->is_owner = *n == 0;
        append(items, n, k);
    }
    if (bad) complain("%s:%zu: is not NAME KEY [REQUESTS] [CHARACTERS]", path, number);
    const bool failed = ferror(f);
    if (failed) complain("%s: %s", path, strerror(errno));
    fclose(f);
    if (!bad && !failed && !*n) complain("%s: has no key", path);
    return !bad && !failed && *n;
}

/* False, after a sentence, for what has no end, or what a server would wait for. */
static bool is_readable_again(const char *path)
{
    tr_error err;
    const int kind = tr_file_kind(path, &err);

    if (kind < 0)
        complain("%s", err.msg);
    else if (kind != TR_FILE_REGULAR)
        complain("%s: %s", path,
                 kind == TR_FILE_ABSENT ? strerror(ENOENT) : "is not a regular file");
    return kind == TR_FILE_REGULAR;
}

static void free_key(key *k)
{
    free(k->name);
    free(k->secret);
    free(k);
}

static void free_all(key **items, size_t n)
{
    for (size_t i = 0; i < n; i++)
        free_key(items[i]);
    free(items);
}

keys *keys_read(const char *path)
{
    keys k = {0};

    if (!read_file(path, &k.items, &k.n)) {
        free_all(k.items, k.n);
        return NULL;
    }
    keys *const made = checked_malloc(sizeof *made);
    k.path = checked_format("%s", path);
    *made = k;
    pthread_mutex_init(&made->lock, NULL);
    return made;
}

void keys_free(keys *k)
{
    if (!k) return;
    free_all(k->items, k->n);
    pthread_mutex_destroy(&k->lock);
    free(k->path);
    free(k);
}

static bool is_same(const key *a, const key *b)
{
    return !strcmp(a->name, b->name) && !strcmp(a->secret, b->secret) &&
           a->requests == b->requests && a->characters == b->characters &&
           a->is_owner == b->is_owner;
}

static int by_place(const void *a, const void *b)
{
    const key *const x = **(key * *const *)a, *const y = **(key * *const *)b;
    const int order = strcmp(x->secret, y->secret);
    return order ? order : strcmp(x->name, y->name);
}

/* The place in [n] of each key, in the order of their secrets. */
static key ***sort_places(key **items, size_t n)
{
    key ***const places = checked_realloc(NULL, n, sizeof *places);
    for (size_t i = 0; i < n; i++)
        places[i] = &items[i];
    qsort(places, n, sizeof *places, by_place);
    return places;
}

/* Keys that are as they were stay, with what they have left; others go, with their last holder. */
void keys_reload(keys *k)
{
    key **items = NULL;
    size_t n = 0;

    if (!is_readable_again(k->path)) return;
    if (!read_file(k->path, &items, &n)) {
        free_all(items, n);
        return;
    }
    key ***const places = sort_places(items, n);
    for (size_t i = 0; i < n; i++)
        items[i]->is_gone = true; /* until it is known whether it is an old one */
    pthread_mutex_lock(&k->lock);
    for (size_t i = 0; i < k->n; i++) {
        key *const old = k->items[i], **const here = &k->items[i];
        key ***const same = bsearch(&here, places, n, sizeof *places, by_place);
        if (same && (**same)->is_gone && is_same(**same, old)) {
            free_key(**same);
            **same = old;
        } else if (old->n_holders) {
            old->is_gone = true;
        } else {
            free_key(old);
        }
    }
    for (size_t i = 0; i < n; i++)
        items[i]->is_gone = false;
    free(k->items);
    k->items = items;
    k->n = n;
    pthread_mutex_unlock(&k->lock);
    free(places);
}

bool keys_is_secret(const char *given, const char *right)
{
    const size_t n = strlen(right);
    unsigned differs = strlen(given) != n;

    for (size_t i = 0; i < n && given[i]; i++)
        differs |= (unsigned char)(given[i] ^ right[i]);
    return !differs;
}

const key *keys_find(keys *k, const char *secret)
{
    key *found = NULL;

    pthread_mutex_lock(&k->lock);
    for (size_t i = 0; i < k->n; i++)
        if (keys_is_secret(secret, k->items[i]->secret)) found = k->items[i];
    if (found) found->n_holders++;
    pthread_mutex_unlock(&k->lock);
    return found;
}

const key *keys_hold(keys *k, const key *of)
{
    if (!of) return NULL;
    pthread_mutex_lock(&k->lock);
    ((key *)(uintptr_t)of)->n_holders++;
    pthread_mutex_unlock(&k->lock);
    return of;
}

void keys_let_go(keys *k, const key *of)
{
    key *const mine = (key *)(uintptr_t)of;

    if (!of) return;
    pthread_mutex_lock(&k->lock);
    const bool last = --mine->n_holders == 0 && mine->is_gone;
    pthread_mutex_unlock(&k->lock);
    if (last) free_key(mine);
}

static void refill(double *left, unsigned most, double seconds)
{
    *left += most * seconds / 60;
    if (*left > most) *left = most;
}

static double lacking(double left, unsigned most, double wanted)
{
    return most && left < wanted ? (wanted - left) * 60 / most : 0;
}

int keys_spend(keys *k, const key *of, unsigned requests, size_t characters)
{
    const double now = clock_seconds();
    key *const mine = (key *)(uintptr_t)of;

    pthread_mutex_lock(&k->lock);
    refill(&mine->tokens_requests, mine->requests, now - mine->since);
    refill(&mine->tokens_characters, mine->characters, now - mine->since);
    mine->since = now;
    double wait = lacking(mine->tokens_requests, mine->requests, requests);
    const double other = lacking(mine->tokens_characters, mine->characters, (double)characters);
    if (other > wait) wait = other;
    if (wait <= 0) {
        mine->tokens_requests -= requests;
        mine->tokens_characters -= (double)characters;
    }
    pthread_mutex_unlock(&k->lock);
    return wait > 0 ? (int)ceil(wait) : 0;
}

void keys_count(keys *k, const key *of, size_t characters)
{
    pthread_mutex_lock(&k->lock);
    ((key *)(uintptr_t)of)->translated += characters;
    pthread_mutex_unlock(&k->lock);
}

uint64_t keys_counted(keys *k, const key *of)
{
    pthread_mutex_lock(&k->lock);
    const uint64_t n = of->translated;
    pthread_mutex_unlock(&k->lock);
    return n;
}
