/*
 * endings.h - endings of words, and rules that put something in their place (language_data.h).
 */
#ifndef TR_ENDINGS_H
#define TR_ENDINGS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct tr_ending {
    size_t len;       /* bytes of the word that go */
    const char *with; /* [n], what comes in their place */
    size_t n;
} tr_ending;

/* Finds the first ending or rule of a list from *at on that fits a word [len], and sets *at behind
 * it; false if none does. */
bool tr_ending_next(const char **at, const char *word, size_t len, tr_ending *ending);

/* Bytes of the longest ending of a list that the word [len] has beside other letters; 0: none. */
size_t tr_ending_longest(const char *list, const char *word, size_t len);

#endif
