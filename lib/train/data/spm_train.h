/* spm_train.h - SentencePiece's trainer behind a C function.  No C++ exception crosses it. */
#ifndef TR_SPM_TRAIN_H
#define TR_SPM_TRAIN_H

#include <stddef.h>

#include "base/error.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The next line, valid UTF-8, until the next call; NULL at the end. */
typedef const char *tr_spm_lines(void *ctx, size_t *len);

/* A joint BPE model (Sennrich et al. 2016) of `vocab` pieces: </s> is 0, <unk> 1, digits are
 * single, every byte has a piece.  *model [*size] is the caller's to free.  TR_EINVAL, with
 * *most pieces instead of 0 when the text is too small for this many; TR_ENOMEM. */
int tr_spm_train(tr_spm_lines *next, void *ctx, size_t vocab, char **model, size_t *size,
                 size_t *most, tr_error *err);

#ifdef __cplusplus
}
#endif
#endif
