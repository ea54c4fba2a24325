/* trainee.h - small networks that learn, one of each kind, and a pack of sentences: for tests of
 * training. */
#ifndef TRAINEE_H
#define TRAINEE_H

#include "train/network/transformer.h"

enum { TRAINEE_POSITIONS = 64, TRAINEE_WIDEST = 64 };
enum { TRAINEE_ROWS = 1000, TRAINEE_LONGEST = 32, TRAINEE_SENTENCES = 200 };

/* Norms, tables, positions and functions, as engines have them. */
enum trainee_kind {
    TRAINEE_SHIPPED, /* norms after blocks, ReLU, one table */
    TRAINEE_PRE_NORM,
    TRAINEE_QUERY_ONLY,
    TRAINEE_GELU_ERF, /* these two have learned positions */
    TRAINEE_GELU_SIGMOID,
    TRAINEE_SSRU,
    TRAINEE_NARROW_KEYS,
    TRAINEE_WIDE_KEYS,
    TRAINEE_COSINE,
    TRAINEE_ADDITIVE,
    TRAINEE_LOCATION,
    TRAINEE_RECURRENT, /* SSRU and an additive score, as Bahdanau et al. 2015 */
    TRAINEE_KINDS,
    TRAINEE_GENERAL = TRAINEE_KINDS, /* these two are folded into queries by model files */
    TRAINEE_DOT,
    TRAINEE_ALL_KINDS,
    TRAINEE_TOKENS = TRAINEE_ALL_KINDS, /* these are models of other programs */
    TRAINEE_NORMED,
    TRAINEE_INPUTS,
    TRAINEE_NAMED
};

const char *trainee_kind_name(int kind);

/* With 2+2 layers. */
tr_shape trainee_shape(int kind, size_t d_model, size_t heads, size_t vocab);

typedef struct trainee {
    tr_parameters p;
    tr_workers *workers;
    tr_transformer *t;
    float positions[TRAINEE_POSITIONS * TRAINEE_WIDEST];
    int32_t source[TRAINEE_ROWS], target[TRAINEE_ROWS];
    size_t source_start[TRAINEE_SENTENCES + 1], target_start[TRAINEE_SENTENCES + 1];
    tr_pack pack;
} trainee;

/* Random parameters, biases and gains that are not 0 and 1; and a pack of n sentences of n_source
 * and n_target random pieces.  Everything is float32. */
void trainee_open(trainee *e, const tr_shape *shape, size_t n, size_t n_source, size_t n_target);
void trainee_close(trainee *e);

/* NULL where they are learned. */
const float *trainee_positions(const trainee *e);

/* The same numbers on every machine, in -1 .. 1. */
float trainee_noise(uint32_t *state);

#endif
