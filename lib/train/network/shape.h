/* shape.h - shape of a network that is trained: sizes, layers, and how they are made. */
#ifndef TR_SHAPE_H
#define TR_SHAPE_H

#include <stdbool.h>
#include <stddef.h>

#include "model/config.h"

typedef struct tr_shape {
    size_t d_model, heads;       /* d_model is even */
    size_t d_key, d_value;       /* of a head; 0: d_model / heads, without a rest */
    int self_score, cross_score; /* enum tr_score */
    size_t n_places;             /* of TR_LOCATION */
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

    /* What models of other programs have; 0: as above. */
    size_t start;          /* 1 + the piece before a target's first, else a row of zeros */
    float embedding_scale; /* of embeddings */
    int two_positions;     /* learned positions are a table for each side */
    int embedding_norm;    /* embedded rows are normed, too */
} tr_shape;

static inline int tr_shape_score(const tr_shape *s, bool cross)
{
    return cross ? s->cross_score : s->self_score;
}

static inline tr_head_widths tr_shape_head(const tr_shape *s, bool cross)
{
    const size_t d = s->d_model / s->heads, value = s->d_value ? s->d_value : d;
    const size_t key = s->d_key ? s->d_key : d;
    if (tr_shape_score(s, cross) == TR_LOCATION) return (tr_head_widths){s->n_places, 0, value};
    return (tr_head_widths){key, key, value};
}

/* Numbers that all heads have together. */
static inline tr_head_widths tr_shape_heads(const tr_shape *s, bool cross)
{
    const tr_head_widths w = tr_shape_head(s, cross);
    return (tr_head_widths){s->heads * w.query, s->heads * w.key, s->heads * w.value};
}

/* Numbers of the tensor of a block's score: 0, exponents [heads], weights [heads, d] or maps
 * [heads, d, d]. */
static inline size_t tr_score_parameters(int score, size_t heads, size_t d_head)
{
    switch (score) {
    case TR_COSINE:
        return heads;
    case TR_ADDITIVE:
        return heads * d_head;
    case TR_GENERAL:
        return heads * d_head * d_head;
    default:
        return 0;
    }
}

#endif
