#include "metrics/chrf.h"

#include <assert.h>

void tr_chrf_count(tr_ngrams *w, const tr_symbols *line, const tr_symbols *reference,
                   size_t max_order, double *counts)
{
    double matches[TR_CHRF_CHARACTERS];

    assert(max_order <= TR_CHRF_CHARACTERS);
    tr_ngrams_match(w, line, reference, 1, max_order, matches);
    for (size_t order = 1; order <= max_order; order++, counts += 3) {
        counts[1] = tr_ngrams_in(reference->n, order);
        counts[0] = counts[1] > 0 ? tr_ngrams_in(line->n, order) : 0;
        counts[2] = matches[order - 1];
    }
}

/* Precision and recall are averaged over the orders that both sides have; recall counts double. */
double tr_chrf_score(const double *counts, size_t n_counts)
{
    enum { BETA_SQUARED = 4 };
    double precision = 0, recall = 0;
    int orders = 0;

    for (const double *c = counts; c < counts + n_counts; c += 3) {
        if (c[0] <= 0 || c[1] <= 0) continue;
        precision += c[2] / c[0];
        recall += c[2] / c[1];
        orders++;
    }
    if (precision + recall <= 0) return 0;
    precision /= orders;
    recall /= orders;
    /* In sacreBLEU's order of rounding: of references with equal scores the first is taken. */
    const double score =
        (1 + BETA_SQUARED) * precision * recall / (BETA_SQUARED * precision + recall);
    return 100 * score;
}
