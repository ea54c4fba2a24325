#include "metrics/bleu.h"

#include <math.h>

static double nearest_length(size_t n, const tr_symbols *references, size_t n_references)
{
    size_t best = references[0].n;

    for (size_t i = 1; i < n_references; i++) {
        const size_t length = references[i].n;
        const size_t far = length > n ? length - n : n - length;
        const size_t best_far = best > n ? best - n : n - best;
        if (far < best_far || (far == best_far && length < best)) best = length;
    }
    return (double)best;
}

void tr_bleu_count(tr_ngrams *w, const tr_symbols *words, const tr_symbols *references,
                   size_t n_references, double *counts)
{
    counts[0] = (double)words->n;
    counts[1] = nearest_length(words->n, references, n_references);
    tr_ngrams_match(w, words, references, n_references, TR_BLEU_ORDER, counts + 2);
    for (size_t order = 1; order <= TR_BLEU_ORDER; order++)
        counts[1 + TR_BLEU_ORDER + order] = tr_ngrams_in(words->n, order);
}

static double brevity_penalty(double n, double n_reference)
{
    if (n >= n_reference) return 1;
    return n > 0 ? exp(1 - n_reference / n) : 0;
}

/* Percent of the n-grams of each order that match; each order that has none counts as half a
 * match, then a quarter, and so on (Chen and Cherry 2014, method 3). */
static void fill_precisions(const double *matches, const double *totals, double *precisions)
{
    double smooth = 1;

    for (size_t i = 0; i < TR_BLEU_ORDER && totals[i] > 0; i++) {
        if (matches[i] > 0)
            precisions[i] = 100 * matches[i] / totals[i];
        else
            precisions[i] = 100 / ((smooth *= 2) * totals[i]);
    }
}

void tr_bleu_score(const double *counts, bool effective, tr_metric_score *score)
{
    const double *const matches = counts + 2, *const totals = matches + TR_BLEU_ORDER;
    double sum = 0;
    size_t n = TR_BLEU_ORDER;

    score->line_words = counts[0];
    score->reference_words = counts[1];
    score->brevity_penalty = brevity_penalty(counts[0], counts[1]);
    score->score = 0;
    for (size_t i = 0; i < TR_BLEU_ORDER; i++)
        score->precisions[i] = 0;
    if (matches[0] <= 0) return; /* no word, and so nothing longer */
    fill_precisions(matches, totals, score->precisions);
    while (effective && n > 1 && totals[n - 1] <= 0)
        n--;
    for (size_t i = 0; i < n; i++) {
        if (score->precisions[i] <= 0) return; /* no n-grams of that order at all */
        sum += log(score->precisions[i]);
    }
    score->score = score->brevity_penalty * exp(sum / (double)n);
}
