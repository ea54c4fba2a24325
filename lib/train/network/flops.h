/*
 * flops.h - floating-point operations of a network, as Table 2 of "Attention Is All You Need" has
 * them.
 *
 * A multiplication and an addition are two.  Products by weights and products of attention count;
 * norms, activations and the optimiser, some per cent, do not.  A backward pass takes two for each
 * one of the forward pass: of what is multiplied, and of what it is multiplied by.
 */
#ifndef TR_FLOPS_H
#define TR_FLOPS_H

#include "train/network/shape.h"

/* Of a sentence pair's forward pass: n source and m target pieces take
 * source n + target m + encoder n^2 + decoder m (m + 1) / 2 + cross n m. */
typedef struct tr_flops {
    double source, target, encoder, decoder, cross;
} tr_flops;

tr_flops tr_flops_of(const tr_shape *shape);
double tr_flops_forward(const tr_flops *f, size_t n_source, size_t n_target);

#endif
