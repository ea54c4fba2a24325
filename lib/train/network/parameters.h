/*
 * parameters.h - parameters of a network: weights, gradients, the optimiser's moments and the
 * running average, each in one block of floats in the same order.
 *
 * Names are as in a model file (translate-model(5)).  Matrices are rows of outputs, [n_out, n_in].
 * A tensor begins at a multiple of 16 floats; zeros fill the gaps.
 *
 * Parameters that do not learn may leave matrices and tables of pieces where they are: a pass then
 * reads each layer's when it comes to it, and rows of a table when it needs them, so that memory
 * holds the matrices of one layer.
 */
#ifndef TR_PARAMETERS_H
#define TR_PARAMETERS_H

#include <stdint.h>

#include "base/error.h"
#include "kernels/gradients.h"
#include "train/network/shape.h"

enum { TR_TENSOR_NAME = 64 };

/* Kinds of tensors, which begin and are updated in different ways. */
enum tr_tensor_kind {
    TR_WEIGHTS,   /* a matrix of a layer, by which rows are multiplied */
    TR_EMBEDDING, /* a table of pieces, or the output's matrix */
    TR_POSITIONS, /* a table of positions */
    TR_BIAS,
    TR_NORM_GAIN,
    TR_SCORE_EXPONENT, /* of scores (scores.h) */
    TR_SCORE_WEIGHT,
    TR_SCORE_MAP, /* which model files have in the queries' matrix */
};

typedef struct tr_parameter_tensor {
    char name[TR_TENSOR_NAME];
    int kind;           /* enum tr_tensor_kind */
    size_t n_out, n_in; /* n_in is 1 for vectors */
    size_t at;          /* the first float in each block; of what is read, TR_NOT_KEPT */
    size_t parts;       /* matrices one below the other: 3 for q, k and v */
    size_t heights[3];  /* their rows */
} tr_parameter_tensor;

#define TR_NOT_KEPT SIZE_MAX

/* The first row of a part. */
static inline size_t tr_parameter_part(const tr_parameter_tensor *t, size_t part)
{
    size_t first = 0;
    for (size_t i = 0; i < part; i++)
        first += t->heights[i];
    return first;
}

struct tr_adapter;
struct tr_adapters;

/* A dense (linear) map: offsets of weight [n_out, n_in] and bias [n_out] in the blocks, and panels
 * of the weights, which tr_transformer_pack() fills. */
typedef struct tr_dense {
    size_t weight, bias; /* TR_NO_BIAS: none */
    size_t tensor;       /* the number of the weight */
    size_t n_out, n_in;
    const struct tr_adapter *adapters; /* [n_adapters], of its parts (adapters.h) */
    size_t n_adapters;
    float *forward;  /* panels of the transposed matrix: y = x W^T */
    float *backward; /* of the matrix: d_x = d_y W */
} tr_dense;

#define TR_NO_BIAS SIZE_MAX

/* A layer norm: offsets of gain [d_model] and bias [d_model]. */
typedef struct tr_layer_norm {
    size_t gain, bias;
} tr_layer_norm;

typedef struct tr_attention_block {
    tr_dense qkv; /* n_out is 0 if q and kv are apart */
    tr_dense q, kv, out;
    tr_layer_norm norm;
    size_t score, n_score; /* offset and size of the score's tensor; n_score is 0 without one */
} tr_attention_block;

typedef struct tr_train_layer {
    tr_attention_block self, cross;
    tr_dense ssru;
    tr_layer_norm ssru_norm;
    tr_dense up, down;
    tr_layer_norm ffn_norm;
} tr_train_layer;

/* The dense maps of a layer, in this order; n_out is 0 for what it does not have. */
enum tr_layer_map {
    TR_MAP_SELF_QKV,
    TR_MAP_SELF_Q,
    TR_MAP_SELF_KV,
    TR_MAP_SELF_OUT,
    TR_MAP_CROSS_Q,
    TR_MAP_CROSS_KV,
    TR_MAP_CROSS_OUT,
    TR_MAP_SSRU,
    TR_MAP_UP,
    TR_MAP_DOWN,
    TR_LAYER_MAPS
};
void tr_layer_list_maps(tr_train_layer *layer, tr_dense *maps[TR_LAYER_MAPS]);

/* Where matrices are read: copies rows first .. first + n - 1 to `to` [n, n_in].  Threads
 * call it at once. */
typedef struct tr_weight_source {
    void (*read)(const void *ctx, const tr_parameter_tensor *t, size_t first, size_t n, float *to);
    const void *ctx;
} tr_weight_source;

typedef struct tr_parameters {
    tr_shape shape;
    tr_parameter_tensor *tensors;
    size_t n_tensors;
    size_t n_floats;     /* of a block, a multiple of 16 */
    size_t n_parameters; /* without the gaps between tensors */
    float *w, *g, *m, *v, *average;
    tr_weight_source source;            /* of what is not kept; read NULL: all is kept */
    const struct tr_adapters *adapters; /* NULL: the matrices are used as they are */

    size_t source_table, target_table;      /* offsets */
    size_t positions[2];                    /* of the source's and the target's, if learned */
    size_t source_tensor, target_tensor;    /* the numbers of the tables */
    tr_dense output;                        /* n_in d_model, n_out target_vocab */
    tr_layer_norm encoder_top, decoder_top; /* pre-norm only */
    tr_layer_norm embedding_norms[2];       /* shape.embedding_norm only */
    tr_train_layer *encoder, *decoder;
    tr_panel_format format;
    float *panels; /* of all matrices */
    size_t n_panels;
} tr_parameters;

/* Allocates the parameters of `shape`, all zero, and room for panels of such a format.  TR_ENOMEM.
 */
int tr_parameters_create(tr_parameters *p, const tr_shape *shape, const tr_panel_format *format,
                         tr_error *err);
/* Parameters with weights and panels alone, for a network that does not learn. */
int tr_parameters_create_fixed(tr_parameters *p, const tr_shape *shape,
                               const tr_panel_format *format, tr_error *err);
/* Parameters without matrices and tables of pieces, which a pass reads from `source`. */
int tr_parameters_create_read(tr_parameters *p, const tr_shape *shape,
                              const tr_panel_format *format, const tr_weight_source *source,
                              tr_error *err);
void tr_parameters_free(tr_parameters *p);

/* Returns NULL if no tensor has that name. */
const tr_parameter_tensor *tr_parameters_find(const tr_parameters *p, const char *name);

/* Counts the floats of a block and the words of all panels of such a network, whose layers'
 * matrices are kept, or else read. */
void tr_parameters_count(const tr_shape *shape, const tr_panel_format *format, bool kept,
                         size_t *n_floats, size_t *n_panels);

/* Zeroed floats that begin on a cache line; NULL without memory. */
float *tr_parameters_floats(size_t n);

/* Sets initial values (Glorot and Bengio 2010, as Marian has them): matrices are uniform in
 * +-sqrt(6 / (n_in + n_out)), where queries, keys and values count as one; biases are 0, gains 1;
 * tables are nearly normal with deviation d_model^-0.5, learned positions with 0.02.  A cosine's
 * exponent is log 8, the map of a general score I.  The average
 * gets the same values. */
void tr_parameters_initialise(tr_parameters *p, uint64_t seed);

#endif
