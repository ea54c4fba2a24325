/*
 * compute.h - what a thread computes with: kernels, rows to work on, and products of rows with
 * matrices.
 *
 * Activations are rows [n_rows, width] of float32.  Rows are prepared first: where the arithmetic
 * is int8, they are quantised.  Prepared rows may then be multiplied with several matrices:
 *
 *     const tr_rows rows = tr_prepare(c, x, d, n, d);
 *     tr_product(c, &rows, &w, 0, w.n_out, y, w.n_out);
 */
#ifndef TR_COMPUTE_H
#define TR_COMPUTE_H

#include "base/arena.h"
#include "base/team.h"
#include "model/nmt.h"

/* Kernels, rows and scratch of one thread. */
typedef struct tr_compute {
    const tr_nmt *m;
    tr_kernels k;
    bool int8_activations;              /* only with int8 weights */
    bool cached;                        /* the weights are probably in a cache: no result depends */
    tr_team *team;                      /* who may help, or NULL */
    const struct tr_observer *observer; /* who is told (observe.h), or NULL */
    size_t max_rows;

    /* The layers' rows.  Encoder and decoder take turns. */
    float *x;    /* [max_rows, d_model] */
    float *y;    /* [max_rows, y_width]: d_model, or the values of all heads */
    float *wide; /* [max_rows, wide_width]: 3 * d_model, or queries, keys and values */
    size_t y_width, wide_width;
    char *kv; /* [max_rows]: keys and values of the encoder's own attention, packed */

    tr_heads heads[2]; /* of self- and cross-attention; half precision goes with int8 activations */

    /* Scratch for each thread of a team that shares the rows: */
    float *hidden;         /* [TR_TEAM_MOST, TR_FFN_ROWS, the larger ffn, twice if gated] */
    float *attention;      /* [TR_TEAM_MOST, attention_size]: what attend() works in */
    size_t attention_size; /* floats */
    tr_row_plan *plans;    /* [TR_SHARES]: for products of int8 */

    /* Where prepared rows are put: */
    int8_t *q;    /* [max_rows, widest input rounded up to TR_ROW_ALIGN] */
    float *scale; /* [max_rows] */
} tr_compute;

enum {
    TR_FFN_ROWS = 64,             /* rows of hidden units that are in cache together */
    TR_SHARES = 2 * TR_TEAM_MOST, /* that the products of some rows are cut into, at most */
};

/* Rows [n, width] that are prepared for products. */
typedef struct tr_rows {
    const float *p; /* [n, stride]: the rows as they were given */
    size_t stride;
    const int8_t *q;    /* [n, width rounded up to TR_ROW_ALIGN], and */
    const float *scale; /*   [n]: the rows as int8, where the arithmetic is */
    size_t n, width;
    tr_row_plan *plan; /* for products one after the other */
} tr_rows;

/* How self-attention, or cross-attention, scores, and how rows of keys and values are laid out. */
tr_heads tr_compute_heads(const tr_nmt *m, bool int8_activations, bool cross);

/* Bytes of arena that tr_compute_init() takes.  `max_positions`: the most positions that a query
 * attends to. */
size_t tr_compute_size(const tr_nmt *m, bool int8_activations, size_t max_rows,
                       size_t max_positions);
void tr_compute_init(tr_compute *c, tr_arena *a, const tr_nmt *m, const tr_kernels *k,
                     bool int8_activations, size_t max_rows, size_t max_positions);

/* work(ctx, part, first, n): part->x and the other rows of `part` are rows first .. first + n - 1
 * of the whole.  The work must not look at other rows, and it has no team. */
typedef void tr_rows_work(void *ctx, tr_compute *part, size_t first, size_t n);

/* Deals out the rows of c [n_rows] to the team, and returns when the work on all is done.  Without
 * a team, or with less than `least` rows for each thread, the work is done in one piece: `part` is
 * c itself then, and it keeps its team. */
void tr_share_rows(tr_compute *c, size_t n_rows, size_t least, tr_rows_work *work, void *ctx);

/* Prepares the first `width` columns of x [n_rows, stride] for products.  As long as the rows are
 * used, x must stay as it is, and nothing else may be prepared with this tr_compute. */
tr_rows tr_prepare(const tr_compute *c, const float *x, size_t stride, size_t n_rows, size_t width);

/* y [rows->n, y_stride] = outputs first .. last-1 of w for the rows. */
void tr_product(const tr_compute *c, const tr_rows *rows, const tr_matrix *w, size_t first,
                size_t last, float *y, size_t y_stride);

/* Rows first .. first + n - 1 of `rows` alone, for share i < TR_SHARES of the products of all: each
 * share may be multiplied by a thread of its own. */
tr_rows tr_some_rows(const tr_compute *c, const tr_rows *rows, size_t first, size_t n, size_t i);

/* All outputs of w for the rows, with the team's help; the first n_activated go through the
 * activation of feed-forward networks. */
void tr_product_all(const tr_compute *c, const tr_rows *rows, const tr_matrix *w,
                    size_t n_activated, float *y, size_t y_stride);

/* tr_prepare() and tr_product_all(). */
void tr_linear(const tr_compute *c, const tr_matrix *w, const float *x, size_t stride,
               size_t n_rows, float *y, size_t y_stride);

#endif
