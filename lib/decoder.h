/* decoder.h - one step of the decoder stack for every live hypothesis of a batch. */
#ifndef TR_DECODER_H
#define TR_DECODER_H

#include "kvcache.h"
#include "layer.h"

/* A hypothesis about to take its next step. */
typedef struct tr_decoder_row {
    int32_t previous;        /* its last token, -1 at its start */
    size_t position;         /* tokens before this step */
    const uint32_t *path;    /* [position + 1] nodes of the cache, this step's included */
    size_t memory, n_memory; /* its sentence's cross-attention rows: the first, how many */
} tr_decoder_row;

typedef struct tr_decoder {
    const tr_nmt *m;
    tr_compute *c;
    size_t max_rows;
    float *x, *y;   /* [max_rows, d_model] */
    float *wide;    /* [max_rows, 3 * d_model] */
    float *hidden;  /* [TR_FFN_ROWS, decoder_ffn] */
    float *weights; /* [heads, longest memory] */
} tr_decoder;

/* `max_rows`: hypotheses that step together; `max_steps`: the longest translation. */
size_t tr_decoder_size(const tr_nmt *m, size_t max_rows, size_t max_steps); /* bytes of arena */
void tr_decoder_init(tr_decoder *dec, tr_arena *a, const tr_nmt *m, tr_compute *c, size_t max_rows,
                     size_t max_steps);

/* Steps rows [n], n <= max_rows: fills in their nodes of the cache, and returns the states from
 * which the logits come, [n, d_model], good until the next step. */
const float *tr_decoder_step(tr_decoder *dec, const tr_decoder_row *rows, size_t n,
                             tr_kvcache *cache);

#endif
