/*
 * pass.h - pass through the network: packs of sentences, dense maps, dropout, gradients of weights.
 *
 * A pack holds whole sentence pairs, row after row without padding.  Rows are numbered within the
 * step, which may have several packs, so that dropout's masks do not depend on how a step is cut.
 */
#ifndef TR_PASS_H
#define TR_PASS_H

#include <stdint.h>

#include "base/arena.h"
#include "kernels/gradients.h"
#include "kernels/kernels.h"
#include "train/network/adapters.h"
#include "train/network/parameters.h"
#include "train/network/workers.h"

/* One side's rows. */
typedef struct tr_pack_side {
    const int32_t *ids;  /* [n_rows]; each sentence ends in </s> */
    const size_t *start; /* [n_sentences + 1]: the rows of sentence s are start[s] .. start[s+1] */
    size_t n_rows;
    uint64_t first_row; /* of the step */
} tr_pack_side;

typedef struct tr_pack {
    tr_pack_side source, target;
    size_t n_sentences;
} tr_pack;

/* Rows that one worker takes at a time: their activations stay in the second-level cache. */
enum { TR_ROWS_TOGETHER = 96 };

/* Rows over which a weight's gradient is one chain of additions; they are packed together. */
enum { TR_CHAIN_ROWS = 384 };

typedef struct tr_pass {
    tr_kernels k;
    tr_gradients g;
    tr_workers *workers;
    tr_parameters *p;
    tr_dropout dropout; /* blocks fill in its site; threshold 0: no dropout */
    bool keep;          /* a backward pass follows */
} tr_pass;

/* Blocks of a layer, as dropout numbers them. */
enum tr_block { TR_BLOCK_SELF, TR_BLOCK_CROSS, TR_BLOCK_FFN, TR_BLOCK_EMBED = 0 };
enum { TR_LAYER_EMBED = 255 };

/* The position of a block in the network. */
typedef struct tr_block_position {
    bool decoder;
    size_t layer;
    int block; /* enum tr_block */
} tr_block_position;

/* Applies dropout to rows first .. first + n - 1 of a side, x [n, d_model]. */
void tr_pass_drop(const tr_pass *pass, tr_block_position site, const tr_pack_side *side,
                  size_t first, size_t n, float *x);

/* y [n, y_stride] = x [n, stride] W^T + b. */
void tr_pass_dense(const tr_pass *pass, const tr_dense *dense, const float *x, size_t stride,
                   size_t n, float *y, size_t y_stride);

/* The gradient of a dense map while d_y is collected: d_W += d_y^T x and d_b += sums of d_y, over
 * n_rows in order. */
typedef struct tr_dense_gradient {
    const tr_dense *dense;
    const float *x; /* [n_rows, n_in] */
    size_t n_rows;
    size_t frozen, n_frozen; /* of the bias's elements, whose gradient is 0 */
    float *left; /* d_y, packed TR_CHAIN_ROWS rows at a time: tr_left_size() of [n_rows, n_out] */
    float *sums; /* [tr_row_parts(n_rows), n_out], of d_y over TR_ROWS_TOGETHER rows each; of a map
                    without a bias not used */
    const struct tr_adapted *adapted; /* [n_adapted]: gradients of adapters take d_y, and the map
                                         itself has none */
    size_t n_adapted;
} tr_dense_gradient;

static inline size_t tr_row_parts(size_t n_rows)
{
    return (n_rows + TR_ROWS_TOGETHER - 1) / TR_ROWS_TOGETHER;
}

/* The gradient of an adapter while rows are collected. */
typedef struct tr_adapted {
    const tr_adapter *adapter;
    tr_dense_gradient down, up;
    float *u, *v; /* scale x A^T, scale d_y B: [n_rows, rank] */
} tr_adapted;

/* Floats of room for the adapters of one block of n_rows rows, whose maps are `widest` wide at
 * most. */
size_t tr_adapted_room(const tr_panel_format *format, size_t rank, size_t n_rows, size_t widest,
                       size_t d_model);

/* Begins with an adapter of a map whose input is x [n_rows, n_in]; takes its arrays from *room. */
void tr_adapted_begin(tr_adapted *a, const tr_pass *pass, const tr_adapter *adapter, const float *x,
                      size_t n_rows, float **room);

/* d_x [n, n_in] = d_y [n, stride] W, or with `add` d_x += d_y W, for rows first .. first + n - 1 of
 * one worker.  Collects d_y for the gradient while it is in the cache. */
void tr_pass_dense_back(const tr_pass *pass, const tr_dense_gradient *g, size_t first, size_t n,
                        const float *d_y, size_t stride, bool add, float *d_x);

/* The gradient of a norm: d_gain += sums of d_y * normal, d_bias += sums of d_y [n_rows, d]. */
typedef struct tr_norm_gradient {
    tr_layer_norm norm;
    const float *d_y, *normal;
    size_t n_rows;
} tr_norm_gradient;

/* Adds the gradients of several dense maps and norms, after all rows were collected; where the
 * network does not learn, of the maps' adapters alone.  `panels` has room for tr_panels_size() of
 * every x, in the pass's format. */
enum { TR_GRADIENTS_MOST = 3, TR_ADAPTED_MOST = 4 }; /* of a block's maps, and of their adapters */
void tr_pass_add_gradients(const tr_pass *pass, const tr_dense_gradient *dense, size_t n_dense,
                           const tr_norm_gradient *norms, size_t n_norms, float *panels);

/* Packs the weights of a map into its panels. */
void tr_pass_pack(const tr_pass *pass, const tr_dense *dense);

/* Packs all weights into panels, after they have changed; where the network does not learn, its
 * adapters alone. */
void tr_pass_pack_weights(const tr_pass *pass);

/* Reads the matrices of a layer, where they are read, adds their adapters, and packs panels for the
 * forward pass or for the backward pass.  The workers' scratch has tr_pass_read_scratch()
 * floats. */
void tr_pass_read_layer(const tr_pass *pass, const tr_train_layer *layer, bool backward);
size_t tr_pass_read_scratch(const tr_shape *shape);

/* Reads the output's matrix, which stays, and packs its panels for both passes. */
void tr_pass_read_output(const tr_pass *pass);

#endif
