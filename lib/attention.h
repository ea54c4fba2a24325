/* attention.h - attention blocks over rows of a ragged batch (Vaswani et al. 2017, section 3.2).
 *
 * A block reads c->x [n_rows, d_model] and leaves its result there.  In between, c->wide holds
 * the projections and c->y [n_rows, d_model] what the heads make of them. */
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

/* Self-attention: q, k and v of every row to c->wide [n_rows, 3 * d_model]. */
void tr_self_projection(tr_compute *c, const tr_attention *block, size_t n_rows);

/* Cross-attention: q of every row to c->wide [n_rows, d_model]. */
void tr_query_projection(tr_compute *c, const tr_attention *block, size_t n_rows);

/* y [d_model] = what the query `q` finds in `memory`; the probabilities stay in c->weights
 * [heads, memory->n]. */
void tr_attend(const tr_compute *c, const float *q, const tr_memory *memory, float *y);

/* The end of a block: projects c->y, adds the residual and normalises into c->x. */
void tr_attention_close(tr_compute *c, const tr_attention *block, size_t n_rows);

#endif
