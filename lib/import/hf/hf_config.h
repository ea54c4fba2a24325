/* hf_config.h - config.json and generation_config.json, as transformers understands them. */
#ifndef TR_HF_CONFIG_H
#define TR_HF_CONFIG_H

#include "import/shared/importer.h"

/* As config.json's model_type has them: marian, m2m_100 (NLLB-200, too), mbart, bart, fsmt,
 * IndicTrans. */
enum tr_hf_family { TR_HF_MARIAN, TR_HF_M2M100, TR_HF_MBART, TR_HF_BART, TR_HF_FSMT, TR_HF_INDIC };

enum { TR_HF_MAX_CLASS = 63 };

typedef struct tr_hf_config {
    int family;                          /* enum tr_hf_family */
    uint32_t source_vocab, target_vocab; /* rows of the tables */
    bool shared_table;                   /* source and target embeddings are one */
    bool tied_output;                    /* the output matrix is the target embeddings; of FSMT,
                                            where the file has no other */

    bool pre_norm, embedding_norm; /* of IndicTrans: norms before the blocks; after embeddings */

    int32_t eos, start;           /* of the target */
    int32_t pad, bos, forced_bos; /* -1: none is given */
    bool zero_pad; /* the last id is no word: all zeros, it stands for nothing before the first */
    bool *suppressed; /* [target_vocab]: ids that a translation never has */

    char name[TR_HF_MAX_CLASS + 1];            /* where config.json comes from, or "" */
    char tokenizer_class[TR_HF_MAX_CLASS + 1]; /* as config.json has it, or "" */
} tr_hf_config;

/* True for a model_type of such a family. */
bool tr_hf_is_family(const char *model_type);

/* Sizes, arithmetic and defaults of the search go to im->config, the rest to *c.
 * Options that change what the network computes are either understood or refused by name; options
 * that change how it is searched are understood or noted.  `suppressed` lives as long as *im.
 * TR_EIO, TR_EFORMAT, TR_EUNSUPPORTED, TR_ENOMEM. */
int tr_hf_config_read(tr_hf_config *c, tr_import *im, tr_error *err);

#endif
