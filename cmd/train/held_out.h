/* held_out.h - BLEU of held-out text, translated by model files. */
#ifndef HELD_OUT_H
#define HELD_OUT_H

#include "train/data/bitext.h"

/* Scores the first `most` held-out lines, *n lines if there are fewer, with greedy search or with
 * the model's own options.  0, or an error. */
int held_out_bleu(const char *model, const tr_bitext *text, size_t most, bool greedy, double *bleu,
                  size_t *n, tr_error *err);

/* Scores of two models, and the p-value of their difference as in translate-evaluate(1). */
typedef struct held_out_comparison {
    size_t n; /* lines */
    double bleu[2], p;
} held_out_comparison;

int held_out_compare(const char *const models[2], const tr_bitext *text, size_t most,
                     held_out_comparison *c, tr_error *err);

#endif
