/*
 * label.h - words that are written with a capital amid a sentence, as the names of buttons are, in
 * a language whose nouns are small: the Start of "Press Start to begin".
 *
 * A name of several words is no label.
 */
#ifndef TR_LABEL_H
#define TR_LABEL_H

#include "text/lacks/negation.h"

/* Finds the first such word of a sentence from byte `at` on; false if there is none, or if most
 * words have a capital, as in a title. */
bool tr_label_next(const tr_sentence_in *sentence, size_t at, tr_span *word);

/* The word in small letters: its bytes, 0 if it has more than `size`. */
size_t tr_label_lower(const char *text, tr_span word, char *small, size_t size);

/* True if a word of the translation begins as the label does. */
bool tr_label_is_alike(const char *label, tr_span at, const char *text, size_t len);

#endif
