/*
 * marian_config.h - what special:model.yml says of a Marian model, as far as it decides results.
 *
 * Options that change what the network computes are either understood or refused by name;
 * everything else is ignored.  A missing option has Marian's default.
 */
#ifndef TR_MARIAN_CONFIG_H
#define TR_MARIAN_CONFIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

enum { TR_MARIAN_MAX_DEPTH = 256 };

typedef struct tr_marian_config {
    uint32_t dim, heads; /* dim is a multiple of heads */
    uint32_t encoder_ffn, decoder_ffn;
    uint32_t encoder_depth, decoder_depth;
    uint32_t source_vocab, target_vocab;

    /* Decoder layer i, from 0, whose cross-attention aligns: its first head. */
    uint32_t alignment_layer;
    bool ssru; /* decoder layers have an SSRU in place of self-attention */

    /* Decoder layer i has the parameters of the one numbered layer[i], from 1. */
    uint32_t layer[TR_MARIAN_MAX_DEPTH];

    bool pre_norm;        /* else the norm stands behind the residual */
    bool norm_query_only; /* pre-norm self-attention whose keys and values are not normalised */
    bool embedding_norm, top_norm;
    int activation;    /* enum tr_activation */
    bool shared_table; /* source and target embeddings are one */
    bool tied_output;  /* the output matrix is the target embeddings */
    bool output_bias;
} tr_marian_config;

/* `path` is for messages.  TR_EFORMAT, TR_EUNSUPPORTED, TR_ENOMEM. */
int tr_marian_config_read(tr_marian_config *c, const char *yaml, size_t len, const char *path,
                          tr_error *err);

#endif
