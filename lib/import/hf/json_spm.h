/* json_spm.h - the SentencePiece model that a tokenizer.json was made of. */
#ifndef TR_JSON_SPM_H
#define TR_JSON_SPM_H

#include "import/hf/hf_tokenizer.h"

/* Writes the SentencePiece model that cuts text as the tokenizer does, whose pieces have no gaps.
 * 1; 0 where there is none: it was not made of one.  TR_ENOMEM. */
int tr_json_spm_write(const tr_hf_tokenizer *t, tr_buf *out, tr_error *err);

#endif
