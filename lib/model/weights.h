/* weights.h - the tensors of a translation network, bound to fields, and what a layer has. */
#ifndef TR_WEIGHTS_H
#define TR_WEIGHTS_H

#include "kernels/kernels.h"
#include "model/config.h"

typedef struct tr_norm {
    const float *gain, *bias; /* [d_model]; NULL where the network has no such norm, or bias */
} tr_norm;

/* One attention block.  Either `qkv` ([q; k; v], each of all heads) or `q` and `kv` ([k; v]) is
 * bound; unbound matrices have weight NULL. */
typedef struct tr_attention {
    tr_matrix qkv, q, kv, out;
    tr_norm norm;
    const float *score; /* TR_COSINE: exponents [heads]; TR_ADDITIVE: [heads, d_key]; or NULL */

    /* Of self-attention with relative positions: what distances add to scores, as tr_memory has
     * it.  The decoder's last one, and the encoder's middle one, is of a position to itself.
     */
    const float *bias;
    size_t n_biases;
} tr_attention;

typedef struct tr_layer {
    tr_attention self, cross; /* cross: decoder layers only */
    tr_matrix ssru;     /* decoder layers with an SSRU in place of `self`: [x; forget gate], */
    tr_norm ssru_norm;  /*   2 d_model outputs */
    tr_matrix up, down; /* the feed-forward network; gated, `up` is [gate; up] */
    tr_norm ffn_norm;
} tr_layer;

/* The lists of a lexical shortlist: for each source id, the target ids that it is often translated
 * by. */
typedef struct tr_lexicon {
    const int32_t *offset; /* [source_vocab + 1]; NULL: there is none */
    const int32_t *id;     /* [n]; the list of source id s: id[offset[s]] up to id[offset[s + 1]] */
    size_t n;
} tr_lexicon;

/* The end of a COMET: what the states of all layers become. */
typedef struct tr_estimator {
    const float *mix; /* [n_encoder_layers + 1]: weights of layers, the embeddings' first */
    tr_matrix layer[TR_ESTIMATOR_MOST + 1]; /* [config.n_estimator_widths + 1] */
} tr_estimator;

/* Every pointer is into the mapped file, but the pointers to the layers. */
typedef struct tr_weights {
    tr_matrix source_embedding, target_embedding; /* [vocab, d_model] as n_out, n_in */
    tr_matrix output; /* [target_vocab, d_model], bias; of a metric [1, d_model] */
    const float *source_positions, *target_positions; /* [n_positions, d_model]; NULL: relative */
    tr_norm encoder_embedding_norm, decoder_embedding_norm;
    tr_norm encoder_norm, decoder_norm; /* after the stack */
    tr_layer *encoder, *decoder;        /* [n_encoder_layers], [n_decoder_layers] */
    tr_lexicon lexicon;
    tr_estimator estimator; /* of a metric that has one */

    /* SentencePiece models, for the text layer; NULL: none. */
    const void *source_spm, *target_spm;
    size_t source_spm_size, target_spm_size;
} tr_weights;

/* Binds every tensor of a file that has the numbers *c, of which n_positions is filled in.  Layers
 * lie in `memory`.  TR_EFORMAT names the tensor that is missing, wrong or unknown; TR_ENOMEM. */
int tr_weights_bind(tr_weights *w, tr_config *c, const tr_gguf *file, tr_region *memory,
                    tr_error *err);

/* ---- What a layer consists of --------------------------------------------------------------- */

enum tr_layer_part_id {
    TR_ATTN_QKV = 1,
    TR_ATTN_Q,
    TR_ATTN_KV,
    TR_ATTN_OUT,
    TR_ATTN_NORM,
    TR_SSRU,
    TR_SSRU_NORM,
    TR_CROSS_ATTN_Q,
    TR_CROSS_ATTN_KV,
    TR_CROSS_ATTN_OUT,
    TR_CROSS_ATTN_NORM,
    TR_FFN_UP,
    TR_FFN_DOWN,
    TR_FFN_NORM,
    TR_N_LAYER_PARTS
};

/* A matrix and its bias, or the two vectors of a norm. */
typedef struct tr_layer_part {
    const char *name; /* the name of its tensors, between enc.blk.0. and .weight */
    bool is_norm;
    size_t field;    /* of tr_layer: a tr_matrix or a tr_norm */
    int n_out, n_in; /* of a matrix, as tr_layer_extent() has them */
    int when;
} tr_layer_part;

/* By enum tr_layer_part_id; the first is empty. */
extern const tr_layer_part tr_layer_parts[TR_N_LAYER_PARTS];

/* True if a layer has the part. */
bool tr_layer_has(const tr_config *c, const tr_layer_part *part, bool decoder);

/* How many outputs or inputs n_out or n_in says. */
size_t tr_layer_extent(const tr_config *c, int extent, bool decoder);

#endif
