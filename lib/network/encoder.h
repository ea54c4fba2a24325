/* encoder.h - the encoder stack over a ragged batch of sentences. */
#ifndef TR_ENCODER_H
#define TR_ENCODER_H

#include "network/kvcache.h"
#include "network/layer.h"

/* One source sentence: ids [n], </s> included. */
typedef struct tr_source {
    const int32_t *ids;
    size_t n;
    size_t memory; /* its first row in the cache's cross-attention rows */
} tr_source;

/* Encodes `n` sentences, of c->max_rows tokens together at most.  Writes the keys and values of
 * every decoder layer to the sentences' rows of the cache. */
void tr_encode(tr_compute *c, const tr_source *sources, size_t n, tr_kvcache *cache);

/* Is told of the states of the layer that is done, c->x [rows of all sentences, d_model]: layer 0
 * is the embeddings.  False: no further layer is wanted. */
typedef bool tr_encoded_layer(void *ctx, tr_compute *c, size_t layer);

/* Encodes as many sentences for their states alone: there need be no decoder. */
void tr_encode_layers(tr_compute *c, const tr_source *sources, size_t n, tr_encoded_layer *layer,
                      void *ctx);

#endif
