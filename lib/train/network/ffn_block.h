/* ffn_block.h - feed-forward block, forward and backward. */
#ifndef TR_FFN_BLOCK_H
#define TR_FFN_BLOCK_H

#include "train/network/blocks.h"

/* Activations that the backward pass needs. */
typedef struct tr_ffn_memory {
    float *before; /* [n_rows, ffn]; NULL for ReLU, whose gradient `hidden` is enough for */
    float *hidden; /* [n_rows, ffn] */
    tr_block_memory block;
} tr_ffn_memory;

/* Forward: the result is in the memory's block.output.  Backward: from room->d_out, to room->d_x.
 */
void tr_ffn_block(const tr_block_pass *b, const tr_train_layer *layer, const tr_ffn_memory *m);
void tr_ffn_block_back(const tr_block_pass *b, const tr_train_layer *layer, const tr_ffn_memory *m);

#endif
