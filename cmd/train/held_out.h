/* held_out.h - scores of held-out text, translated by model files. */
#ifndef HELD_OUT_H
#define HELD_OUT_H

#include "model/quality.h"
#include "train/data/bitext.h"

/* How BLEU counts words of a language, enum tr_bleu_words: characters where it has no blanks
 * between words. */
int held_out_words(const char *language);

/* What the estimate of quality of a model is fitted on: held-out lines, as many as there are up to
 * some hundred. */
typedef struct held_out_fit {
    tr_evaluation *evaluation;
    double *mean, *target; /* [n] */
    size_t n;
} held_out_fit;

int held_out_fit_begin(held_out_fit *fit, tr_error *err);
void held_out_fit_free(held_out_fit *fit); /* one that is all zero, too */

/* The coefficients; `lines` 0: there were too few, or they do not tell. */
tr_quality held_out_fit_end(const held_out_fit *fit);

/* Translates the first `most` held-out lines, or all if there are fewer, with greedy search or with
 * the model's own options.  *evaluation has BLEU and chrF2, and is the caller's to free, also after
 * an error; tr_evaluation_lines() of it are the lines.  `fit`, NULL: none, sees them, and others
 * behind them.  0, or an error. */
int held_out_translate(const char *model, const tr_bitext *text, size_t most, bool greedy,
                       tr_evaluation **evaluation, held_out_fit *fit, tr_error *err);

/* Translates and scores as above, for BLEU alone.  *n: lines. */
int held_out_bleu(const char *model, const tr_bitext *text, size_t most, bool greedy, double *bleu,
                  size_t *n, held_out_fit *fit, tr_error *err);

/* Scores of two models, and how likely chance alone makes a difference of chrF2 as large as theirs,
 * as in translate-evaluate(1).  BLEU has less power: some hundred lines differ by chance more than
 * what a text of one's own teaches. */
typedef struct held_out_comparison {
    size_t n; /* lines; 0: nothing was compared */
    double bleu[2], chrf[2], p;
} held_out_comparison;

int held_out_compare(tr_evaluation *const models[2], held_out_comparison *c, tr_error *err);

/* True if the second model's chrF2 is higher, or lower, and that is hardly chance. */
bool held_out_better(const held_out_comparison *c);
bool held_out_worse(const held_out_comparison *c);

#endif
