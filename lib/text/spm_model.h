/*
 * spm_model.h - a serialised SentencePiece model, read and checked before SentencePiece sees it.
 *
 * SentencePiece trusts its models: it ends the process over some, reads out of bounds over
 * others, and writes to stderr about a third kind.  So it only gets a copy that holds the fields
 * it needs for encoding and decoding, each of them checked here.
 */
#ifndef TR_SPM_MODEL_H
#define TR_SPM_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/error.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Types of pieces, as sentencepiece_model.proto numbers them. */
enum tr_spm_kind {
    TR_SPM_NORMAL = 1,
    TR_SPM_UNKNOWN,
    TR_SPM_CONTROL,
    TR_SPM_USER_DEFINED,
    TR_SPM_UNUSED,
    TR_SPM_BYTE
};

/* The text of a piece, in the serialised model. */
typedef struct tr_spm_text {
    const char *text;
    uint32_t len;
    float score;
} tr_spm_text;

enum tr_spm_algorithm { TR_SPM_UNIGRAM = 1, TR_SPM_BPE = 2 };

/* How text is prepared and cut, as TrainerSpec and NormalizerSpec say. */
typedef struct tr_spm_rules {
    uint64_t algorithm;            /* enum tr_spm_algorithm */
    bool byte_fallback;            /* an unknown character becomes the pieces of its bytes */
    bool add_dummy_prefix;         /* a blank is put before the text, */
    bool whitespace_is_suffix;     /*   or after it */
    bool remove_extra_blanks;      /* one blank stands for several, none at either end */
    bool escape_blanks;            /* U+2581 stands for a blank */
    bool usual_names;              /* </s> and the text of <unk> are the usual ones */
    bool denormalizes;             /* there are rules for what is decoded */
    const unsigned char *charsmap; /* [charsmap_size], in the serialised model: charsmap.h */
    size_t charsmap_size;
} tr_spm_rules;

typedef struct tr_spm_model {
    tr_buf proto;         /* the checked copy, a ModelProto */
    unsigned char *kinds; /* [n_pieces] of enum tr_spm_kind */
    size_t n_pieces, capacity;
    size_t longest_replacement; /* bytes that one byte of text may become */
    tr_spm_text *pieces;        /* [n_pieces] */
    size_t pieces_capacity;
    tr_spm_rules rules;
} tr_spm_model;

/* If not `whole`, there is no copy, and the table of normalisation rules is not checked, which
 * takes longer than all else.  TR_EFORMAT, TR_EUNSUPPORTED, TR_ENOMEM; *m is freed again on
 * failure.  pieces and rules point into the bytes of `model`. */
int tr_spm_model_read(tr_spm_model *m, const void *model, size_t size, bool whole, const char *name,
                      tr_error *err);
void tr_spm_model_free(tr_spm_model *m);

#ifdef __cplusplus
}
#endif
#endif
