/*
 * capitals.h - text in capitals, as "I LOVE THE USA!".
 *
 * Models have learned little of it, and read it almost letter by letter.  So the model reads each
 * word in the case that its vocabulary knows best: "I love the USA!".  What it says is written in
 * capitals then.  Both ways no character changes its place: a letter whose other case takes more
 * or fewer bytes stays as it is.
 */
#ifndef TR_CAPITALS_H
#define TR_CAPITALS_H

#include "input/chunks.h"

/* True if text in a language (BCP 47) may be read and written in this way: it has blanks between
 * words, and letters have the cases that Unicode takes for granted.  Turkish has others. */
bool tr_capitals_suit(const char *language);

/* True if text [len], valid UTF-8, has four capitals or more, and no small letter but ß, units
 * after numbers and names such as iPhone.  Placeholders do not count. */
bool tr_capitals_are(const char *text, size_t len);

/* Writes words of text [len], which is in capitals, in the case in which the tokenizer of the
 * chunks takes the fewest tokens for them.  Only words of nothing but letters, apostrophes and
 * hyphens change: codes and names of files stay.  *changed tells whether any did.  Overwrites the
 * ids of the chunks.  Errors as tr_tokenizer_encode(). */
int tr_capitals_lower(tr_chunks *chunks, char *text, size_t len, bool *changed, tr_error *err);

/* Writes text [len], valid UTF-8, in capitals, but for placeholders. */
void tr_capitals_raise(char *text, size_t len);

#endif
