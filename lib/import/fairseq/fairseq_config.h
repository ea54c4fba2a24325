/* fairseq_config.h - the network and its task, as the settings of a checkpoint have them. */
#ifndef TR_FAIRSEQ_CONFIG_H
#define TR_FAIRSEQ_CONFIG_H

#include "import/fairseq/fairseq_args.h"

/* Ids that every dictionary begins with. */
enum { TR_FAIRSEQ_BOS, TR_FAIRSEQ_PAD, TR_FAIRSEQ_EOS, TR_FAIRSEQ_UNK, TR_FAIRSEQ_FIRST_PIECE };

typedef struct tr_fairseq_config {
    bool shared_table; /* source, target and output embeddings are one */
    bool tied_output;  /* the output matrix is the target embeddings */
    bool embedding_norm;
    bool learned_positions, no_positions;

    /* The layers of the file that the network has, as they are counted there; NULL: all. */
    const char *const *encoder_layers, *const *decoder_layers;

    /* Of texts. */
    const char *source, *target;  /* languages as files are named after them, or NULL */
    bool multilingual;            /* dictionaries end in tokens of languages */
    const char *const *languages; /* [n_languages]; none: the dictionary's */
    size_t n_languages;
    const char *const *specs; /* kinds of their tokens, in turn */
    size_t n_specs;
    bool square_tokens; /* [de] and not __de__ */
    bool has_mask;      /* <mask> follows them */
    int source_token;   /* enum tr_language_token */
    bool forces_target; /* translations begin with the target language's token */
} tr_fairseq_config;

/* Sizes and arithmetic go to im->config, the rest to *c, and lives as long as *im.  What changes
 * what the network computes is understood or refused by its name. */
int tr_fairseq_config_read(tr_fairseq_config *c, tr_import *im, tr_fairseq_args *a);

#endif
