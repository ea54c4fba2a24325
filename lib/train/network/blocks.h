/*
 * blocks.h - blocks of the network: how all of them begin and end.
 *
 * A block computes x' = norm(x + drop(f(x))), or with norms before blocks x' = x + drop(f(norm(x)))
 * (Vaswani et al. 2017).  Its forward pass keeps the input of every product and of every nonlinear
 * function, because its backward pass needs them.  The backward pass takes the gradient of x',
 * returns the gradient of x, and adds the gradients of its parameters.
 *
 * The forward pass computes the same bits as the translator does in float32 (network/): chains,
 * norms, activations and attention are the same functions of kernels.h.
 */
#ifndef TR_BLOCKS_H
#define TR_BLOCKS_H

#include "train/network/pass.h"

/* Activations that a block keeps of n_rows rows: normal [n_rows, d] and factor [n_rows] of its
 * norm; output [n_rows, d]; and with norms before blocks the norm's result, input [n_rows, d]. */
typedef struct tr_block_memory {
    float *normal, *factor, *input, *output;
} tr_block_memory;

/* Arrays that all blocks use in turn.  Gradients are [n_rows, d], except d_wide [n_rows, widest]
 * and d_kv [n_source, keys and values]; d_in holds values of all heads, too. */
typedef struct tr_block_room {
    char *rows;   /* keys and values as attend() wants them: [n_rows, tr_memory_bytes()] */
    float *d_out; /* of the block's output */
    float *d_x;   /* of its input */
    float *d_y;   /* of f's result */
    float *d_in;  /* of f's input, if that is not x */
    float *d_wide, *d_kv;
    float *left, *sums, *panels; /* of tr_pass_add_gradients(); `left` of adapters, too */
} tr_block_room;

/* One pass through a block. */
typedef struct tr_block_pass {
    const tr_pass *pass;
    const tr_pack_side *side, *source; /* source: of cross-attention */
    size_t n_sentences;
    tr_block_position site;
    const float *x;      /* the block's input [n_rows, d] */
    const float *memory; /* cross-attention: the encoder's output [n_source, d] */
    float *d_memory;     /* its gradient, which is added to */
    tr_block_room *room;
} tr_block_pass;

/* A block's pass with its norm and memory.  It is the first member of the struct that each kind of
 * block passes to its workers. */
typedef struct tr_block_work {
    const tr_block_pass *b;
    tr_layer_norm norm;
    const tr_block_memory *m;
    tr_dense_gradient dense[TR_GRADIENTS_MOST];
    size_t n_dense;
    tr_adapted adapted[TR_ADAPTED_MOST];
    size_t n_adapted;
    float *adapted_room; /* what the next one takes; NULL: none has taken any */
} tr_block_work;

size_t tr_block_width(const tr_block_work *w); /* d_model */

/* Runs `rows` over n_rows rows in parts of TR_ROWS_TOGETHER; its ctx is w. */
void tr_block_share(const tr_block_work *w, size_t n_rows, tr_workers_rows *rows);

/* The input of the block's function f from row `first` on.  tr_block_begin() computes n rows of it.
 */
const float *tr_block_reads(const tr_block_work *w, size_t first);
const float *tr_block_begin(const tr_block_work *w, size_t first, size_t n);

/* Ends a block: turns n rows of f's result in m->output into the block's output. */
void tr_block_end(const tr_block_work *w, size_t first, size_t n);

/* From room->d_out to room->d_y, and to room->d_x what bypasses f. */
void tr_block_end_back(const tr_block_work *w, size_t first, size_t n);

/* Prepares dense number n_dense for n_rows rows of x. */
void tr_block_dense(tr_block_work *w, const tr_dense *dense, const float *x, size_t n_rows);

/* room->d_x += the gradient through dense number i, a map of f's input, from d_wide [n, stride],
 * the gradient of the map's result for rows from `first` on.  `scratch` has d_model floats. */
void tr_block_input_back(const tr_block_work *w, size_t i, const float *d_wide, size_t stride,
                         size_t first, size_t n, float *scratch);

/* Adds the gradients of all its dense maps and its norm. */
void tr_block_gradients(const tr_block_work *w);

/* The norm after a stack of layers: y = norm(x) [n_rows, d], and back from d_y to d_x. */
void tr_block_top_norm(const tr_block_pass *b, tr_layer_norm norm, const tr_block_memory *m);
void tr_block_top_norm_back(const tr_block_pass *b, tr_layer_norm norm, const tr_block_memory *m);

#endif
