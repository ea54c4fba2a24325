/*
 * tokenizer.h - text to token ids and back, for one side of a model.
 *
 * On top of SentencePiece: repair and normalisation before it, byte offsets that refer to what
 * the caller gave, and the promise that no control character comes out.
 * A tokenizer is immutable; several threads may use it at once.
 */
#ifndef TR_TOKENIZER_H
#define TR_TOKENIZER_H

#include "buf.h"
#include "error.h"
#include "spm.h"

typedef struct tr_tokenizer tr_tokenizer;

/* spm [size]: a SentencePiece model; `normalization`: "none", "nfc" or "nfkc"; n_vocab: the
 * network's vocabulary, which may be larger than SentencePiece's, never smaller; the model's
 * </s> and <unk> must be `eos` and `unk`.  TR_EFORMAT names `name` (e.g. "x.gguf:
 * tokenizer.spm.source"). */
int tr_tokenizer_create(tr_tokenizer **t, const void *spm, size_t size, const char *normalization,
                        uint32_t n_vocab, uint32_t eos, uint32_t unk, const char *name,
                        tr_error *err);
void tr_tokenizer_free(tr_tokenizer *t);

/* Ids of valid UTF-8 text, without </s>: grows *ids as tr_reserve() does.  Control pieces cannot
 * come out of text: their spelling is tokenised like any other. */
int tr_tokenizer_encode(const tr_tokenizer *t, const char *text, size_t len, int32_t **ids,
                        size_t *capacity, size_t *n, tr_error *err);

/* Any bytes: invalid UTF-8 is repaired first.  Spans refer to `text` as given. */
int tr_tokenizer_encode_spans(const tr_tokenizer *t, const char *text, size_t len,
                              tr_spm_piece_span **spans, size_t *capacity, size_t *n,
                              tr_error *err);

/* Appends the text of ids [n]; ids beyond the pieces are left out.  An incomplete run of byte
 * pieces becomes U+FFFD, and so does any control character. */
int tr_tokenizer_decode(const tr_tokenizer *t, const int32_t *ids, size_t n, tr_buf *out,
                        tr_error *err);

/* "" for an id that has no piece. */
const char *tr_tokenizer_piece(const tr_tokenizer *t, int32_t id);
int32_t tr_tokenizer_id(const tr_tokenizer *t, const char *piece, size_t len);

/* Whether the search may produce the id: not <unk>, control and unused pieces, bytes below 0x20
 * and 0x7F, pieces that hold a control character, and ids that have no piece. </s> may. */
bool tr_tokenizer_may_produce(const tr_tokenizer *t, int32_t id);

#endif
