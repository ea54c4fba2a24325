/*
 * suggest.h - of the words that exist, the one that was probably meant.
 *
 * Words are compared by the optimal string alignment distance: the least number of letters to
 * insert, delete, replace or exchange with their neighbour (Damerau 1964), capitals aside.  A word
 * is near if at most a third of its letters differ, or if what was typed is its beginning.
 */
#ifndef SUGGEST_H
#define SUGGEST_H

#include <stdbool.h>
#include <stddef.h>

typedef struct suggestion {
    const char *typed; /* [typed_len] */
    size_t typed_len;
    size_t distance; /* of the nearest word so far, or less if what was typed is its beginning */
    char word[64];   /* that word; "" while none is near */
} suggestion;

suggestion suggest_for(const char *typed, size_t typed_len);

/* Another word that exists. */
void suggest_word(suggestion *s, const char *word, size_t len);

/* Each word of a list such as "int8|float32". */
void suggest_words(suggestion *s, const char *words, char separator);

/* Notes that `word` is a name for `name`, as "de" is called "German".  One letter of a name
 * may be wrong, not more: "Danish" does not mean "Spanish". */
void suggest_name(suggestion *s, const char *name, const char *word);

/* "; did you mean --beam?", where `before` is "--", or "" if no word is near. */
enum { HINT_SIZE = 128 };
const char *suggest_hint(const suggestion *s, const char *before, char hint[HINT_SIZE]);

#endif
