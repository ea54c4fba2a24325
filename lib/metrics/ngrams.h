/* ngrams.h - n-grams that two sequences share, which is all that BLEU and chrF count. */
#ifndef TR_NGRAMS_H
#define TR_NGRAMS_H

#include "metrics/symbols.h"
#include "metrics/trie.h"

/* Working memory; starts out as zeros, and serves one line after the other. */
typedef struct tr_ngrams {
    tr_trie trie;
    tr_symbols nodes; /* of the n-gram that starts at each position */
    struct tr_ngram_tally *tally;
    size_t capacity;
    bool failed; /* out of memory: a result since was wrong */
} tr_ngrams;

void tr_ngrams_free(tr_ngrams *w);

/* matches [max_order]: of the n-grams of order 1..max_order of the hypothesis, how many are in a
 * reference; each counts at most as often as it is in that reference [n_references] that has it
 * most often. */
void tr_ngrams_match(tr_ngrams *w, const tr_symbols *hypothesis, const tr_symbols *references,
                     size_t n_references, size_t max_order, double *matches);

/* How many n-grams a sequence of n symbols has. */
static inline double tr_ngrams_in(size_t n, size_t order)
{
    return n < order ? 0 : (double)(n - order + 1);
}

#endif
