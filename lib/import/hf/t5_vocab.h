/* t5_vocab.h - the vocabulary of a model of T5's kind, and how it is told the language. */
#ifndef TR_T5_VOCAB_H
#define TR_T5_VOCAB_H

#include <cjson/cJSON.h>

#include "import/shared/importer.h"

/* Takes the SentencePiece model in im->source: </s> and <unk> are its own.  The languages come from
 * its pieces <2de>, or of the tasks [object of config.json, or NULL] that are translations: a text
 * says at its beginning which one is meant.  TR_EFORMAT, TR_EUNSUPPORTED, TR_ENOMEM. */
int tr_t5_read_vocab(tr_import *im, const cJSON *tasks, tr_error *err);

#endif
