#include "metrics/ngrams.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"

/* How often an n-gram is in the hypothesis, in the reference at hand, and at most in one. */
typedef struct tr_ngram_tally {
    uint32_t hypothesis, here, most;
} tr_ngram_tally;

void tr_ngrams_free(tr_ngrams *w)
{
    tr_trie_free(&w->trie);
    tr_symbols_free(&w->nodes);
    free(w->tally);
    *w = (tr_ngrams){0};
}

/* Room for a line; every sequence starts as as many empty n-grams, at the root. */
static void start(tr_ngrams *w, const tr_symbols *hypothesis, const tr_symbols *references,
                  size_t n_references)
{
    size_t n = hypothesis->n;

    for (size_t i = 0; i < n_references; i++)
        n += references[i].n;
    tr_symbols_clear(&w->nodes);
    for (size_t i = 0; i <= n; i++) /* one more, so that there is an array */
        tr_symbols_add(&w->nodes, TR_TRIE_ROOT);
    void *tally = w->tally;
    if (tr_reserve(&tally, &w->capacity, hypothesis->n + 1, sizeof *w->tally) < 0) w->failed = true;
    w->tally = tally;
    w->failed |= w->nodes.failed;
}

/* Makes the (order-1)-grams that `nodes` [s->n] stand for one symbol longer, and counts them. */
static void count_hypothesis(tr_ngrams *w, const tr_symbols *s, size_t order, uint32_t *nodes)
{
    tr_trie_clear(&w->trie);
    memset(w->tally, 0, (s->n + 1) * sizeof *w->tally);
    for (size_t i = 0; i + order <= s->n; i++) {
        nodes[i] = tr_trie_child(&w->trie, nodes[i], s->at[i + order - 1]);
        w->tally[nodes[i]].hypothesis++;
    }
}

/* Counts a reference, whose n-grams that the hypothesis lacks lead nowhere, for good. */
static void count_reference(tr_ngrams *w, const tr_symbols *s, size_t order, uint32_t *nodes)
{
    enum { NOWHERE = UINT32_MAX };

    for (size_t i = 0; i + order <= s->n; i++) {
        if (nodes[i] == NOWHERE) continue;
        const uint32_t node = tr_trie_find(&w->trie, nodes[i], s->at[i + order - 1]);
        nodes[i] = node == TR_TRIE_ROOT ? NOWHERE : node;
        if (node == TR_TRIE_ROOT) continue;
        tr_ngram_tally *const t = &w->tally[node];
        if (++t->here > t->most) t->most = t->here;
    }
    for (size_t i = 0; i + order <= s->n; i++)
        if (nodes[i] != NOWHERE) w->tally[nodes[i]].here = 0;
}

static double matches_of_order(const tr_ngrams *w)
{
    double matches = 0;

    for (size_t i = 1; i <= w->trie.n; i++) {
        const tr_ngram_tally *t = &w->tally[i];
        matches += t->hypothesis < t->most ? t->hypothesis : t->most;
    }
    return matches;
}

void tr_ngrams_match(tr_ngrams *w, const tr_symbols *hypothesis, const tr_symbols *references,
                     size_t n_references, size_t max_order, double *matches)
{
    memset(matches, 0, max_order * sizeof *matches);
    start(w, hypothesis, references, n_references);
    for (size_t order = 1; order <= max_order && !w->failed; order++) {
        uint32_t *nodes = w->nodes.at;
        count_hypothesis(w, hypothesis, order, nodes);
        nodes += hypothesis->n;
        for (size_t i = 0; i < n_references; nodes += references[i++].n)
            count_reference(w, &references[i], order, nodes);
        matches[order - 1] = matches_of_order(w);
        w->failed |= w->trie.failed;
    }
}
