/* byt5_vocab.h - ByT5's vocabulary: a token for each byte of UTF-8 (Xue et al. 2022). */
#ifndef TR_BYT5_VOCAB_H
#define TR_BYT5_VOCAB_H

#include <cjson/cJSON.h>

#include "import/shared/importer.h"

/* 1 if tokenizer_config.json, or config.json [object] where there is no such file, names ByT5's
 * tokenizer, else 0.  TR_EIO, TR_EFORMAT, TR_ENOMEM. */
int tr_byt5_is(tr_import *im, const cJSON *config, tr_error *err);

/* Gives the source its pieces: <pad>, </s>, <unk> and the bytes; ids behind them have none.  Sets
 * lengths of texts that suit bytes.  im->config has the vocabulary's size and </s> already.
 * TR_EFORMAT, TR_ENOMEM. */
int tr_byt5_read_vocab(tr_import *im, tr_error *err);

#endif
