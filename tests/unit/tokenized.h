/* tokenized.h - a tokenizer, and what it makes of a text, and of ids, as text to be compared. */
#ifndef UNIT_TOKENIZED_H
#define UNIT_TOKENIZED_H

#include "text/tokenizer.h"

/* One of SentencePiece's unigram model, which is put into the empty buffer: of its base, bytes and
 * pieces [n], of which the first are the likeliest. */
tr_tokenizer *open_unigram(tr_buf *model, const char *const *pieces, size_t n);

/* The same without bytes: what no piece spells is unknown. */
tr_tokenizer *open_unigram_without_bytes(tr_buf *model, const char *const *pieces, size_t n);

/* `expected` has an "id[begin,end)" for each piece, with blanks between. */
void check_spans(const tr_tokenizer *t, const char *text, size_t len, const char *expected);

#define SPANS(t, text, expected) check_spans(t, text, sizeof(text) - 1, expected)

void check_decode(const tr_tokenizer *t, const int32_t *ids, size_t n, const char *expected);

#define DECODE(t, expected, ...)                                                                   \
    do {                                                                                           \
        const int32_t ids_[] = {__VA_ARGS__};                                                      \
        check_decode(t, ids_, sizeof ids_ / sizeof *ids_, expected);                               \
    } while (0)

#endif
