/*
 * spm_model.h - a serialised SentencePiece model, read and checked before SentencePiece sees it.
 *
 * SentencePiece trusts its models: it ends the process over some, reads out of bounds over
 * others, and writes to stderr about a third kind.  So it only gets a copy that holds the fields
 * it needs for encoding and decoding, each of them checked here.
 */
#ifndef TR_SPM_MODEL_H
#define TR_SPM_MODEL_H

#include <stddef.h>

#include "base/buf.h"
#include "base/error.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a piece is, as in sentencepiece_model.proto. */
enum tr_spm_kind {
    TR_SPM_NORMAL = 1,
    TR_SPM_UNKNOWN,
    TR_SPM_CONTROL,
    TR_SPM_USER_DEFINED,
    TR_SPM_UNUSED,
    TR_SPM_BYTE
};

typedef struct tr_spm_model {
    tr_buf proto;         /* the checked copy, a ModelProto */
    unsigned char *kinds; /* [n_pieces] of enum tr_spm_kind */
    size_t n_pieces, capacity;
    size_t longest_replacement; /* bytes that one byte of text may become */
} tr_spm_model;

/* TR_EFORMAT, TR_EUNSUPPORTED, TR_ENOMEM; *m is freed again on failure. */
int tr_spm_model_read(tr_spm_model *m, const void *model, size_t size, const char *name,
                      tr_error *err);
void tr_spm_model_free(tr_spm_model *m);

#ifdef __cplusplus
}
#endif
#endif
