/*
 * training.h - a training run as plain data: what decides its numbers, and how far it has come.
 *
 * Together with the parameters it is all that a checkpoint holds; the run goes on from it bit by
 * bit.  Nothing in it depends on time: a plan turns hours into steps before the run begins.
 */
#ifndef TR_TRAINING_H
#define TR_TRAINING_H

#include <stdint.h>

#include "base/buf.h"
#include "base/error.h"
#include "train/data/bitext.h"
#include "train/network/shape.h"

/* How the rate goes after it has risen over the warm-up. */
enum tr_schedule {
    TR_SCHEDULE_WSD,          /* stays, and falls in a line to 0 over the cool-down */
    TR_SCHEDULE_INVERSE_SQRT, /* by sqrt(warmup / step) (Vaswani et al. 2017); the same cool-down */
};

enum tr_optimizer { TR_ADAM, TR_MUON };

typedef struct tr_recipe {
    uint64_t seed;
    size_t batch;     /* target pieces of a step, or a few more */
    size_t limit;     /* pieces of a side, at most */
    int optimizer;    /* enum tr_optimizer */
    int arithmetic;   /* enum tr_arithmetic, of the products */
    int schedule;     /* enum tr_schedule */
    size_t warmup;    /* steps */
    size_t cool_from; /* the step after which the rate falls; SIZE_MAX: not yet decided */
    size_t cooldown;  /* steps over which it falls */
    size_t every;     /* steps from one check of the held-out text to the next */
    double rate;      /* the highest */
    double dropout;   /* residual */
    double smoothing; /* of labels */
    double clip;      /* largest norm of a step's gradients; 0: any */
    double average;   /* share of the running average kept at a step, in the long run */
    size_t last;      /* 0, or in place of that the mean of the weights at so many last checks */
    double general;   /* share of a step's pieces that is general text */
    double kl;        /* weight of the divergence from the original's predictions there; with one,
                         the loss by the text itself counts for little, as it pulls away from them */
    double beta1, beta2, epsilon;
} tr_recipe;

typedef struct tr_training_progress {
    size_t step;
    uint64_t pieces;       /* target pieces learnt from */
    uint64_t n_skipped;    /* steps whose gradients were not finite */
    size_t n_skipped_last; /* of them, those since the last good step */
    double seconds;        /* of training, without reading and checking */
    tr_mixture_order order, general;
    double best_dev; /* nll a piece on the held-out text, of the average; 0: none yet.  With
                        general text, that of both together */
    double best_nll; /* of them, that on the held-out text */
    size_t best_step;
    double phase_dev; /* the lowest since the rate or the end was set: what the next check has to
                         beat; 0: none yet */
    size_t n_worse;   /* checks since then, none of which did */
    uint64_t digest;  /* of the text */
} tr_training_progress;

typedef struct tr_training {
    tr_shape shape;
    tr_recipe recipe;
    tr_training_progress progress;
} tr_training;

/* Adam as in "Attention Is All You Need", smoothing 0.1, norms up to 1, and sizes of which the
 * first three decide nothing yet. */
void tr_training_init(tr_training *t);

/* The rate of the step after `step`, 0 from the end on. */
double tr_training_rate(const tr_recipe *r, size_t step);

/* The share of the average that the update after `step` keeps. */
double tr_training_keep(const tr_recipe *r, size_t step);

/* The rate falls from now on: over as many steps as was planned, or three sevenths of those that
 * were taken where that is less. */
void tr_training_cool_down(tr_training *t);

/* Whether the cool-down has begun. */
bool tr_training_cools(const tr_training *t);

/* Whether the cool-down, and with it the run, is over. */
bool tr_training_done(const tr_training *t);

/* All numbers as text, "name value" lines, and back.  TR_EFORMAT names a line that is not
 * understood, and a number that is missing. */
void tr_training_write(const tr_training *t, tr_buf *text);
int tr_training_read(tr_training *t, const char *text, size_t len, const char *name, tr_error *err);

#endif
