/* held_out.h - BLEU of held-out text, by model files as their users have them. */
#ifndef HELD_OUT_H
#define HELD_OUT_H

#include "train/data/bitext.h"

/* Of the first `most` held-out lines, *n of them; `greedy`, or as the model is used.  An error, or
 * 0. */
int held_out_bleu(const char *model, const tr_bitext *text, size_t most, bool greedy, double *bleu,
                  size_t *n, tr_error *err);

/* Two models; p as in translate-evaluate(1). */
typedef struct held_out_comparison {
    size_t n; /* lines */
    double bleu[2], p;
} held_out_comparison;

int held_out_compare(const char *const models[2], const tr_bitext *text, size_t most,
                     held_out_comparison *c, tr_error *err);

#endif
