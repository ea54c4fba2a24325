#include "dictionary/dictionary_format.h"

#include <stdlib.h>
#include <string.h>

#include "base/word_list.h"
#include "dictionary/dictionary_files.h"
#include "dictionary/headword.h"
#include "text/terms/inflection.h"

enum { MOST_ENTRIES = 100, MOST_LOOKED_AT = 10000 };

/* ---- Opening ---- */

/* How many words of a list the dictionary has that another list has not. */
static size_t count_listed(const tr_dictionary *d, const char *list, const char *other)
{
    size_t n = 0, len, n_places;
    tr_buf key = {0};

    for (const char *word = list; (word = tr_list_next(word, &len)); word += len) {
        if (tr_list_has(other, word, len)) continue;
        tr_headword_key(d->source, word, len, &key);
        if (!key.len) continue;
        tr_word_index_find(&d->index, key.data, key.len, &n_places);
        n += n_places > 0;
    }
    tr_buf_free(&key);
    return n;
}

/* TR_EFORMAT for a dictionary that has the small words of the other language. */
static int check_direction(const tr_dictionary *d, const char *target_name, tr_error *err)
{
    enum { ENOUGH = 10 };
    const char *const of_source = d->source->words.function;
    const char *const of_target = d->target->words.function;

    if (!of_source || !of_target) return 0;
    const size_t n = count_listed(d, of_source, of_target);
    if (count_listed(d, of_target, of_source) <= 2 * n + ENOUGH) return 0;
    return tr_fail(err, TR_EFORMAT, "%s: is a dictionary of words of \"%s\", not of \"%s\"",
                   d->path, target_name, d->source_name);
}

int tr_dictionary_open(tr_dictionary **dictionary, const char *path, const char *source_language,
                       const char *target_language, tr_error *err)
{
    tr_dictionary *const d = calloc(1, sizeof *d);

    *dictionary = NULL;
    if (!d) return tr_fail_memory(err);
    d->source = tr_language_data(source_language);
    d->target = tr_language_data(target_language);
    d->source_name = strdup(source_language);
    int rc = d->source_name ? tr_dictionary_files_open(d, path, err) : tr_fail_memory(err);
    if (rc == 0) rc = d->format->index(d, err);
    if (rc == 0 && d->index.failed) rc = tr_fail_memory(err);
    if (rc == 0 && !d->index.n)
        rc = tr_fail(err, TR_EFORMAT, "%s: is a dictionary without words", d->path);
    if (rc == 0) tr_word_index_end(&d->index);
    if (rc == 0) rc = check_direction(d, target_language, err);
    if (rc < 0) {
        tr_dictionary_free(d);
        return rc;
    }
    *dictionary = d;
    return 0;
}

void tr_dictionary_free(tr_dictionary *d)
{
    if (!d) return;
    tr_word_index_free(&d->index);
    tr_dictionary_files_close(d);
    free(d->source_name);
    free(d);
}

const char *tr_dictionary_digest(const tr_dictionary *d)
{
    return d->digest;
}

/* ---- Words ---- */

/* Tells the entries of a key: how many, or an error. */
static int find_key(const tr_dictionary *d, const char *key, size_t len, tr_entry_items *items,
                    tr_error *err)
{
    tr_buf word = {0}, own = {0};
    size_t n_places, tried = 0;
    int n = 0, rc = 0;

    const struct tr_word_place *const places = tr_word_index_find(&d->index, key, len, &n_places);
    if (n_places > MOST_LOOKED_AT) n_places = MOST_LOOKED_AT;
    for (size_t i = 0; i < n_places && tried < MOST_ENTRIES && rc == 0; i++) {
        const size_t told = items->n;
        d->format->word(d, places[i].at, &word);
        tr_headword_key(d->source, tr_buf_text(&word), word.len, &own);
        if (word.failed || own.failed) rc = tr_fail_memory(err);
        if (own.len != len || memcmp(own.data, key, len) != 0) continue;
        rc = d->format->tell(d, places[i].at, items, err);
        tried++;
        n += items->n > told;
    }
    if (rc == 0 && items->failed) rc = tr_fail_memory(err);
    tr_buf_free(&word);
    tr_buf_free(&own);
    return rc < 0 ? rc : n;
}

/* Tells the entries of the words that a key may be a form of. */
static int find_stems(const tr_dictionary *d, const tr_buf *key, tr_entry_items *items,
                      tr_error *err)
{
    tr_buf stems = {0};
    int n = 0;

    const tr_stem_counts counts = tr_stems(d->source_name, key->data, key->len, &stems);
    const char *stem = tr_buf_text(&stems);
    for (size_t i = 0; i < counts.all && n == 0 && !stems.failed; i++) {
        if (i) n = find_key(d, stem, strlen(stem), items, err);
        stem += strlen(stem) + 1;
    }
    if (stems.failed) n = tr_fail_memory(err);
    tr_buf_free(&stems);
    return n;
}

int tr_dictionary_find(const tr_dictionary *d, tr_string word, tr_dictionary_tell tell, void *ctx,
                       tr_error *err)
{
    tr_entry_items items = {.source = d->source,
                            .target = d->target,
                            .marks = d->format->marks,
                            .tell = tell,
                            .ctx = ctx};
    tr_buf key = {0};
    int n = 0;

    tr_headword_key(d->source, word.text, word.len, &key);
    if (key.len) n = find_key(d, key.data, key.len, &items, err);
    if (key.len && n == 0) n = find_stems(d, &key, &items, err);
    if (key.failed) n = tr_fail_memory(err);
    tr_buf_free(&key);
    tr_entry_items_free(&items);
    return n;
}

/* ---- Near words ---- */

static int compare_places(const void *a, const void *b)
{
    const uint32_t p = *(const uint32_t *)a, q = *(const uint32_t *)b;
    return p < q ? -1 : p > q;
}

/* Where near words stand, the first `most` of them in the order of the dictionary. */
static size_t collect_near(const tr_dictionary *d, const tr_buf *key, uint32_t *at, size_t most,
                           bool *failed)
{
    tr_buf word = {0}, own = {0};
    uint32_t hash = 0;
    size_t n = 0;

    for (size_t i = 0; i < d->index.n && n < most; i++) {
        const struct tr_word_place *const p = &d->index.places[i];
        if (n && p->hash == hash) continue;
        d->format->word(d, p->at, &word);
        if (word.len > key->len + 64) continue;
        tr_headword_key(d->source, tr_buf_text(&word), word.len, &own);
        *failed = *failed || word.failed || own.failed;
        if (!own.len || !tr_headword_is_near(key->data, key->len, own.data, own.len)) continue;
        hash = p->hash;
        at[n++] = p->at;
    }
    tr_buf_free(&word);
    tr_buf_free(&own);
    qsort(at, n, sizeof *at, compare_places);
    return n;
}

int tr_dictionary_near(const tr_dictionary *d, tr_string word, size_t most, tr_dictionary_tell tell,
                       void *ctx, tr_error *err)
{
    enum { ALL = 256 };
    uint32_t at[ALL] = {0};
    tr_buf key = {0}, near = {0};
    size_t n = 0;

    tr_headword_key(d->source, word.text, word.len, &key);
    bool failed = key.failed;
    if (key.len) n = collect_near(d, &key, at, ALL, &failed);
    if (n > most) n = most;
    for (size_t i = 0; i < n; i++) {
        d->format->word(d, at[i], &near);
        failed = failed || near.failed;
        tell(ctx, &(tr_dictionary_item){.part = TR_DICTIONARY_HEADWORD,
                                        .text = tr_buf_text(&near),
                                        .plain = "",
                                        .translation = "",
                                        .part_of_speech = "",
                                        .gender = "",
                                        .labels = ""});
    }
    tr_buf_free(&key);
    tr_buf_free(&near);
    return failed ? tr_fail_memory(err) : (int)n;
}
