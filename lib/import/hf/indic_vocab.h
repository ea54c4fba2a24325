/* indic_vocab.h - vocabularies of IndicTrans2 (Gala et al. 2023). */
#ifndef TR_INDIC_VOCAB_H
#define TR_INDIC_VOCAB_H

#include "import/hf/hf_config.h"

/* Reads dict.SRC.json and dict.TGT.json of im->bundle.  The model takes and gives pieces: what its
 * toolkit makes of a text before SentencePiece cuts it, and of a translation after, is not done
 * here, which a note says.  TR_EIO, TR_EFORMAT, TR_ENOMEM. */
int tr_indic_read_vocab(tr_import *im, const tr_hf_config *c, tr_error *err);

#endif
