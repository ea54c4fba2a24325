/* spm_train.h - SentencePiece's trainer as a C function.  No C++ exception crosses it. */
#ifndef TR_SPM_TRAIN_H
#define TR_SPM_TRAIN_H

#include <stddef.h>

#include "base/error.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Returns the next line [*len], valid UTF-8, which lives until the next call; NULL at the end. */
typedef const char *tr_spm_lines(void *ctx, size_t *len);

typedef struct tr_spm_train_options {
    size_t vocab;    /* pieces */
    double coverage; /* the share of the text's characters that get a piece; bytes do for others */
} tr_spm_train_options;

/* Why such a vocabulary cannot be trained: the pieces that a text needs for its characters, and the
 * most that it allows; 0: that is not the reason. */
typedef struct tr_spm_bounds {
    size_t least, most;
} tr_spm_bounds;

/* Trains a joint BPE model (Sennrich et al. 2016): </s> is piece 0, <unk> 1, digits are single,
 * every byte has a piece.  *model [*size] is the caller's to free.  TR_EINVAL; then *bounds may
 * tell more.  TR_ENOMEM. */
int tr_spm_train(tr_spm_lines *next, void *ctx, tr_spm_train_options options, char **model,
                 size_t *size, tr_spm_bounds *bounds, tr_error *err);

#ifdef __cplusplus
}
#endif
#endif
