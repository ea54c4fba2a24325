/*
 * marian_config.h - the configuration of a Marian model, special:model.yml, as far as it decides
 * results.
 *
 * Options that change what the network computes are either understood or refused by name;
 * everything else is ignored.  A missing option has Marian's default.
 */
#ifndef TR_MARIAN_CONFIG_H
#define TR_MARIAN_CONFIG_H

#include "model/config.h"

enum { TR_MARIAN_MAX_DEPTH = 256 };

/* How the network's parameters are shared and named. */
typedef struct tr_marian_config {
    /* Decoder layer i has the parameters of the one numbered layer[i], from 1. */
    uint32_t layer[TR_MARIAN_MAX_DEPTH];

    bool embedding_norm, top_norm;
    bool shared_table; /* source and target embeddings are one */
    bool tied_output;  /* the output matrix is the target embeddings */
    bool output_bias;
} tr_marian_config;

/* The sizes and the arithmetic go to *m; `path` is for messages.  TR_EFORMAT, TR_EUNSUPPORTED,
 * TR_ENOMEM. */
int tr_marian_config_read(tr_config *m, tr_marian_config *c, const char *yaml, size_t len,
                          const char *path, tr_error *err);

#endif
