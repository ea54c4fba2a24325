/*
 * loss.h - loss: label-smoothed cross-entropy of the next target piece, and its gradient.
 *
 * Logits are computed and used some rows at a time, because they would be by far the largest array
 * of a step.  The loss of a row is (1 - e) (-log p[y]) + e / V * sum over v of (-log p[v]) (Szegedy
 * et al. 2016, as Marian and PyTorch have it: e is spread over all V entries), and with a teacher +
 * kl * sum over v of q[v] (log q[v] - log p[v]).
 */
#ifndef TR_LOSS_H
#define TR_LOSS_H

#include "train/network/pass.h"

/* Rows of a block, whose gradients are added to the weights' together: whole chains. */
enum { TR_LOSS_ROWS = 2 * TR_CHAIN_ROWS };

/* Another model with the same vocabulary, and its states [n_rows, d] for the same rows. */
typedef struct tr_teacher {
    const tr_pass *pass;
    const float *states;
    float kl;
} tr_teacher;

typedef struct tr_loss_question {
    const float *states; /* [n_rows, d_model] */
    const int32_t *ids;  /* [n_rows] target ids, in range */
    size_t n_rows;
    float smoothing;
    float weight;              /* of every row: 1 / rows of the step */
    const tr_teacher *teacher; /* NULL: none */
    float *d_states;           /* [n_rows, d_model] gets the gradient; NULL: no gradients */
} tr_loss_question;

/* Sums over rows: of the losses, and of -log p[y]. */
typedef struct tr_loss_sums {
    double loss, nll;
} tr_loss_sums;

/* Arrays for a block, besides tr_loss_scratch() floats of each worker: the packed gradients of its
 * logits and sums of them, panels of its states, and the losses of its rows. */
typedef struct tr_loss_room {
    float *left;        /* tr_left_size() of TR_LOSS_ROWS rows and target_vocab columns */
    float *sums;        /* [TR_LOSS_ROWS / TR_ROWS_TOGETHER, target_vocab] */
    float *panels;      /* tr_panels_size() of TR_LOSS_ROWS rows and d_model columns */
    tr_loss_sums *rows; /* [TR_LOSS_ROWS] */
    float *row_nll;     /* NULL, or gets -log p[y] of every row of the question */
} tr_loss_room;

size_t tr_loss_scratch(const tr_shape *shape, bool teacher);

/* Adds the losses to *sums.  With d_states, fills it and adds the gradients of the output's
 * parameters. */
void tr_loss(const tr_pass *pass, const tr_loss_question *q, const tr_loss_room *room,
             tr_loss_sums *sums);

#endif
