/* result_tokens.h - the tokens of a line's result, and where they come from. */
#ifndef TR_RESULT_TOKENS_H
#define TR_RESULT_TOKENS_H

#include "line/line.h"
#include "setup/setup.h"

/* Fills in the source tokens of the result; `places`: and where they are in the source.
 * TR_ENOMEM. */
int tr_result_source_tokens(tr_line *line, const tr_setup *setup, bool places, tr_error *err);

/* The tokens of what is picked of the sentences, which `h` has from now on; the places of the
 * tokens are to be filled in.  NULL when out of memory. */
tr_token *tr_result_tokens(tr_line *line, const tr_setup *setup, tr_hypothesis *h);

/* Fills in which source tokens they come from.  TR_ENOMEM. */
int tr_result_alignment(tr_line *line, const tr_setup *setup, tr_hypothesis *h, tr_error *err);

#endif
