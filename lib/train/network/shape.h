/* shape.h - shape of a network that is trained: sizes, layers, and how they are made. */
#ifndef TR_SHAPE_H
#define TR_SHAPE_H

#include <stdbool.h>
#include <stddef.h>

#include "model/config.h"

typedef struct tr_shape {
    size_t d_model, heads; /* d_model is even */
    size_t d_key, d_value; /* of a head; 0: d_model / heads, without a rest */
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

static inline tr_head_widths tr_shape_head(const tr_shape *s)
{
    const size_t d = s->d_model / s->heads, key = s->d_key ? s->d_key : d;
    return (tr_head_widths){key, key, s->d_value ? s->d_value : d};
}

/* Numbers that all heads have together. */
static inline tr_head_widths tr_shape_heads(const tr_shape *s)
{
    const tr_head_widths w = tr_shape_head(s);
    return (tr_head_widths){s->heads * w.query, s->heads * w.key, s->heads * w.value};
}

#endif
