/*
 * trainer.h - a training run: steps, checks on held-out text, checkpoints, the model file.
 */
#ifndef TR_TRAINER_H
#define TR_TRAINER_H

#include "train/data/bitext.h"
#include "train/network/parameters.h"
#include "train/model_file.h"
#include "train/training.h"

typedef struct tr_trainer tr_trainer;

/* The rows of a pack: a step is cut into packs of at most this many on each side. */
enum { TR_PACK_ROWS = 2048 };

/* Bytes that a trainer takes, its text apart. */
size_t tr_trainer_size(const tr_training *training, size_t threads, unsigned cpu);

/* A run of `training`, whose shape fits the text's ids; parameters get their first values.  `text`
 * lives as long.  TR_ENOMEM, TR_EINVAL for a shape or a recipe that cannot be. */
int tr_trainer_create(tr_trainer **t, const tr_training *training, const tr_bitext *text,
                      size_t threads, unsigned cpu, tr_error *err);

/* Holds the run to general text, recipe.general of each step's pieces, and to what `original`, a
 * model of the same shape, predicts there, by recipe.kl.  Both live as long.  TR_ENOMEM. */
int tr_trainer_anchor(tr_trainer *t, const tr_bitext *general, const tr_nmt *original,
                      tr_error *err);

void tr_trainer_free(tr_trainer *t); /* NULL is allowed */

tr_training *tr_trainer_state(tr_trainer *t);
tr_parameters *tr_trainer_parameters(tr_trainer *t);
const float *tr_trainer_positions(const tr_trainer *t); /* NULL: learned */

/* What a step did. */
typedef struct tr_step_report {
    size_t pieces;    /* target pieces */
    double loss, nll; /* a piece; nll without smoothing */
    double rate, norm;
    double seconds;
    bool skipped; /* its gradients were not finite, and nothing was changed */
} tr_step_report;

/* One update.  TR_EINVAL when three steps in a row were not finite. */
int tr_trainer_step(tr_trainer *t, tr_step_report *report, tr_error *err);

/* Negative log-likelihood a piece of a text's held-out pairs, at most `most` of them, under the
 * averaged weights; 0 without any. */
double tr_trainer_check(tr_trainer *t, const tr_bitext *text, size_t most);

/* Remembers the averaged weights as the best.  tr_trainer_best() gives them, or the average while
 * nothing was remembered: a block of the parameters' layout. */
void tr_trainer_keep(tr_trainer *t);
float *tr_trainer_best(tr_trainer *t);

/* The average becomes original + share * (best - original), of an anchored run (Wortsman et al.
 * 2022, "Robust fine-tuning of zero-shot models").  Until the next step or restore. */
void tr_trainer_blend(tr_trainer *t, double share);

/* Parameters were changed from outside. */
void tr_trainer_changed(tr_trainer *t);

#endif
