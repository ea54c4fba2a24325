/* ssru_block.h - SSRU that stands in for self-attention, forward and backward (Kim et al. 2019):
 * c = f * c' + (1 - f) * x, out = max(c, 0). */
#ifndef TR_SSRU_BLOCK_H
#define TR_SSRU_BLOCK_H

#include "train/network/blocks.h"

/* Activations that the backward pass needs. */
typedef struct tr_ssru_memory {
    float *wide;  /* [n_rows, 2 d]: x and the forget gate, after its sigmoid */
    float *state; /* [n_rows, d] */
    tr_block_memory block;
} tr_ssru_memory;

/* Forward: the result is in the memory's block.output.  Backward: from room->d_out, to room->d_x.
 */
void tr_ssru_block(const tr_block_pass *b, const tr_train_layer *layer, const tr_ssru_memory *m);
void tr_ssru_block_back(const tr_block_pass *b, const tr_train_layer *layer,
                        const tr_ssru_memory *m);

#endif
