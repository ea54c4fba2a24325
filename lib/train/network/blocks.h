/*
 * blocks.h - what all blocks of the network have in common: how they begin and end.
 *
 * A block computes x' = norm(x + drop(f(x))), or with norms before blocks x' = x + drop(f(norm(x)))
 * (Vaswani et al. 2017).  Its forward pass keeps what its backward pass needs: the input of every
 * product and of every function that is not linear.  The backward pass takes the gradient of x' and
 * gives that of x, and adds the gradients of its parameters.
 *
 * The forward pass computes the same bits as the translator does in float32 (network/): chains,
 * norms, activations and attention are the same functions of kernels.h.
 */
#ifndef TR_BLOCKS_H
#define TR_BLOCKS_H

#include "train/network/pass.h"

/* What a block keeps of rows [n_rows]: normal [n_rows, d] and factor [n_rows] of its norm, its
 * output [n_rows, d], and with norms before blocks what the norm gave, input [n_rows, d]. */
typedef struct tr_block_memory {
    float *normal, *factor, *input, *output;
} tr_block_memory;

/* Room that blocks use in turns.  Gradients [n_rows, d] but for d_wide [n_rows, widest], d_kv
 * [n_source, 2 d]. */
typedef struct tr_block_room {
    char *rows;   /* keys and values as attend() wants them: [n_rows, 2 tr_row_bytes()] */
    float *d_out; /* of the block's output; */
    float *d_x;   /*   of its input */
    float *d_y;   /*   of f's result */
    float *d_in;  /*   of f's input, where that is not x */
    float *d_wide, *d_kv;
    float *left, *sums, *panels; /* of tr_pass_add_gradients() */
} tr_block_room;

/* A block at work. */
typedef struct tr_block_pass {
    const tr_pass *pass;
    const tr_pack_side *side, *source; /* source: of cross-attention */
    size_t n_sentences;
    tr_site site;
    const float *x;      /* the block's input [n_rows, d] */
    const float *memory; /* cross-attention: the encoder's output [n_source, d] */
    float *d_memory;     /* to which its gradient is added */
    tr_block_room *room;
} tr_block_pass;

/* The same with its norm and its memory: the first member of what each kind of block gives its
 * workers. */
typedef struct tr_block_work {
    const tr_block_pass *b;
    tr_gain norm;
    const tr_block_memory *m;
    tr_dense_gradient dense[TR_GRADIENTS_MOST];
    size_t n_dense;
} tr_block_work;

size_t tr_block_width(const tr_block_work *w); /* d_model */

/* `rows` for all rows of the block, or n_rows others, in parts; w is a work's first member. */
void tr_block_share(const tr_block_work *w, size_t n_rows, tr_workers_rows *rows);

/* What the block's function reads: rows from `first` on; tr_block_begin() makes n of them. */
const float *tr_block_reads(const tr_block_work *w, size_t first);
const float *tr_block_begin(const tr_block_work *w, size_t first, size_t n);

/* The end of a block that computed n rows where its output is to be. */
void tr_block_end(const tr_block_work *w, size_t first, size_t n);

/* From room->d_out to room->d_y, and what goes past the function to room->d_x. */
void tr_block_end_back(const tr_block_work *w, size_t first, size_t n);

/* Makes dense number n_dense ready for n_rows rows of x. */
void tr_block_dense(tr_block_work *w, const tr_dense *dense, const float *x, size_t n_rows);

/* room->d_x += what comes through dense number i, a map of the block's input, from d_wide [n,
 * stride], the gradient of rows from `first` on.  `scratch` has d_model floats. */
void tr_block_input_back(const tr_block_work *w, size_t i, const float *d_wide, size_t stride,
                         size_t first, size_t n, float *scratch);

/* Adds the gradients of all its dense maps and its norm. */
void tr_block_gradients(const tr_block_work *w);

/* The norm after a stack of layers: y = norm(x) [n_rows, d], and back from d_y to d_x. */
void tr_block_top_norm(const tr_block_pass *b, tr_gain norm, const tr_block_memory *m);
void tr_block_top_norm_back(const tr_block_pass *b, tr_gain norm, const tr_block_memory *m);

#endif
