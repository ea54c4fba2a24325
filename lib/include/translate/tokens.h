/* translate/tokens.h - tokens: text as pieces of a vocabulary, and back. */
#ifndef TRANSLATE_TOKENS_H
#define TRANSLATE_TOKENS_H

#include "translation.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Whose vocabulary: `side` of the functions below. */
enum tr_side { TR_SOURCE, TR_TARGET };

typedef struct tr_tokens {
    size_t n;
    const tr_token *token; /* [n], </s> not included */
} tr_tokens;

/* Splits `text` into the pieces of the model's vocabulary.  Offsets count bytes of `text`. */
int tr_tokenize(const tr_model *model, int side, const char *text, size_t text_len,
                tr_tokens **tokens, tr_error *err);
void tr_tokens_free(tr_tokens *tokens);

/* The text that `ids` [n] stand for; free it with tr_text_free().  The first </s> ends the text.
 * TR_EINVAL for an id that is not in the vocabulary. */
int tr_detokenize(const tr_model *model, int side, const int32_t *ids, size_t n, char **text,
                  tr_error *err);

/* The id of a piece.  A piece that is not in the vocabulary has the id of <unk>; -1 when the model
 * has no tokenizer. */
int32_t tr_piece_id(const tr_model *model, int side, const char *piece, size_t piece_len);

/* The piece of an id, which lives as long as the model; "" when the model has no tokenizer, or no
 * such id. */
const char *tr_id_piece(const tr_model *model, int side, int32_t id);

void tr_text_free(char *text); /* NULL is allowed */

#ifdef __cplusplus
}
#endif
#endif
