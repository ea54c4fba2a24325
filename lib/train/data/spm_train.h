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

/* Trains a joint BPE model (Sennrich et al. 2016) of `vocab` pieces: </s> is 0, <unk> 1, digits are
 * single, every byte has a piece.  *model [*size] is the caller's to free.  TR_EINVAL; then *most
 * is the number of pieces that a text too small for `vocab` allows, else 0.  TR_ENOMEM. */
int tr_spm_train(tr_spm_lines *next, void *ctx, size_t vocab, char **model, size_t *size,
                 size_t *most, tr_error *err);

#ifdef __cplusplus
}
#endif
#endif
