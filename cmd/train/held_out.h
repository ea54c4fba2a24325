/* held_out.h - scores of held-out text, translated by model files. */
#ifndef HELD_OUT_H
#define HELD_OUT_H

#include "train/data/bitext.h"

/* How BLEU counts words of a language, enum tr_bleu_words: characters where it has no blanks
 * between words. */
int held_out_words(const char *language);

/* Translates the first `most` held-out lines, or all if there are fewer, with greedy search or with
 * the model's own options.  *evaluation has BLEU and chrF2, and is the caller's to free, also after
 * an error; tr_evaluation_lines() of it are the lines.  0, or an error. */
int held_out_translate(const char *model, const tr_bitext *text, size_t most, bool greedy,
                       tr_evaluation **evaluation, tr_error *err);

/* Translates and scores as above, for BLEU alone.  *n: lines. */
int held_out_bleu(const char *model, const tr_bitext *text, size_t most, bool greedy, double *bleu,
                  size_t *n, tr_error *err);

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
