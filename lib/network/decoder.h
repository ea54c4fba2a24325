/* decoder.h - one step of the decoder stack for every live hypothesis of a batch. */
#ifndef TR_DECODER_H
#define TR_DECODER_H

#include "network/kvcache.h"
#include "network/layer.h"

/* A hypothesis about to take its next step. */
typedef struct tr_decoder_row {
    int32_t previous;        /* the token before this step; -1: none, a zero embedding */
    size_t position;         /* tokens before this step */
    const uint32_t *path;    /* [position + 1] nodes of the cache, this step's included; an SSRU */
                             /*   reads the last two alone */
    size_t memory, n_memory; /* cross-attention rows of its sentence: the first, their number */
    bool aligned;            /* the cache keeps its alignment, if it keeps any */
} tr_decoder_row;

/* Takes one step for rows [n], n <= c->max_rows.  Fills in their nodes of the cache, and leaves the
 * decoder's states, from which the logits are computed, in c->x [n, d_model]. */
void tr_decoder_step(tr_compute *c, const tr_decoder_row *rows, size_t n, tr_kvcache *cache);

#endif
