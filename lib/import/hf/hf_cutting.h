/* hf_cutting.h - how text is cut as tokenizer.json says. */
#ifndef TR_HF_CUTTING_H
#define TR_HF_CUTTING_H

#include "import/hf/hf_tokenizer.h"

/* Has *v cut text as the file does, whose pieces have been completed without gaps: by a
 * SentencePiece model where it is one's, else by its own rules.  TR_EFORMAT, TR_EUNSUPPORTED,
 * TR_ENOMEM. */
int tr_hf_take_tokenizer(const tr_hf_tokenizer *t, tr_import_vocab *v, tr_error *err);

#endif
