/*
 * layer.h - what every layer of the network is made of.
 *
 * Activations are rows [n_rows, width] of float32.  A product first prepares its input rows
 * (quantises them, where the arithmetic is int8) and then may be taken with several matrices.
 */
#ifndef TR_LAYER_H
#define TR_LAYER_H

#include "base/arena.h"
#include "model/nmt.h"
#include "base/team.h"

/* What one thread computes with: kernels, and rows to work on. */
typedef struct tr_compute {
    const tr_nmt *m;
    tr_kernels k;
    bool int8_activations; /* only with int8 weights */
    tr_team *team;         /* who may help, or NULL */
    size_t max_rows;

    /* The layers' rows.  Encoder and decoder take turns. */
    float *x, *y; /* [max_rows, d_model] */
    float *wide;  /* [max_rows, 3 * d_model] */
    char *rows;   /* [max_rows]: keys and values of the encoder's own attention, packed */

    tr_heads heads; /* rows of half precision go with int8 activations */

    /* For each of a team that shares the rows: */
    float *hidden;         /* [TR_TEAM_MOST, TR_FFN_ROWS, the larger ffn] */
    float *attention;      /* [TR_TEAM_MOST, attention_size]: what attend() works in */
    size_t attention_size; /* floats */

    int8_t *q;      /* the prepared rows: [max_rows, widest input rounded up to TR_ROW_ALIGN], */
    float *q_scale; /*   [max_rows]; */
    const float *p; /*   or [n_rows, p_stride] where they lie */
    size_t n_rows, p_stride, width;
} tr_compute;

enum { TR_FFN_ROWS = 64 }; /* rows of hidden units that are in cache together */

/* How rows of keys and values lie. */
tr_heads tr_compute_heads(const tr_nmt *m, bool int8_activations);

/* Bytes of arena that tr_compute_init() takes.  `max_positions`: what a query looks at, at most. */
size_t tr_compute_size(const tr_nmt *m, bool int8_activations, size_t max_rows,
                       size_t max_positions);
void tr_compute_init(tr_compute *c, tr_arena *a, const tr_nmt *m, const tr_kernels *k,
                     bool int8_activations, size_t max_rows, size_t max_positions);

/* work(ctx, part, first, n): what part->x and the other rows hold are rows first .. first + n - 1
 * of c's.  It must not look at others, and has no team. */
typedef void tr_rows_work(void *ctx, tr_compute *part, size_t first, size_t n);

/* All of c's rows [n_rows], dealt out to the team; or in one piece, which keeps the team, where
 * there is none to speak of, or less than `least` rows for each. */
void tr_share_rows(tr_compute *c, size_t n_rows, size_t least, tr_rows_work *work, void *ctx);

/* The rows x [n_rows, stride], of which `width` columns count, for the products that follow.
 * x must stay as it is until then. */
void tr_prepare(tr_compute *c, const float *x, size_t stride, size_t n_rows, size_t width);

/* y [n_rows, y_stride] = outputs first .. last-1 of w for the prepared rows. */
void tr_product(const tr_compute *c, const tr_matrix *w, size_t first, size_t last, float *y,
                size_t y_stride);

/* The same for rows first .. first + n - 1 of the prepared ones alone. */
tr_compute tr_some_rows(const tr_compute *c, size_t first, size_t n);

/* tr_prepare() and all outputs of w, with the team's help. */
void tr_linear(tr_compute *c, const tr_matrix *w, const float *x, size_t stride, size_t n_rows,
               float *y, size_t y_stride);

/* y [n_rows, d] = norm of x (+ residual, unless NULL), all rows dense; y may be either. */
void tr_norm_rows(const tr_compute *c, const tr_norm *norm, const float *x, const float *residual,
                  size_t n_rows, float *y);

/* What the first product of a block reads, [n_rows, d_model]: c->x, or with norms before blocks
 * c->y, which holds the norm of it. */
const float *tr_block_input(tr_compute *c, const tr_norm *norm, size_t n_rows);

/* The end of a block that computed y [n_rows, d_model]: adds it to c->x, which is normed then
 * where norms stand behind blocks. */
void tr_block_output(tr_compute *c, const tr_norm *norm, const float *y, size_t n_rows);

/* y [d_model] = embedding_scale * E[id] + position; id < 0 stands for a zero embedding. */
void tr_embed(const tr_nmt *m, const tr_matrix *embedding, int32_t id, const float *position,
              float *y);

/* The position-wise feed-forward block of c->x [n_rows, d_model], in place: residual, norms and
 * all (Vaswani et al. 2017, section 3.3). */
void tr_ffn(tr_compute *c, const tr_layer *layer, size_t n_rows);

#endif
