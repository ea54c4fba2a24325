/* token_input.h - tokens in the place of text: what `--input ids` and `--input pieces` read. */
#ifndef TR_TOKEN_INPUT_H
#define TR_TOKEN_INPUT_H

#include "session/setting.h"

/* Ids [*n] or pieces, by the setting's input, between blanks.  A last </s> is left out: the model
 * has its own.  TR_EINVAL for an id that is not in the vocabulary of the side, with *n = 0;
 * TR_ENOMEM. */
int tr_tokens_read(const tr_setting *setting, int side, const char *text, size_t len, int32_t **ids,
                   size_t *capacity, size_t *n, tr_error *err);

/* One more; -1 out of memory. */
int tr_tokens_add(int32_t **ids, size_t *capacity, size_t *n, int32_t id);

#endif
