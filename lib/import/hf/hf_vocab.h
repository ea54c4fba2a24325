/* hf_vocab.h - vocabularies and what surrounds texts, as transformers' tokenizers have them. */
#ifndef TR_HF_VOCAB_H
#define TR_HF_VOCAB_H

#include "import/hf/hf_config.h"

/* The vocabularies, the languages, and the ids around texts, from the tokenizer's files.  Marks
 * more ids as suppressed, and gives the network all of them. */
int tr_hf_read_vocab(tr_import *im, const tr_hf_config *c, tr_error *err);

#endif
