/*
 * naive.h - searches as their definitions have them: all words of the vocabulary, sorted, for each
 * hypothesis, whose past is computed anew.
 */
#ifndef NAIVE_H
#define NAIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "translate.h"

enum { NAIVE_STEPS = 40, NAIVE_PATHS = 64, NAIVE_PHRASES = 8 };

/* Words that a translation has to say; [1]: at its beginning. */
typedef struct naive_phrase {
    const int32_t *ids[2];
    size_t n[2];
    bool whole; /* no word of `inner` comes right after it */
} naive_phrase;

/* Says whether a translation may have ids [n]; the last one is new. */
typedef bool naive_may(const void *ctx, const int32_t *ids, size_t n);

/* Tells the logits [vocab] of what follows ids [n], as a network has them. */
typedef void naive_logits(void *network, const int32_t *ids, size_t n, float *logits);

typedef struct naive {
    naive_logits *ask;
    void *network;
    bool forced; /* a token that counts, and is not among the ids, comes first */
    size_t vocab, limit, beam, n_best;
    int32_t eos;
    double alpha; /* score = log p / length^alpha */
    size_t min_length;
    const uint8_t *banned; /* [vocab] */
    const uint8_t *known;  /* [vocab]: the words there are; NULL: all */
    const int32_t *prefix; /* [n_prefix]: all begin so */
    size_t n_prefix, no_repeat;
    naive_may *may; /* NULL: anything */
    const void *may_ctx;
    const tr_sampling *sampling; /* of n_best samples */
    uint32_t line, begin;
    size_t groups;
    double diversity;
    const naive_phrase *phrases;
    size_t n_phrases;
    const uint8_t *inner; /* [vocab] */
} naive;

typedef struct naive_path {
    int32_t ids[NAIVE_STEPS];
    size_t n;
    double log_probability, score;
    size_t group, from;
    size_t bank; /* tokens of phrases that it has said */
    bool late;   /* it would rather have ended */
} naive_path;

/* The n-best, best first, to best [NAIVE_PATHS]: returns how many. */
size_t naive_search(const naive *t, naive_path *best);

#endif
