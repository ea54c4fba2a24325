#include "dictionary/entry_list.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/unicode.h"
#include "base/utf8.h"
#include "console/alloc.h"
#include "dictionary/label_case.h"

/* ---- Items ---- */

static void *grown(void *items, size_t *capacity, size_t n, size_t size)
{
    if (n <= *capacity) return items;
    *capacity = 2 * n + 8;
    return checked_realloc(items, *capacity, size);
}

static const char *copied(const char *text)
{
    return checked_copy(text, strlen(text));
}

void entry_list_add(void *ctx, const tr_dictionary_item *item)
{
    entry_list *const l = ctx;

    l->items = grown(l->items, &l->capacity, l->n + 1, sizeof *l->items);
    tr_dictionary_item *const own = &l->items[l->n];
    *own = *item;
    own->text = copied(item->text);
    own->plain = copied(item->plain);
    own->translation = copied(item->translation);
    own->part_of_speech = copied(item->part_of_speech);
    own->gender = copied(item->gender);
    own->labels = copied(item->labels);
    if (item->part == TR_DICTIONARY_HEADWORD || !l->n_entries) {
        l->entries = grown(l->entries, &l->entries_capacity, l->n_entries + 1, sizeof *l->entries);
        l->entries[l->n_entries++] = (struct list_entry){.begin = l->n};
    }
    l->entries[l->n_entries - 1].n++;
    l->n++;
}

void entry_list_tell(const entry_list *l, tr_dictionary_tell take, void *ctx)
{
    for (size_t i = 0; i < l->n_entries; i++)
        for (size_t k = 0; k < l->entries[i].n; k++)
            take(ctx, &l->items[l->entries[i].begin + k]);
}

void entry_list_free(entry_list *l)
{
    for (size_t i = 0; i < l->n; i++) {
        const tr_dictionary_item *const item = &l->items[i];
        free((char *)item->text);
        free((char *)item->plain);
        free((char *)item->translation);
        free((char *)item->part_of_speech);
        free((char *)item->gender);
        free((char *)item->labels);
    }
    free(l->items);
    free(l->entries);
    *l = (entry_list){0};
}

/* ---- Order ---- */

float dictionary_prior(size_t n, size_t place, const char *plain)
{
    size_t blanks = 0;

    for (; *plain; plain++)
        blanks += *plain == ' ';
    return 1.5f * logf((float)n) - 0.5f * (float)(place < 4 ? place : 4) - 0.7f * (float)blanks;
}

static int compare_texts(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The translations of all senses, sorted [*n]; the caller frees the array. */
static const char **sorted_translations(const entry_list *l, size_t *n)
{
    const char **const texts = checked_malloc((l->n + 1) * sizeof *texts);

    *n = 0;
    for (size_t i = 0; i < l->n; i++)
        if (l->items[i].part == TR_DICTIONARY_TRANSLATION) texts[(*n)++] = l->items[i].plain;
    qsort(texts, *n, sizeof *texts, compare_texts);
    return texts;
}

static size_t count_of(const char *text, const char *const *sorted, size_t n)
{
    const char *const *found = bsearch(&text, sorted, n, sizeof *sorted, compare_texts);
    size_t count = 0;

    while (found > sorted && !strcmp(found[-1], text))
        found--;
    for (; found < sorted + n && !strcmp(*found, text); found++)
        count++;
    return count;
}

static bool has_capital(tr_string text)
{
    return tr_is_upper(tr_utf8_at(text.text, 0, text.len));
}

/* True for a part of words: "Haus…". */
static bool is_part(const char *text, size_t len)
{
    static const char dots[] = "\xE2\x80\xA6";
    const size_t n = sizeof dots - 1;

    return len > n && (!memcmp(text, dots, n) || !memcmp(text + len - n, dots, n));
}

static bool is_text(tr_string word, const char *text)
{
    return word.len == strlen(text) && !memcmp(word.text, text, word.len);
}

static bool has_word_before(tr_string word, const char *headword)
{
    const size_t n = strlen(headword);

    return n && word.len > n + 1 && word.text[word.len - n - 1] == ' ' &&
           !memcmp(word.text + word.len - n, headword, n);
}

bool asks_for_verb(const label *l, const char *headword)
{
    return label_is_action(l) || has_word_before(l->word, headword);
}

/* What the headword says: it is spelt as the word, or has another case; or a verb is meant. */
static float rank_of_headword(const tr_dictionary_item *head, const label *l)
{
    const tr_string word = l->word;
    float rank = 0;

    if (is_text(word, head->text) || is_text(word, head->plain)) rank += has_capital(word) ? 4 : 2;
    if (!strcmp(head->part_of_speech, "verb") && asks_for_verb(l, head->plain)) rank += 8;
    if (!has_capital(word) && has_capital((tr_string){head->text, strlen(head->text)})) rank -= 6;
    if (head->is_form) rank -= 2;
    if (is_part(head->text, strlen(head->text))) rank -= 3;
    return rank;
}

/* An entry is as likely as its likeliest translation; one with many examples is likely, too.  The
 * weights were found on 60 words, en-de and de-en. */
static float rank_of(const entry_list *l, const struct list_entry *e, const label *word,
                     const char *const *sorted, size_t n)
{
    const tr_dictionary_item *const items = l->items + e->begin;
    size_t n_examples = 0, place = 0, sense = 0;
    float best = -20;

    for (size_t i = 1; i < e->n; i++) {
        n_examples += items[i].part == TR_DICTIONARY_EXAMPLE;
        if (items[i].part != TR_DICTIONARY_TRANSLATION) continue;
        place = items[i].sense == sense ? place + 1 : 0;
        sense = items[i].sense;
        float rank = dictionary_prior(count_of(items[i].plain, sorted, n), place, items[i].plain);
        if (*items[i].labels) rank -= items[i].is_rare ? 3 : 0.5f;
        if (!*items[i].part_of_speech) rank -= 2;
        if (rank > best) best = rank;
    }
    return best + logf(1 + (float)n_examples) + rank_of_headword(items, word);
}

static int compare_entries(const void *a, const void *b)
{
    const struct list_entry *const p = a, *const q = b;

    if (p->rank > q->rank) return -1;
    if (p->rank < q->rank) return 1;
    return p->begin < q->begin ? -1 : p->begin > q->begin;
}

void entry_list_order(entry_list *l, tr_string text)
{
    const label word = label_of(text);
    size_t n;
    const char **const sorted = sorted_translations(l, &n);

    for (size_t i = 0; i < l->n_entries; i++)
        l->entries[i].rank = rank_of(l, &l->entries[i], &word, sorted, n);
    if (l->n_entries) qsort(l->entries, l->n_entries, sizeof *l->entries, compare_entries);
    free(sorted);
}
