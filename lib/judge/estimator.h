/*
 * estimator.h - from the states of an encoder's layers to a score (Rei et al. 2020).
 *
 * A sequence becomes one vector: the weighted sum over all layers of the mean of its states, or of
 * the first one.  As both are linear, each layer's states are gone when the next one is computed.
 * The vectors of a segment and what is between them are the features of a small network.  Every sum
 * is taken in an order that nothing but the sequence decides.
 */
#ifndef TR_ESTIMATOR_H
#define TR_ESTIMATOR_H

#include "network/encoder.h"

/* The vectors of a batch of sequences on their way. */
typedef struct tr_pooling {
    const tr_source *sources; /* [n] */
    size_t n;
    float *vectors; /* [n, d_model] */
    float *sums;    /* [2, d_model], scratch */
} tr_pooling;

/* Encodes the sequences of *p, and fills in their vectors.  Layers that have no weight behind the
 * last that has one are not computed. */
void tr_pool_sequences(tr_compute *c, tr_pooling *p);

/* The widest rows that tr_estimator_score() has between two layers. */
size_t tr_estimator_width(const tr_config *c);

/* scores [n] of segments, whose vectors [n, tr_config_sequences(), d_model] are in the order of
 * tr_judged_add().  `features` has room for [n, tr_config_features()], `hidden` for
 * [2, n, tr_estimator_width()]. */
void tr_estimator_score(const tr_compute *c, const float *vectors, size_t n, float *features,
                        float *hidden, float *scores);

#endif
