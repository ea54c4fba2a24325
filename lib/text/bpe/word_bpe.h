/*
 * word_bpe.h - subword-nmt's byte-pair encoding of words (Sennrich et al. 2016): a word's
 * characters are joined by merges, of which the last one has "</w>", and "@@" stands behind the
 * pieces that the word goes on after.
 */
#ifndef TR_WORD_BPE_H
#define TR_WORD_BPE_H

#include "text/merges.h"
#include "text/moses/moses_words.h"
#include "text/tokenizer.h"

typedef struct tr_word_bpe {
    tr_merges merges;
    bool end_apart; /* "</w>" is a symbol of its own, as in version 0.1 */
    bool by_moses;  /* words are as `moses` cuts them; else what stands between blanks */
    tr_moses moses;
} tr_word_bpe;

/* Cuts by *b, which must outlive it. */
tr_cutter tr_word_bpe_cutter(const tr_word_bpe *b);

#endif
