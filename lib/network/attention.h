/* attention.h - attention blocks over rows of a ragged batch (Vaswani et al. 2017, section 3.2).
 *
 * A block reads c->x [n_rows, d_model], and leaves its result there.  Meanwhile c->wide holds the
 * projections, and c->y [n_rows, d_model] the output of the heads. */
#ifndef TR_ATTENTION_H
#define TR_ATTENTION_H

#include "network/layer.h"

/* Self-attention: q, k and v of every row to c->wide [n_rows, 3 * d_model]. */
void tr_self_projection(tr_compute *c, const tr_attention *block, size_t n_rows);

/* Cross-attention: q of every row to c->wide [n_rows, d_model]. */
void tr_query_projection(tr_compute *c, const tr_attention *block, size_t n_rows);

/* y [n_rows, d_model] = the attention of the queries q [n_rows, q_stride] to `memory`; y may be q.
 * The probabilities stay in c->attention: see tr_attend_weight(). */
void tr_attend(const tr_compute *c, const float *q, size_t q_stride, size_t n_rows,
               const tr_memory *memory, float *y);

/* Keys and values of one position, x [2 * d_model], as tr_attend() reads them: two rows of
 * tr_row_bytes() side by side. */
void tr_remember(const tr_compute *c, const float *x, char *rows);

/* The end of a block: projects c->y, adds the residual and normalises into c->x. */
void tr_attention_close(tr_compute *c, const tr_attention *block, size_t n_rows);

#endif
