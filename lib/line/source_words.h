/* source_words.h - words as the source's vocabulary has them. */
#ifndef TR_SOURCE_WORDS_H
#define TR_SOURCE_WORDS_H

#include <stddef.h>

/* Pieces that a tokenizer, `ctx`, cuts the word [len] into; 0 out of memory. */
size_t tr_count_pieces(const void *ctx, const char *word, size_t len);

#endif
