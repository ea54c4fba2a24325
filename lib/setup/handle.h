/* handle.h - the public tr_model: a network, and its tokenizers as soon as they are needed. */
#ifndef TR_HANDLE_H
#define TR_HANDLE_H

#include "model/nmt.h"
#include "search/word_rows.h"
#include "setup/cutters.h"
#include "text/tokenizer.h"

/* Tokenizers of both sides.  A model without tokenizers has NULL for both. */
typedef struct tr_tokenizers {
    tr_pieces source_pieces, target_pieces; /* of vocabularies; the target's empty if it is one */
    tr_side_cutter source_cutter, target_cutter;
    tr_tokenizer *source, *target; /* one object where both sides share everything */
} tr_tokenizers;

const tr_nmt *tr_model_nmt(const tr_model *model);

/* TR_EFORMAT if the file was written to since it was mapped. */
int tr_model_check_unchanged(const tr_model *model, tr_error *err);

/* Loads the tokenizers when it is first called.  Any thread may call it. */
int tr_model_tokenizers(const tr_model *model, const tr_tokenizers **tokenizers, tr_error *err);

/* The copies of the output layer's rows that all sessions with a shortlist share; NULL if memory
 * runs out.  Any thread may call it. */
tr_word_rows *tr_model_word_rows(const tr_model *model);

/* [target_vocab]: nonzero for ids that the search never takes.  `by_ids`: of a model that has a
 * tokenizer, for those who give and want ids; then the constraints are what the model file rules
 * out alone, not what texts cannot have.  Once the tokenizers are loaded. */
const uint8_t *tr_model_banned(const tr_model *model, bool by_ids);

/* [target_vocab], for byte_rules.h; NULL where no piece is a byte.  Once the tokenizers are loaded.
 */
const uint8_t *tr_model_bytes(const tr_model *model);

#endif
