/*
 * words.h - words, as the metrics cut a line into them.
 *
 * The rules come from mteval-v13a.pl and mteval-v14.pl (NIST) as sacreBLEU 2 applies them.
 * Letters, digits and punctuation are libutf8proc's general categories.
 */
#ifndef TR_WORDS_H
#define TR_WORDS_H

#include "metrics/symbols.h"
#include "metrics/trie.h"

enum tr_word_rule {
    TR_WORDS_13A,  /* mteval-v13a's: ASCII punctuation, four HTML entities */
    TR_WORDS_INTL, /* mteval-v14's international: all punctuation and symbols */
    TR_WORDS_CHAR, /* every character is a word */
    TR_WORDS_NONE, /* white space alone */
    TR_WORDS_ZH,   /* each character of Chinese is a word; of the rest as 13a, without entities */
    TR_WORDS_TER,  /* tercom's normalisation, of small letters */
    TR_WORDS_TER_ASIAN, /* as TER's, and characters of Asian languages are words */
    TR_WORDS_CHRF       /* chrF++'s: ASCII punctuation at a word's end, else at its beginning */
};

/* True if words end at the character: Unicode's bidirectional classes WS, B and S, and Zs. */
bool tr_ends_words(uint32_t c);

/* Appends the words of a line of code points to `out`, as numbers from `words`, which grows; in
 * `line`, the rules of 13a and TER replace the entities they know. */
void tr_words_split(int rule, tr_symbols *line, tr_trie *words, tr_symbols *out);

/* The same words as a line, with a blank after each: appends code points to `text`. */
void tr_words_write(int rule, tr_symbols *line, tr_symbols *text);

#endif
