/* bleu.h - BLEU (Papineni et al. 2002) with exponential smoothing, as sacreBLEU 2 computes it. */
#ifndef TR_BLEU_H
#define TR_BLEU_H

#include "metrics/ngrams.h"
#include "translate.h"

/* Counts of a line, which add up to the counts of a text: its words, the reference's, and for each
 * order how many n-grams match, and how many there are. */
enum { TR_BLEU_ORDER = 4, TR_BLEU_COUNTS = 2 + 2 * TR_BLEU_ORDER };

/* counts [TR_BLEU_COUNTS].  The reference whose length is nearest gives its length; of two as
 * near, the shorter. */
void tr_bleu_count(tr_ngrams *w, const tr_symbols *words, const tr_symbols *references,
                   size_t n_references, double *counts);

/* Fills what the score has for BLEU.  `effective`: orders of which there are no n-grams at all are
 * left out, as for a single line. */
void tr_bleu_score(const double *counts, bool effective, tr_metric_score *score);

#endif
