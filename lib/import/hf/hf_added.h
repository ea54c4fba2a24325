/* hf_added.h - tokens that a tokenizer has beside its vocabulary. */
#ifndef TR_HF_ADDED_H
#define TR_HF_ADDED_H

#include "import/shared/importer.h"

/* The pieces of a vocabulary. */
typedef struct tr_hf_known {
    bool (*has)(const void *vocab, const char *piece);
    const void *vocab;
} tr_hf_known;

/* Names in a note what tokenizer_config.json or added_tokens.json add to them, but not T5's
 * <extra_id_0> and the like, which stand for gaps.  TR_EIO, TR_EFORMAT, TR_ENOMEM. */
int tr_hf_note_added(tr_import *im, const tr_hf_known *known, tr_error *err);

#endif
