/*
 * layer.h - what every layer of the network is made of.
 *
 * Activations are rows [n_rows, width] of float32.  A product first prepares its input rows
 * (quantises them, where the arithmetic is int8) and then may be taken with several matrices.
 */
#ifndef TR_LAYER_H
#define TR_LAYER_H

#include "arena.h"
#include "nmt.h"

/* The arithmetic of one thread: kernels, and the prepared rows. */
typedef struct tr_compute {
    tr_kernels k;
    bool int8_weights;
    bool int8_activations; /* only with int8_weights */
    size_t max_rows, max_width;
    int8_t *q;      /* [max_rows, max_width rounded up to TR_ROW_ALIGN] */
    float *q_scale; /* [max_rows] */
    const float *x; /* the prepared rows [n_rows, x_stride] */
    size_t n_rows, x_stride, width;
} tr_compute;

/* Bytes of arena that tr_compute_init() takes. */
size_t tr_compute_size(size_t max_rows, size_t max_width);
void tr_compute_init(tr_compute *c, tr_arena *a, size_t max_rows, size_t max_width);

/* The rows x [n_rows, stride], of which `width` columns count, for the products that follow.
 * x must stay as it is until then. */
void tr_prepare(tr_compute *c, const float *x, size_t stride, size_t n_rows, size_t width);

/* y [n_rows, y_stride] = outputs first .. last-1 of w for the prepared rows. */
void tr_product(const tr_compute *c, const tr_matrix *w, size_t first, size_t last, float *y,
                size_t y_stride);

/* tr_prepare() and all outputs of w. */
void tr_linear(tr_compute *c, const tr_matrix *w, const float *x, size_t stride, size_t n_rows,
               float *y, size_t y_stride);

/* y [n_rows, d] = norm of x (+ residual, unless NULL), all rows dense; y may be either. */
void tr_norm_rows(const tr_compute *c, const tr_nmt *m, const tr_norm *norm, const float *x,
                  const float *residual, size_t n_rows, float *y);

/* x [n] += y [n] */
void tr_add(float *x, const float *y, size_t n);

/* y [d_model] = embedding_scale * E[id] + position; id < 0 stands for a zero embedding. */
void tr_embed(const tr_nmt *m, const tr_matrix *embedding, int32_t id, const float *position,
              float *y);

/* The position-wise feed-forward block of x [n_rows, d_model], in place: residual, norms and all
 * (Vaswani et al. 2017, section 3.3).  `hidden` [TR_FFN_ROWS, up.n_out] and `y` [n_rows, d_model]
 * are scratch. */
enum { TR_FFN_ROWS = 64 };
void tr_ffn(tr_compute *c, const tr_nmt *m, const tr_layer *layer, float *x, size_t n_rows,
            float *hidden, float *y);

#endif
