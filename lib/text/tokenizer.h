/*
 * tokenizer.h - text to token ids and back, for one side of a model.
 *
 * SentencePiece cuts text into pieces; their ids are its own, or the ids of a vocabulary that lists
 * the pieces.  Others cut text into the pieces of a vocabulary, too (tr_cutter).  With a vocabulary
 * alone, text is pieces already, with a blank between two.  On top of the pieces: repair and
 * normalisation, byte offsets that refer to what the caller gave, and the promise that no control
 * character comes out.  A tokenizer is immutable; several threads may use it at once.
 */
#ifndef TR_TOKENIZER_H
#define TR_TOKENIZER_H

#include "base/buf.h"
#include "base/error.h"
#include "text/pieces.h"
#include "text/spm.h"

typedef struct tr_tokenizer tr_tokenizer;

/* Adds a span to spans [*n] of pieces, whose ids are not known; false when out of memory. */
bool tr_piece_spans_add(tr_spm_piece_span **spans, size_t *capacity, size_t *n, size_t begin,
                        size_t end);

/* What cuts text into pieces, if it is not SentencePiece.  Several threads may use it at once. */
typedef struct tr_cutter {
    const void *state;
    /* As tr_spm_encode_spans() of valid UTF-8; ids are not looked at.  TR_ENOMEM. */
    int (*cut)(const void *state, const char *text, size_t len, tr_spm_piece_span **spans,
               size_t *capacity, size_t *n, tr_buf *pieces, tr_error *err);
    /* What a piece stands for in a text: writes the bytes to out [strlen(piece) + 1], without a
     * NUL, and returns their number.  NULL: U+2581 is a blank, and bytes are as `has_bytes` says.
     */
    size_t (*spell)(const char *piece, char *out);
    /* Changes what a piece stands for, text [len], into as many other bytes; NULL: it stays. */
    void (*respell)(const void *state, char *text, size_t len);
    /* Appends the text of pieces [n], each with its NUL; sets out->failed out of memory.  NULL: it
     * is what they spell, one after the other. */
    void (*join)(const void *state, const char *pieces, size_t n, tr_buf *out);
    bool has_bytes; /* <0x00> to <0xFF> stand for bytes, */
    bool by_bytes;  /*   and text is cut into nothing else */
} tr_cutter;

/* Parts of a tokenizer: `spm`, `pieces`, or both; or `pieces` and `cutter`.  All of it must outlive
 * the tokenizer. */
typedef struct tr_tokenizer_parts {
    const char *path, *side; /* for messages: the file; "source" or "target" */
    const void *spm;         /* a SentencePiece model */
    size_t spm_size;
    const tr_pieces *pieces;   /* the vocabulary; NULL: the pieces and ids are spm's */
    const tr_cutter *cutter;   /* NULL: none */
    const char *normalization; /* as in normalize.h */
    uint32_t n_vocab;          /* the network's vocabulary; never smaller than the pieces */
    int32_t eos, unk;          /* spm's, unless there is a vocabulary */
    const int32_t *controls;   /* [n_controls] ids of the vocabulary that no text stands for */
    size_t n_controls;
    bool sentencepiece; /* itself is asked for every id and text, never subword.h */
} tr_tokenizer_parts;

/* What a tokenizer was made of. */
const tr_tokenizer_parts *tr_tokenizer_parts_of(const tr_tokenizer *t);

/* TR_EFORMAT, TR_EUNSUPPORTED, TR_ENOMEM; messages name the part, "x.gguf: tokenizer.spm.source".
 * With a vocabulary, SentencePiece's model, which takes its time, is read when text is first cut;
 * tr_tokenizer_load() does it now. */
int tr_tokenizer_create(tr_tokenizer **t, const tr_tokenizer_parts *parts, tr_error *err);
int tr_tokenizer_load(const tr_tokenizer *t, tr_error *err);
/* Has SentencePiece read its model, too, which finds all that may be wrong with it. */
int tr_tokenizer_check(const tr_tokenizer *t, tr_error *err);
void tr_tokenizer_free(tr_tokenizer *t);

/* Ids of valid UTF-8 text, without </s>: grows *ids as tr_reserve() does.  Control pieces cannot
 * come out of text: their spelling is tokenised like any other, or unknown. */
int tr_tokenizer_encode(const tr_tokenizer *t, const char *text, size_t len, int32_t **ids,
                        size_t *capacity, size_t *n, tr_error *err);

/* Any bytes: invalid UTF-8 is repaired first.  Spans refer to `text` as given. */
int tr_tokenizer_encode_spans(const tr_tokenizer *t, const char *text, size_t len,
                              tr_spm_piece_span **spans, size_t *capacity, size_t *n,
                              tr_error *err);

/* Appends the text of ids [n]; ids beyond the pieces are left out.  An incomplete run of byte
 * pieces becomes U+FFFD, and so does any control character.  Of a vocabulary, the pieces <s>,
 * </s>, <pad> and `controls` stand for nothing; if it has a SentencePiece model to cut text, <0x00>
 * to <0xFF> stand for bytes and U+2581 is a blank, else pieces stand for their spelling. */
int tr_tokenizer_decode(const tr_tokenizer *t, const int32_t *ids, size_t n, tr_buf *out,
                        tr_error *err);

/* "" for an id that has no piece. */
const char *tr_tokenizer_piece(const tr_tokenizer *t, int32_t id);
int32_t tr_tokenizer_id(const tr_tokenizer *t, const char *piece, size_t len);

/* What the piece of an id stands for in a text, as far as it can be told without the pieces beside
 * it: U+2581 is a blank.  Writes at most `size` bytes, all or nothing, and returns their number. */
size_t tr_tokenizer_spell(const tr_tokenizer *t, int32_t id, char *out, size_t size);

/* Pieces of the vocabulary. */
size_t tr_tokenizer_size(const tr_tokenizer *t);

/* True if the vocabulary has the piece. */
bool tr_tokenizer_knows(const tr_tokenizer *t, const char *piece, size_t len);

/* The value of the piece of a byte from 0x80 on, as "<0xE4>"; 0 for all others. */
uint8_t tr_tokenizer_byte(const tr_tokenizer *t, int32_t id);

/* True if each byte of a text is a token of its own. */
bool tr_tokenizer_by_bytes(const tr_tokenizer *t);

enum { TR_GRAIN_BYTES = 4 };

/* How many tokens say about as much as a piece of a usual vocabulary does: 1, or TR_GRAIN_BYTES
 * where each is a byte.  Without a tokenizer it is 1. */
size_t tr_tokenizer_grain(const tr_tokenizer *t);

/* True if none of ids [n] is of <unk>, or of a byte from 0x80 on where most characters have pieces.
 */
bool tr_tokenizer_covers(const tr_tokenizer *t, const int32_t *ids, size_t n);

/* True if any of ids [n] is of a piece with a letter.  <unk> and bytes, as "<0xE4>", have none,
 * unless text is cut by bytes: then it is what they spell together. */
bool tr_tokenizer_any_letter(const tr_tokenizer *t, const int32_t *ids, size_t n);

/* True if the search may produce the id: not <unk>, control and unused pieces, bytes below 0x20
 * and 0x7F, pieces that hold a control character, and ids that have no piece. </s> may. */
bool tr_tokenizer_may_produce(const tr_tokenizer *t, int32_t id);

#endif
