/* held_out.h - scores of held-out text, translated by model files. */
#ifndef HELD_OUT_H
#define HELD_OUT_H

#include "model/quality.h"
#include "train/data/bitext.h"

/* A model, and the languages of the text as it has to be told them; NULL: it has one there. */
typedef struct held_out_model {
    const char *path, *source_language, *target_language;
} held_out_model;

/* Sets the languages of options. */
void held_out_languages(held_out_model model, tr_options *options);

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
int held_out_translate(held_out_model model, const tr_bitext *text, size_t most, bool greedy,
                       tr_evaluation **evaluation, held_out_fit *fit, tr_error *err);

/* Translates and scores as above, for BLEU alone.  *n: lines. */
int held_out_bleu(held_out_model model, const tr_bitext *text, size_t most, bool greedy,
                  double *bleu, size_t *n, held_out_fit *fit, tr_error *err);

/* Scores of two models, and how likely chance alone makes a difference of chrF2 as large as theirs,
 * as in translate-evaluate(1).  BLEU has less power: some hundred lines differ by chance more than
 * what a text of one's own teaches. */
typedef struct held_out_comparison {
    size_t n; /* lines; 0: nothing was compared */
    double bleu[2], chrf[2], p;
    double gain, gain_p; /* as held_out_likelihood() fills them; both 0: it did not */
} held_out_comparison;

int held_out_compare(tr_evaluation *const models[2], held_out_comparison *c, tr_error *err);

/* Log-probabilities of the references of the first `most` held-out lines: how much likelier the
 * second model finds them, c->gain in nats a piece, and how likely chance makes a difference as
 * large, by the lines' differences and their standard error.  Some dozen lines tell by it what
 * chrF2 tells by some hundred.  0, or an error. */
int held_out_likelihood(const held_out_model models[2], const tr_bitext *text, size_t most,
                        held_out_comparison *c, tr_error *err);

/* What two models differ by.  Better and worse: chrF2 differs, and that is hardly chance; or the
 * references' likelihood clearly does, and chrF2 is not against it.  Unsure: the likelihood clearly
 * differs, and chrF2 is against it.  Equal: neither tells a difference. */
enum held_out_verdict { HELD_OUT_EQUAL, HELD_OUT_UNSURE, HELD_OUT_BETTER, HELD_OUT_WORSE };
enum held_out_verdict held_out_judge(const held_out_comparison *c);

#endif
