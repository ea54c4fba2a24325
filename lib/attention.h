/* attention.h - attention blocks over rows of a ragged batch (Vaswani et al. 2017, section 3.2). */
#ifndef TR_ATTENTION_H
#define TR_ATTENTION_H

#include "layer.h"

/* The rows that one query may look at: keys at k[row * stride], values at v[row * stride], row
 * running over index [n], or 0 .. n-1 without an index. */
typedef struct tr_memory {
    const float *k, *v;
    const uint32_t *index;
    size_t stride, n;
} tr_memory;

/* y [heads * d_head] = attention of `q` over `memory`; `weights` [heads, memory->n] receives the
 * probabilities. */
void tr_attend(const tr_compute *c, const tr_nmt *m, const float *q, const tr_memory *memory,
               float *weights, float *y);

/* q, k and v of self-attention for x [n_rows, d_model]: qkv [n_rows, 3 * d_model].  `scratch`
 * [n_rows, d_model] is overwritten where norms come before the block. */
void tr_self_projection(tr_compute *c, const tr_nmt *m, const tr_attention *block, const float *x,
                        size_t n_rows, float *scratch, float *qkv);

/* The end of an attention block: x [n_rows, d_model] becomes what the block makes of it and of
 * the heads' output `y`; y is overwritten. */
void tr_attention_close(tr_compute *c, const tr_nmt *m, const tr_attention *block, float *y,
                        size_t n_rows, float *scratch, float *x);

#endif
