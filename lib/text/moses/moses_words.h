/*
 * moses_words.h - the words of a text, as tokenizer.perl of Moses cuts them.
 *
 * Marks stand alone, but for full stops of abbreviations and of numbers, commas of numbers,
 * hyphens, and apostrophes where the language has them in words.
 */
#ifndef TR_MOSES_WORDS_H
#define TR_MOSES_WORDS_H

#include "text/moses/cells.h"
#include "text/stops.h"

enum { TR_MOSES_LANGUAGE = 3 };

typedef struct tr_moses {
    char language[TR_MOSES_LANGUAGE + 1]; /* ISO 639-1, or -3 where it has none; "" for others */
    const tr_stops *stops;
    bool punctuation; /* is normalized before */
    bool hyphens;     /* between letters become words of their own, "@-@" */
    bool escape;      /* & ' " < > [ ] | are written as in XML */
} tr_moses;

/* `language`: BCP 47.  The flags are false. */
void tr_moses_init(tr_moses *m, const char *language);

/* Steps of *t: its words, with one blank between two. */
void tr_moses_cut(const tr_moses *m, tr_cells *t);

#endif
