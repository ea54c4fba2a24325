/* trainer.h - trainer: steps of a training run, and checks on held-out text. */
#ifndef TR_TRAINER_H
#define TR_TRAINER_H

#include "train/data/bitext.h"
#include "train/model_file.h"
#include "train/network/parameters.h"
#include "train/optimiser/ranks.h"
#include "train/pack_rows.h"
#include "train/training.h"

typedef struct tr_trainer tr_trainer;

/* A network that does not learn itself takes smaller packs, for it is large. */
enum { TR_ADAPTED_PACK_ROWS = 256 };

/* Bytes that a trainer takes, without its text. */
size_t tr_trainer_size(const tr_training *training, size_t threads, unsigned cpu);

/* Creates a trainer for `training`, whose shape fits the text's ids, with initial parameters.
 * `text` has to live as long.  TR_ENOMEM, TR_EINVAL for an impossible shape or recipe. */
int tr_trainer_create(tr_trainer **t, const tr_training *training, const tr_bitext *text,
                      size_t threads, unsigned cpu, tr_error *err);

/* Creates a trainer of adapters (recipe.adapting) for `base`, which has the recipe's shape, lives
 * as long, and stays as it is.  TR_ENOMEM, TR_EINVAL as above. */
int tr_trainer_create_adapted(tr_trainer **t, const tr_training *training, const tr_nmt *base,
                              const tr_bitext *text, size_t threads, unsigned cpu, tr_error *err);

/* Adds general text, a share recipe.general of each step's pieces, and with recipe.kl the
 * divergence from the predictions there of `original`, a model of the same shape.  Both have to
 * live as long. TR_ENOMEM. */
int tr_trainer_anchor(tr_trainer *t, const tr_bitext *general, const tr_nmt *original,
                      tr_error *err);

/* Shares all steps from now on with other processes, which have the same trainer.  Their number
 * divides the number of the recipe's shards, on which alone the bits depend.  `ranks` has to live
 * as long.  TR_EINVAL, TR_ENOMEM. */
int tr_trainer_join(tr_trainer *t, const tr_ranks *ranks, tr_error *err);

/* Gives all processes the moments and the average, of which each has updated a part: to be called
 * by all before one of them checks, keeps or writes anything. */
void tr_trainer_collect(tr_trainer *t);

void tr_trainer_free(tr_trainer *t); /* NULL is allowed */

tr_training *tr_trainer_state(tr_trainer *t);
/* What learns: the network's parameters, or the factors of its adapters. */
tr_parameters *tr_trainer_parameters(tr_trainer *t);
const tr_parameters *tr_trainer_network(const tr_trainer *t);
const float *tr_trainer_positions(const tr_trainer *t); /* NULL: learned */

/* Numbers of one step. */
typedef struct tr_step_report {
    size_t pieces;    /* target pieces */
    double loss, nll; /* a piece; nll: without smoothing */
    double rate, norm;
    double seconds;
    bool skipped; /* its gradients were not finite, so nothing changed */
} tr_step_report;

/* Takes one step.  TR_EINVAL after three steps in a row whose gradients were not finite. */
int tr_trainer_step(tr_trainer *t, tr_step_report *report, tr_error *err);

/* Negative log-likelihood a piece of the first `most` held-out pairs of a text, by the averaged
 * weights; 0 if there is no pair. */
double tr_trainer_check(tr_trainer *t, const tr_bitext *text, size_t most);

/* Keeps a copy of the averaged weights as the best.  tr_trainer_best() returns it, or the average
 * before any check was the best: a block of the parameters' layout. */
void tr_trainer_keep(tr_trainer *t);
float *tr_trainer_best(tr_trainer *t);

/* Sets the average to original + share * (best - original), in an anchored run, of adapters by
 * their B (Wortsman et al.
 * 2022, "Robust fine-tuning of zero-shot models"), until the next step or restore. */
void tr_trainer_blend(tr_trainer *t, double share);

/* Takes the original's table of fixed positions in place of Marian's. */
void tr_trainer_take_positions(tr_trainer *t, const tr_nmt *original);

/* To be called after parameters were changed from outside. */
void tr_trainer_changed(tr_trainer *t);

#endif
