/* hf_tokenizer.h - tokenizer.json, which Hugging Face's tokenizers library writes. */
#ifndef TR_HF_TOKENIZER_H
#define TR_HF_TOKENIZER_H

#include "import/hf/hf_pieces.h"

typedef struct tr_hf_tokenizer {
    cJSON *json;
    tr_hf_pieces pieces; /* of the model's vocabulary, and added to it */
    bool *special;       /* [pieces.capacity]: no text is such a piece */
    int32_t unk;         /* -1: there is none */
    int32_t bos, eos;    /* before and behind a text; -1: nothing */
    bool more_around;    /* there is more than one token before it, or behind */
} tr_hf_tokenizer;

/* 1 if the bundle has such a file, else 0; errors of tr_bundle_find(). */
int tr_hf_tokenizer_is_there(const tr_import *im, tr_error *err);

/* Reads the file for a vocabulary of `vocab` ids; what is added after them is left out with a note.
 * To be closed in any case.  TR_EIO, TR_EFORMAT, TR_EUNSUPPORTED, TR_ENOMEM. */
int tr_hf_tokenizer_open(tr_hf_tokenizer *t, tr_import *im, uint32_t vocab, tr_error *err);
void tr_hf_tokenizer_close(tr_hf_tokenizer *t);

/* Its member "model", or NULL. */
const cJSON *tr_hf_tokenizer_model(const tr_hf_tokenizer *t);

/* The halves of a merge, "a b" or ["a", "b"]: left [left_len] and right.  False for another. */
bool tr_hf_tokenizer_merge(const cJSON *merge, const char **left, size_t *left_len,
                           const char **right);

/* TR_EFORMAT: a part of the file is not as it should be. */
int tr_hf_tokenizer_refuse(const tr_hf_tokenizer *t, const char *what, tr_error *err);

#endif
