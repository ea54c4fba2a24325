/* chrf.h - chrF2 and chrF2++ (Popovic 2015, 2017), as sacreBLEU 2 computes them. */
#ifndef TR_CHRF_H
#define TR_CHRF_H

#include "metrics/ngrams.h"

/* A line counts for three numbers an order, and a text for their sums: n-grams of the line, of
 * the reference, and of both.  Characters come first, and are all there is to chrF2. */
enum {
    TR_CHRF_CHARACTERS = 6,
    TR_CHRF_WORDS = 2,
    TR_CHRF_COUNTS = 3 * TR_CHRF_CHARACTERS,
    TR_CHRF_PLUS_COUNTS = TR_CHRF_COUNTS + 3 * TR_CHRF_WORDS
};

/* counts [3 * max_order] of one kind of symbols. */
void tr_chrf_count(tr_ngrams *w, const tr_symbols *line, const tr_symbols *reference,
                   size_t max_order, double *counts);

/* Percent: of counts [n_counts]. */
double tr_chrf_score(const double *counts, size_t n_counts);

#endif
