/*
 * transformer.h - transformer that learns: the whole network, forward and backward.
 *
 * A pass over a pack of sentences needs no allocation: all activations lie in one arena that was
 * sized for the largest pack.
 */
#ifndef TR_TRANSFORMER_H
#define TR_TRANSFORMER_H

#include "train/network/loss.h"
#include "train/network/pass.h"

typedef struct tr_transformer tr_transformer;

/* Limits of a pack. */
typedef struct tr_pack_limits {
    size_t rows;    /* of either side */
    size_t longest; /* rows of a sentence, <= rows, <= n_positions */
    bool teacher;   /* losses may have a teacher */
    size_t rank;    /* of adapters, which alone learn; 0: the network learns */
} tr_pack_limits;

/* Floats of activations for such packs, with panels of such a format. */
size_t tr_transformer_size(const tr_shape *shape, const tr_pack_limits *limits,
                           const tr_panel_format *format);

/* Creates a network with kernels for `cpu` (enum tr_cpu) and an enum tr_arithmetic, whose format
 * the parameters have.  The workers' scratch is at least tr_transformer_scratch().  `positions`
 * [n_positions, d_model] is NULL if they are learned.  Parameters, workers and positions have to
 * live as long.  TR_ENOMEM. */
int tr_transformer_create(tr_transformer **t, tr_parameters *p, tr_workers *workers, unsigned cpu,
                          int arithmetic, const float *positions, const tr_pack_limits *limits,
                          tr_error *err);
void tr_transformer_free(tr_transformer *t); /* NULL is allowed */
size_t tr_transformer_scratch(const tr_shape *shape, const tr_pack_limits *limits);

/* Fills positions [n, d_model] with sines in the first half of the columns and cosines in the
 * second, as Marian has them. */
void tr_transformer_sinusoids(size_t n, size_t d_model, float *positions);

/* Packs the weights into panels, after they have changed; of a network whose layers' matrices are
 * read, its adapters alone. */
void tr_transformer_pack(tr_transformer *t);

/* Packs what stays of such a network: to be called once. */
void tr_transformer_pack_output(tr_transformer *t);

/* Returns the decoder's states [target rows, d_model], which live until the next pass.  `dropout`
 * may be NULL. */
const float *tr_transformer_forward(tr_transformer *t, const tr_pack *pack,
                                    const tr_dropout *dropout);

/* Adds the loss of the last forward pass's pack to *sums.  With `backward` it adds all gradients to
 * the parameters'; there each row counts `weight` times. */
typedef struct tr_loss_options {
    float smoothing, weight;
    const tr_teacher *teacher;
    bool backward;
    float *row_nll; /* NULL, or gets -log p[y] of every row */
} tr_loss_options;
void tr_transformer_loss(tr_transformer *t, const tr_pack *pack, const tr_loss_options *options,
                         tr_loss_sums *sums);

/* For teachers: the pass of the last forward pass. */
const tr_pass *tr_transformer_pass(const tr_transformer *t);

/* For tests: the encoder's output in the last pass [source rows, d_model], and after a backward
 * pass the gradients of it and of the states. */
typedef struct tr_transformer_view {
    const float *memory, *d_memory, *d_states;
} tr_transformer_view;
tr_transformer_view tr_transformer_look(const tr_transformer *t);

#endif
