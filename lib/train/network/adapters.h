/*
 * adapters.h - low-rank adapters: what a network learns whose own weights stay (Hu et al. 2022,
 * "LoRA: Low-rank adaptation of large language models").
 *
 * A matrix W [n_out, n_in] of the layers is used as W + scale B A, with A [rank, n_in] and
 * B [n_out, rank], the factors, which alone learn.  B begins with zeros, so that the network begins
 * as it was.  W's own gradient is never computed: with x the map's input and d_y the gradient of
 * its result, d_B = scale d_y^T (x A^T) and d_A = scale (d_y B)^T x.
 */
#ifndef TR_ADAPTERS_H
#define TR_ADAPTERS_H

#include "train/network/adapting.h"
#include "train/network/parameters.h"

/* The adapter of a part of a dense map: of queries, keys and values one each. */
typedef struct tr_adapter {
    size_t tensor;     /* the number of the map's matrix */
    size_t first;      /* the row of it where the part begins */
    int matrix;        /* enum tr_adapted_matrix */
    tr_dense down, up; /* A, with the map's input, and B; their offsets are in the factors */
} tr_adapter;

typedef struct tr_adapters {
    tr_parameters factors; /* blocks of A and B, for an optimiser */
    float scale;
    size_t rank, n;
    tr_adapter *all; /* [n] */
} tr_adapters;

/* Makes adapters for p, which does not learn itself; its maps refer to them as long as they live.
 * A begins with uniform numbers in +-1 / sqrt(n_in), by `seed`.  TR_ENOMEM; TR_EINVAL for a rank
 * or matrices that the network does not have. */
int tr_adapters_create(tr_adapters *a, tr_parameters *p, const tr_adapting *adapting, uint64_t seed,
                       tr_error *err);
void tr_adapters_free(tr_adapters *a);

/* The floats of a block of factors, for a network of such a shape. */
size_t tr_adapters_count(const tr_shape *shape, const tr_adapting *adapting);

/* to = the factors of a share of what w adds. */
void tr_adapters_share(const tr_adapters *a, const float *w, float share, float *to);

/* True if that tensor of the network has adapters. */
bool tr_adapters_change(const tr_adapters *a, size_t tensor);

/* rows [n, n_in] of the network's tensor of that number, from `first` on, += scale B A of its
 * adapters, if any; w is a block of factors. */
void tr_adapters_add(const tr_adapters *a, size_t tensor, const float *w, size_t first, size_t n,
                     float *rows);

#endif
