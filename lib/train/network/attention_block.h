/* attention_block.h - self-attention and cross-attention, forward and backward. */
#ifndef TR_ATTENTION_BLOCK_H
#define TR_ATTENTION_BLOCK_H

#include "train/network/blocks.h"

/* Activations that the backward pass needs. */
typedef struct tr_attention_memory {
    float *wide;     /* [n_rows]: queries, keys, values; of cross-attention queries alone */
    float *kv;       /* cross-attention: keys and values of the source [n_source] */
    float *attended; /* [n_rows]: results of all heads */
    tr_block_memory block;
} tr_attention_memory;

/* Forward: the result is in the memory's block.output.  Backward: from room->d_out, to room->d_x;
 * cross-attention adds to b->d_memory. */
void tr_self_attention(const tr_block_pass *b, const tr_attention_block *maps,
                       const tr_attention_memory *m);
void tr_self_attention_back(const tr_block_pass *b, const tr_attention_block *maps,
                            const tr_attention_memory *m);
void tr_cross_attention(const tr_block_pass *b, const tr_attention_block *maps,
                        const tr_attention_memory *m);
void tr_cross_attention_back(const tr_block_pass *b, const tr_attention_block *maps,
                             const tr_attention_memory *m);

/* Heads as attend() has them. */
tr_heads tr_attention_heads(const tr_shape *shape);

/* Floats of scratch that attention needs for sentences of up to `longest` rows. */
size_t tr_attention_scratch(const tr_shape *shape, size_t longest);

#endif
