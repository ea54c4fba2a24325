/*
 * blocks.h - the blocks of the network, forward and backward side by side.
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

#include "train/pass.h"

/* What a block keeps of rows [n_rows]: normal [n_rows, d] and factor [n_rows] of its norm, its
 * output [n_rows, d], and with norms before blocks what the norm gave, input [n_rows, d]. */
typedef struct tr_block_memory {
    float *normal, *factor, *input, *output;
} tr_block_memory;

typedef struct tr_attention_memory {
    float *wide;     /* [n_rows, 3 d]: queries, keys, values; of cross-attention [n_rows, d] */
    float *kv;       /* cross-attention: keys and values of the source [n_source, 2 d] */
    float *attended; /* [n_rows, d] */
    tr_block_memory block;
} tr_attention_memory;

typedef struct tr_ssru_memory {
    float *wide;  /* [n_rows, 2 d]: x and the forget gate, after its sigmoid */
    float *state; /* [n_rows, d] */
    tr_block_memory block;
} tr_ssru_memory;

typedef struct tr_ffn_memory {
    float *before; /* [n_rows, ffn]; NULL for ReLU, whose result tells enough */
    float *hidden; /* [n_rows, ffn] */
    tr_block_memory block;
} tr_ffn_memory;

/* Room that blocks use in turns.  Gradients [n_rows, d] but for d_wide [n_rows, widest], d_kv
 * [n_source, 2 d]. */
typedef struct tr_block_room {
    char *rows;   /* keys and values as attend() wants them: [n_rows, 2 tr_row_bytes()] */
    float *d_out; /* of the block's output; */
    float *d_x;   /*   of its input */
    float *d_y;   /*   of f's result */
    float *d_in;  /*   of f's input, where that is not x */
    float *d_wide, *d_kv;
    float *panels;
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

/* Forward: the result is in the memory's block.output.  Backward: from room->d_out, to room->d_x.
 */
void tr_self_attention(const tr_block_pass *b, const tr_attention_block *block,
                       const tr_attention_memory *m);
void tr_self_attention_back(const tr_block_pass *b, const tr_attention_block *block,
                            const tr_attention_memory *m);
void tr_cross_attention(const tr_block_pass *b, const tr_attention_block *block,
                        const tr_attention_memory *m);
void tr_cross_attention_back(const tr_block_pass *b, const tr_attention_block *block,
                             const tr_attention_memory *m);
void tr_ssru_block(const tr_block_pass *b, const tr_train_layer *layer, const tr_ssru_memory *m);
void tr_ssru_block_back(const tr_block_pass *b, const tr_train_layer *layer,
                        const tr_ssru_memory *m);
void tr_ffn_block(const tr_block_pass *b, const tr_train_layer *layer, const tr_ffn_memory *m);
void tr_ffn_block_back(const tr_block_pass *b, const tr_train_layer *layer, const tr_ffn_memory *m);

/* The norm after a stack of layers: y = norm(x) [n_rows, d], and back from d_y to d_x. */
void tr_top_norm(const tr_block_pass *b, tr_gain norm, const tr_block_memory *m);
void tr_top_norm_back(const tr_block_pass *b, tr_gain norm, const tr_block_memory *m);

/* Floats of scratch that blocks need for sentences of up to `longest` rows. */
size_t tr_block_scratch(const tr_shape *shape, size_t longest, const tr_panel_format *format);

#endif
