/* weights.h - the tensors of a translation network, bound to fields. */
#ifndef TR_WEIGHTS_H
#define TR_WEIGHTS_H

#include "kernels/kernels.h"

typedef struct tr_norm {
    const float *gain, *bias; /* [d_model]; NULL where the network has no such norm */
} tr_norm;

/* One attention block.  Either `qkv` ([q; k; v], 3 d_model outputs) or `q` and `kv` ([k; v],
 * 2 d_model outputs) is bound; unbound matrices have weight NULL. */
typedef struct tr_attention {
    tr_matrix qkv, q, kv, out;
    tr_norm norm;
} tr_attention;

typedef struct tr_layer {
    tr_attention self, cross; /* cross: decoder layers only */
    tr_matrix ssru;     /* decoder layers with an SSRU in place of `self`: [x; forget gate], */
    tr_norm ssru_norm;  /*   2 d_model outputs */
    tr_matrix up, down; /* the feed-forward network */
    tr_norm ffn_norm;
} tr_layer;

/* Every pointer is into the mapped file, but those to the layers. */
typedef struct tr_weights {
    tr_matrix source_embedding, target_embedding;     /* [vocab, d_model] as n_out, n_in */
    tr_matrix output;                                 /* [target_vocab, d_model], bias */
    const float *source_positions, *target_positions; /* [n_positions, d_model] */
    tr_norm encoder_embedding_norm, decoder_embedding_norm;
    tr_norm encoder_norm, decoder_norm; /* after the stack */
    tr_layer *encoder, *decoder;        /* [n_encoder_layers], [n_decoder_layers] */
} tr_weights;

#endif
