/* attention.h - attention blocks over rows of a ragged batch (Vaswani et al. 2017, section 3.2).
 *
 * A block reads the layers' rows c->x [n_rows, d_model], and leaves its result there.  Its caller
 * lets the heads write to c->y. */
#ifndef TR_ATTENTION_H
#define TR_ATTENTION_H

#include "network/layer.h"

/* Floats of a row of queries, of keys, of values or results, and from a row of all three of
 * self-attention to the next. */
static inline size_t tr_query_width(const tr_compute *c, bool cross)
{
    return c->heads[cross].n * tr_config_head(&c->m->config, cross).query;
}

static inline size_t tr_key_width(const tr_compute *c, bool cross)
{
    return c->heads[cross].n * c->heads[cross].d_head;
}

static inline size_t tr_value_width(const tr_compute *c)
{
    return c->heads[false].n * tr_d_value(&c->heads[false]);
}

static inline size_t tr_self_stride(const tr_compute *c)
{
    return c->wide_width; /* so that a row has its place whoever shares the rows */
}

/* Self-attention: q, k and v of every row of c->x, [n_rows, tr_self_stride()]; they stand in
 * c->wide. */
const float *tr_self_projection(tr_compute *c, const tr_attention *block, size_t n_rows);

/* Cross-attention: q of every row of c->x, [n_rows, tr_query_width()]; they stand in c->wide. */
const float *tr_query_projection(tr_compute *c, const tr_attention *block, size_t n_rows);

/* y [n_rows, tr_value_width()] = the attention of the queries q [n_rows, q_stride] to `memory`.
 * The probabilities stay in c->attention: see tr_attend_weight(). */
void tr_attend(const tr_compute *c, const tr_attention *block, bool cross, const float *q,
               size_t q_stride, size_t n_rows, const tr_memory *memory, float *y);

/* What the score does to keys [n_rows, stride] before tr_remember(). */
void tr_scored_keys(const tr_compute *c, bool cross, float *k, size_t stride, size_t n_rows);

/* Key and value of one position, side by side in x, as tr_attend() reads them: rows of
 * tr_row_bytes() and tr_value_bytes() side by side. */
void tr_remember(const tr_compute *c, bool cross, const float *x, char *rows);

/* The end of a block: projects the output of the heads, y [n_rows, tr_value_width()], adds the
 * residual and normalises into c->x.  What c->wide had is lost. */
void tr_attention_close(tr_compute *c, const tr_attention *block, const float *y, size_t n_rows);

#endif
