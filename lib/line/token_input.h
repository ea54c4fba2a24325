/* token_input.h - tokens in the place of text: what `--input ids` and `--input pieces` read. */
#ifndef TR_TOKEN_INPUT_H
#define TR_TOKEN_INPUT_H

#include "input/chunks.h"
#include "line/line.h"
#include "setup/setup.h"

/* Reads ids or pieces, by the setup's input, between blanks, into the ids of the chunks [*n].  A
 * last </s> is left out: the model has its own.  An id that is not in the vocabulary of the side
 * fails the line, with *n = 0.  TR_ENOMEM. */
int tr_tokens_read(tr_line *line, const tr_setup *setup, int side, tr_string text,
                   tr_chunks *chunks, size_t *n, tr_error *err);

/* One more; -1 out of memory. */
int tr_tokens_add(tr_chunks *chunks, size_t *n, int32_t id);

#endif
