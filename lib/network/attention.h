/* attention.h - attention blocks over rows of a ragged batch (Vaswani et al. 2017, section 3.2).
 *
 * A block reads the layers' rows c->x [n_rows, d_model], and leaves its result there.  Its caller
 * lets the heads write to c->y. */
#ifndef TR_ATTENTION_H
#define TR_ATTENTION_H

#include "network/layer.h"

/* Self-attention: q, k and v of every row of c->x, [n_rows, 3 * d_model]; they stand in c->wide. */
const float *tr_self_projection(tr_compute *c, const tr_attention *block, size_t n_rows);

/* Cross-attention: q of every row of c->x, [n_rows, d_model]; they stand in c->wide. */
const float *tr_query_projection(tr_compute *c, const tr_attention *block, size_t n_rows);

/* y [n_rows, d_model] = the attention of the queries q [n_rows, q_stride] to `memory`; y may be q.
 * The probabilities stay in c->attention: see tr_attend_weight(). */
void tr_attend(const tr_compute *c, const float *q, size_t q_stride, size_t n_rows,
               const tr_memory *memory, float *y);

/* Keys and values of one position, x [2 * d_model], as tr_attend() reads them: two rows of
 * tr_row_bytes() side by side. */
void tr_remember(const tr_compute *c, const float *x, char *rows);

/* The end of a block: projects the output of the heads, y [n_rows, d_model], adds the residual and
 * normalises into c->x.  What c->wide had is lost. */
void tr_attention_close(tr_compute *c, const tr_attention *block, const float *y, size_t n_rows);

#endif
