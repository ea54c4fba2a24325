/*
 * training.h - state of a training run as plain data: the network's shape, the recipe that decides
 * all numbers, and the progress.
 *
 * A checkpoint holds the state and the parameters; the run goes on from it with the same bits.
 * Nothing in it depends on time: hours become steps before the run begins.
 */
#ifndef TR_TRAINING_H
#define TR_TRAINING_H

#include <stdint.h>

#include "base/buf.h"
#include "base/error.h"
#include "train/data/bitext.h"
#include "train/network/adapting.h"
#include "train/network/shape.h"

/* The learning rate after the warm-up. */
enum tr_schedule {
    TR_SCHEDULE_WSD,          /* stays, then falls linearly to 0 over the cool-down */
    TR_SCHEDULE_INVERSE_SQRT, /* by sqrt(warmup / step) (Vaswani et al. 2017); the same cool-down */
};

enum tr_optimizer { TR_ADAM, TR_MUON };

typedef struct tr_recipe {
    uint64_t seed;
    size_t batch;     /* target pieces of a step, or a few more */
    size_t shards;    /* of a step, whose gradients are added as a tree: a power of two */
    size_t limit;     /* the most pieces of a side */
    int optimizer;    /* enum tr_optimizer */
    int arithmetic;   /* enum tr_arithmetic, of the products */
    int schedule;     /* enum tr_schedule */
    size_t warmup;    /* steps */
    size_t cool_from; /* the step after which the rate falls; SIZE_MAX: not yet decided */
    size_t cooldown;  /* steps over which it falls */
    size_t every;     /* steps between checks on the held-out text */
    double rate;      /* the highest learning rate */
    double dropout;   /* residual */
    double smoothing; /* of labels */
    double clip;      /* largest norm of a step's gradients; 0: any */
    double average;   /* share of the running average that a step keeps, in the long run */
    size_t last;      /* 0; else the average is the mean of the weights at so many last checks */
    double general;   /* share of a step's pieces that is general text */
    double kl;        /* weight of the divergence from the original's predictions there; with one,
                         the text's own loss counts for little, because it pulls away from them */
    int rewrites;     /* the result is the original's file with what was learnt in it, because it
                         has what a new file cannot have; 0: a new file */
    double beta1, beta2, epsilon;
    tr_adapting adapting; /* rank 0: all weights learn */
} tr_recipe;

typedef struct tr_training_progress {
    size_t step;
    uint64_t pieces;       /* target pieces trained on */
    uint64_t n_skipped;    /* steps whose gradients were not finite */
    size_t n_skipped_last; /* of them, since the last good step */
    double seconds;        /* of steps, without reading and checking */
    double flops;          /* of steps (flops.h) */
    tr_mixture_order order, general;
    double best_dev; /* lowest nll a piece on the held-out text, of the average; 0: none yet.  With
                        general text, the sum of both */
    double best_nll; /* at that check, on the held-out text alone */
    size_t best_step;
    double phase_dev; /* the lowest since the rate or the end was set, which the next check has to
                         beat; 0: none yet */
    size_t n_worse;   /* checks since then; none was better */
    uint64_t digest;  /* of the text */
} tr_training_progress;

typedef struct tr_training {
    tr_shape shape;
    tr_recipe recipe;
    tr_training_progress progress;
} tr_training;

/* The default recipe: Adam as in "Attention Is All You Need", smoothing 0.1, gradients clipped to a
 * norm of 1.  The shape has no sizes yet. */
void tr_training_init(tr_training *t);

enum { TR_MOST_SHARDS = 256 };

/* True for a power of two up to TR_MOST_SHARDS. */
bool tr_training_shards_are_possible(size_t n);

/* The learning rate of the step after `step`; 0 from the end on. */
double tr_training_rate(const tr_recipe *r, size_t step);

/* The share of the average that the update after `step` keeps. */
double tr_training_keep(const tr_recipe *r, size_t step);

/* Begins the cool-down now, over as many steps as planned, or over three sevenths of those taken so
 * far if that is less. */
void tr_training_cool_down(tr_training *t);

/* True if the cool-down has begun. */
bool tr_training_cools(const tr_training *t);

/* True if the cool-down, and with it the run, is over. */
bool tr_training_done(const tr_training *t);

/* All numbers as lines "name value", and back.  TR_EFORMAT names a bad line, or a number that is
 * missing. */
void tr_training_write(const tr_training *t, tr_buf *text);
int tr_training_read(tr_training *t, const char *text, size_t len, const char *name, tr_error *err);

#endif
