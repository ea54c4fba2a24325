/* shape.h - shape of a network that is trained: sizes, layers, and how they are made. */
#ifndef TR_SHAPE_H
#define TR_SHAPE_H

#include <stdbool.h>
#include <stddef.h>

#include "model/config.h"

typedef struct tr_shape {
    size_t d_model, heads; /* d_model is a multiple of heads, and even */
    size_t encoder_ffn, decoder_ffn;
    size_t n_encoder_layers, n_decoder_layers;
    size_t source_vocab, target_vocab; /* equal where the table is shared */
    size_t n_positions;                /* rows of the table of positions */
    int ties;                          /* enum tr_ties */
    int activation;                    /* enum tr_activation, of the feed-forward networks */
    bool pre_norm;                     /* norms before blocks and after the stacks */
    bool norm_query_only;   /* pre-norm self-attention takes k and v from the raw input */
    bool ssru;              /* decoder layers have an SSRU in place of self-attention */
    bool learned_positions; /* and embeddings that are not scaled by sqrt(d_model) */
    bool output_bias;
    float epsilon; /* of every layer norm */
} tr_shape;

#endif
