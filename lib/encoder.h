/* encoder.h - the encoder stack over a ragged batch of sentences. */
#ifndef TR_ENCODER_H
#define TR_ENCODER_H

#include "kvcache.h"
#include "layer.h"

/* One source sentence: ids [n], </s> included. */
typedef struct tr_source {
    const int32_t *ids;
    size_t n;
    size_t memory; /* its first row in the cache's cross-attention rows */
} tr_source;

typedef struct tr_encoder {
    const tr_nmt *m;
    tr_compute *c;
    size_t max_rows;
    float *x, *y;   /* [max_rows, d_model] */
    float *wide;    /* [max_rows, 3 * d_model] */
    float *hidden;  /* [TR_FFN_ROWS, encoder_ffn] */
    float *weights; /* [heads, longest sentence] */
} tr_encoder;

/* `max_rows`: tokens encoded together, at least those of the longest sentence. */
size_t tr_encoder_size(const tr_nmt *m, size_t max_rows); /* bytes of arena */
void tr_encoder_init(tr_encoder *e, tr_arena *a, const tr_nmt *m, tr_compute *c, size_t max_rows);

/* Encodes `n` sentences of at most max_rows tokens in sum, and writes the decoder's keys and
 * values for them, every layer's, to their rows of the cache. */
void tr_encode(tr_encoder *e, const tr_source *sources, size_t n, tr_kvcache *cache);

#endif
