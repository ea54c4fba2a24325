/* handle.h - the model behind the public handle: its network, and its text side when needed. */
#ifndef TR_HANDLE_H
#define TR_HANDLE_H

#include "model/nmt.h"
#include "text/tokenizer.h"

/* What it takes to turn text into ids and back.  A model without tokenizers has NULL for both. */
typedef struct tr_text {
    tr_pieces source_pieces, target_pieces; /* of vocabularies; the target's empty if it is one */
    tr_tokenizer *source, *target;          /* one object where both sides share everything */
    uint8_t *banned; /* [target_vocab]: nonzero for ids the search never takes */
} tr_text;

const tr_nmt *tr_model_nmt(const tr_model *model);

/* Loads the tokenizers when first called; any thread may call it. */
int tr_model_text(const tr_model *model, const tr_text **text, tr_error *err);

#endif
