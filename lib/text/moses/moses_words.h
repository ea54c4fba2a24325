/*
 * moses_words.h - the words of a text, as tokenizer.perl of Moses cuts them.
 *
 * Marks stand alone, but for full stops of abbreviations and of numbers, commas of numbers,
 * hyphens, and apostrophes where the language has them in words.
 */
#ifndef TR_MOSES_WORDS_H
#define TR_MOSES_WORDS_H

#include "text/moses/cells.h"
#include "text/moses/moses.h"

/* Steps of *t: its words, with one blank between two. */
void tr_moses_cut(const tr_moses *m, tr_cells *t);

#endif
