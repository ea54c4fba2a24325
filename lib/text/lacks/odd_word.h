/*
 * odd_word.h - words of a text that are no plain words of a language: they have digits, signs or
 * capitals inside, whatever they are.
 *
 * Rows of syntax.h know kinds of things, and keep them.  A look at odd words tells afterwards that
 * a thing of any kind is missing (lacking.h).
 */
#ifndef TR_ODD_WORD_H
#define TR_ODD_WORD_H

#include "base/span.h"
#include "language/language_data.h"

enum tr_odd_kind {
    TR_WORD_NONE,   /* quotation marks, brackets */
    TR_WORD_PLAIN,  /* or nearly so: and/or, U.S., well-known, word(s) */
    TR_WORD_ODD,    /* stays as it is */
    TR_WORD_SIGN,   /* signs alone, as -> and *; stays as it is */
    TR_WORD_NUMBER, /* and words with one, as 19-year-old and 50ft: facts.h */
    TR_WORD_CAPITALS,
    TR_WORD_LETTER, /* one letter alone */
    TR_WORD_DASH,
    TR_WORD_MARK /* . , : ; ! ? standing alone */
};

typedef struct tr_odd_word {
    tr_span at;    /* without what surrounds it: quotation marks, brackets, marks of a sentence */
    tr_span whole; /* between blanks */
    enum tr_odd_kind kind;
} tr_odd_word;

/* Finds the first word of text [at, len), valid UTF-8; false if there is none.  `latin`: letters of
 * other scripts make a word an odd one. */
bool tr_odd_word_next(const tr_language *language, const char *text, size_t at, size_t len,
                      bool latin, tr_odd_word *word);

/* The part of an odd word that stays in a translation, which may join it with another word: the pH
 * of "pH-Wert", and what an 's stands behind. */
tr_span tr_odd_word_core(const char *text, tr_span word);

#endif
