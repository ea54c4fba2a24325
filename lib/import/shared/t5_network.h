/* t5_network.h - the network of T5, mT5, umT5 and MADLAD-400, by its tensors. */
#ifndef TR_T5_NETWORK_H
#define TR_T5_NETWORK_H

#include "import/shared/foreign.h"

/* What im->config does not say. */
typedef struct tr_t5_config {
    uint32_t vocab;                 /* rows of the tables */
    uint32_t buckets, max_distance; /* of relative positions: from here on all are one */
    bool tied_output;               /* the output matrix is the embeddings, */
    bool may_have_output;           /*   or the file's own, if it has one */
    float output_scale;             /* of what the output matrix gets */
    int32_t score; /* the only row of the output matrix that a metric has, or -1: all */
} tr_t5_config;

/* How an engine names the tensors; a star as in tr_tensor_naming. */
typedef struct tr_t5_names {
    tr_tensor_naming encoder, decoder;         /* layers, */
    const char *encoder_layer, *decoder_layer; /*   after the prefix with their number, "dec.%u." */
    const char *encoder_bias, *decoder_bias;   /* tables of a layer: [buckets, heads] */
    bool biases_by_head;                       /*   or [heads, buckets] */
    const char *encoder_norm, *decoder_norm;   /* after the stacks */
    const char *embeddings[3];                 /* one table by any of these names */
    const char *output;
    const char *unused[2]; /* after the decoder's layers: what old files hold in vain */
} tr_t5_names;

/* Lists the network's tensors and the arrays of im->foreign that they are made of, and sets the
 * lengths of texts.  TR_EFORMAT for what is missing, of another shape, or left over;
 * TR_EUNSUPPORTED, TR_ENOMEM, TR_EIO. */
int tr_t5_add_tensors(tr_import *im, const tr_t5_config *c, const tr_t5_names *names,
                      tr_error *err);

#endif
