/* layer.h - what every layer of the network is made of. */
#ifndef TR_LAYER_H
#define TR_LAYER_H

#include "network/compute.h"

/* y [n_rows, d] = norm of x (+ residual, unless NULL), all rows dense; y may be either. */
void tr_norm_rows(const tr_compute *c, const tr_norm *norm, const float *x, const float *residual,
                  size_t n_rows, float *y);

/* The input of a block's first product [n_rows, d_model].  The rows are c->x; with norms before
 * blocks, it is the norm of c->x, in c->y. */
const float *tr_block_input(tr_compute *c, const tr_norm *norm, size_t n_rows);

/* The end of a block, whose output is y [n_rows, d_model]: adds y to c->x.  With norms after
 * blocks, c->x is normed then. */
void tr_block_output(tr_compute *c, const tr_norm *norm, const float *y, size_t n_rows);

/* Row `i` of a table of positions, which may be none. */
static inline const float *tr_position(const float *table, size_t i, size_t d_model)
{
    return table ? table + i * d_model : NULL;
}

/* y [d_model] = embedding_scale * E[id] + position, where there is one; id < 0: the
 * embedding is zero. */
void tr_embed(const tr_nmt *m, const tr_matrix *embedding, int32_t id, const float *position,
              float *y);

/* The position-wise feed-forward block of c->x [n_rows, d_model], in place: residual, norms and
 * all (Vaswani et al. 2017, section 3.3). */
void tr_ffn(tr_compute *c, const tr_layer *layer, size_t n_rows);

#endif
