#include "check/repeated_words.h"

#include <stdlib.h>

#include "check/text_words.h"
#include "console/alloc.h"

enum {
    RUN = 3, /* words */
    NEAR = 6 /* how many words behind the beginning of a run it may begin again: a text says "the
              * number of" in many places, but not at once */
};

typedef struct word_list {
    tr_span *list; /* [n] */
    uint64_t *hashes;
    size_t n, capacity;
} word_list;

static word_list list_words(const plain_text *p)
{
    word_list w = {0};
    tr_span word = {0};

    while (text_word_next(p->text, word.end, p->len, &word)) {
        if (w.n == w.capacity) {
            w.capacity = 2 * w.capacity + 32;
            w.list = checked_realloc(w.list, w.capacity, sizeof *w.list);
            w.hashes = checked_realloc(w.hashes, w.capacity, sizeof *w.hashes);
        }
        w.hashes[w.n] = text_word_hash(p->text, word);
        w.list[w.n++] = word;
    }
    return w;
}

static void free_words(word_list *w)
{
    free(w->list);
    free(w->hashes);
}

/* How many words from b on repeat the ones from a on. */
static size_t common_run(const plain_text *p, const word_list *w, size_t a, size_t b)
{
    size_t n = 0;

    while (b + n < w->n && a + n < b && w->hashes[a + n] == w->hashes[b + n] &&
           text_words_equal(p->text, w->list[a + n], p->text, w->list[b + n]))
        n++;
    return n;
}

/* The words of a run that begins at word *i or behind, the second time; *i is what follows. */
static bool next_repeat(const plain_text *p, const word_list *w, size_t *i, tr_span *at)
{
    for (; *i < w->n; ++*i)
        for (size_t distance = RUN; distance <= NEAR && distance <= *i; distance++) {
            const size_t n = common_run(p, w, *i - distance, *i);
            if (n < RUN) continue;
            *at = (tr_span){w->list[*i].begin, w->list[*i + n - 1].end};
            *i += n;
            return true;
        }
    return false;
}

static bool any_repeat(const plain_text *p)
{
    word_list w = list_words(p);
    tr_span at;
    size_t i = 0;
    const bool any = next_repeat(p, &w, &i, &at);

    free_words(&w);
    return any;
}

void repeated_words_find(checked_pair *pair)
{
    word_list w = list_words(&pair->translation);
    bool looked = false;
    tr_span at;

    for (size_t i = 0; next_repeat(&pair->translation, &w, &i, &at);) {
        if (!looked && any_repeat(&pair->source)) break;
        looked = true;
        findings_add(&pair->found, FINDING_REPEATED, at, 0);
    }
    free_words(&w);
}
