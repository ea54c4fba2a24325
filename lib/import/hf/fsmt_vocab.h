/* fsmt_vocab.h - vocabularies of FSMT, as fairseq's models of WMT19 are called in transformers. */
#ifndef TR_FSMT_VOCAB_H
#define TR_FSMT_VOCAB_H

#include "import/hf/hf_config.h"

/* Reads vocab-src.json, vocab-tgt.json and merges.txt of im->bundle: Moses' words, cut by merges.
 * `config`: tokenizer_config.json, or NULL.  TR_EIO, TR_EFORMAT, TR_EUNSUPPORTED, TR_ENOMEM. */
int tr_fsmt_read_vocab(tr_import *im, const tr_hf_config *c, const cJSON *config, tr_error *err);

#endif
