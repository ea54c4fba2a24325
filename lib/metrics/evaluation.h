/* evaluation.h - a text's counts, as the bootstrap sees them. */
#ifndef TR_EVALUATION_H
#define TR_EVALUATION_H

#include "metrics/ngrams.h"
#include "metrics/own_words.h"
#include "metrics/symbols.h"
#include "metrics/ter.h"
#include "metrics/trie.h"
#include "translate.h"

/* A line's two sides, or one more reference, cut up for all metrics. */
typedef struct tr_evaluated_side {
    tr_symbols characters, bleu_words, chrf_words, ter_words;
} tr_evaluated_side;

struct tr_evaluation {
    tr_evaluation_options options;
    size_t first[TR_N_METRICS]; /* of each metric's counts among a line's */
    size_t n_counts;            /* of a line */
    double *totals;             /* [n_counts] */
    double *line;               /* [n_counts] of the line that is being added */
    float *lines;               /* [n_lines, n_counts], if options.compare */
    size_t n_lines, n_repaired, capacity;
    unsigned judged;          /* the learned metrics that gave the next line a score */
    bool is_repaired;         /* the line that is being added was not UTF-8, or its references */
    tr_evaluated_side *sides; /* [1 + n_references]: the line, then its references */
    tr_symbols *views;        /* [n_references]: one kind of the references' symbols */
    tr_symbols code, lower, ter_line, ter_text;
    tr_own_words own_words;
    tr_trie words;
    tr_ngrams ngrams;
    tr_ter ter;
};

enum { TR_MAX_METRIC_COUNTS = 24 };

/* How many counts a metric takes, at most TR_MAX_METRIC_COUNTS, and what it makes of their sums, or
 * of one line's counts. */
size_t tr_metric_counts(int metric);
void tr_metric_score_of(int metric, bool is_line, const double *counts, tr_metric_score *score);

/* sacreBLEU's way to say what exactly was computed, in `text` [size]; n_samples 0: no resampling.
 * In place of its version stands ours. */
void tr_evaluation_signature(const tr_evaluation *e, int metric, size_t n_samples, uint64_t seed,
                             char *text, size_t size);

#endif
