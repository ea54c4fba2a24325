/*
 * transformer.h - a Transformer in float64: a row after the other, a loop for each formula of
 * Vaswani et al. 2017.  It shares the model's file with the library, and no arithmetic.
 */
#ifndef PLAIN_TRANSFORMER_H
#define PLAIN_TRANSFORMER_H

#include "model/nmt.h"

enum { MAX_ROWS = 128, MAX_D = 1024, MAX_LAYERS = 16, MAX_HEADS = 16, MAX_FFN = 4096 };

typedef double row_of_d[MAX_D];
typedef double weights_of_head[MAX_ROWS];

/* All that was computed for a source and its translation. */
typedef struct transformer {
    const tr_nmt *m;
    size_t n;                                       /* ids of the source */
    row_of_d x[MAX_ROWS];                           /* the encoder's rows */
    row_of_d q[MAX_ROWS], k[MAX_ROWS], v[MAX_ROWS]; /* of a layer of the encoder */
    row_of_d source_k[MAX_LAYERS][MAX_ROWS], source_v[MAX_LAYERS][MAX_ROWS];
    row_of_d past_k[MAX_LAYERS][MAX_ROWS], past_v[MAX_LAYERS][MAX_ROWS]; /* of the decoder */
    row_of_d state[MAX_LAYERS];                                          /* of SSRUs */
    row_of_d y;                                                          /* the decoder's row */
    weights_of_head encoder[MAX_LAYERS][MAX_ROWS][MAX_HEADS];
    weights_of_head self[MAX_LAYERS][MAX_ROWS][MAX_HEADS], cross[MAX_LAYERS][MAX_ROWS][MAX_HEADS];
} transformer;

/* y [last - first] = rows first .. last - 1 of x W^T + b. */
void plain_linear(const tr_nmt *m, const tr_matrix *w, size_t first, size_t last, const double *x,
                  double *y);
void plain_norm(const tr_nmt *m, const tr_norm *n, const double *x, double *y);

/* The input of a block, and what becomes of its output. */
void plain_block_input(const tr_nmt *m, const tr_norm *n, const double *x, double *in);
void plain_block_output(const tr_nmt *m, const tr_norm *n, const double *y, double *x);

/* softmax(q k^T / sqrt(d_k)) v of all heads; p [heads] receives the weights. */
void plain_attend(const tr_nmt *m, const double *q, const row_of_d *k, const row_of_d *v, size_t n,
                  weights_of_head *p, double *out);
void plain_project_self(const tr_nmt *m, const tr_attention *a, const double *x, double *q,
                        double *k, double *v);
void plain_feed_forward(const tr_nmt *m, const tr_layer *l, double *x);
void plain_embed(const tr_nmt *m, const tr_matrix *e, const tr_norm *n, const float *position,
                 int32_t id, double *x);

/* Computes the encoder's rows of t->n ids. */
void plain_encode(transformer *t, const int32_t *ids);

/* One step of the decoder; gives log softmax at `next`. */
double plain_decode(transformer *t, size_t step, int32_t previous, int32_t next);

#endif
