/* small_word.h - the words of a sentence, one after the other, in small letters. */
#ifndef TR_SMALL_WORD_H
#define TR_SMALL_WORD_H

#include <stdbool.h>
#include <stddef.h>

#include "base/span.h"

enum { TR_LONGEST_SMALL_WORD = 32 }; /* bytes */

typedef struct tr_small_word {
    tr_span at; /* in the text */
    char text[TR_LONGEST_SMALL_WORD + 4];
    size_t len; /* 0: it is too long */
} tr_small_word;

/* The first word of text [len], valid UTF-8, from byte `at` on: letters, and apostrophes between
 * letters, each as "'".  False: there is none. */
bool tr_small_word_next(const char *text, size_t len, size_t at, tr_small_word *word);

/* True if a list (base/word_list.h) has the word, or its beginning, un*, or its ending, *n't. */
bool tr_small_word_listed(const char *list, const tr_small_word *word);

/* True if the word begins with a capital; and if a word of several letters has one behind its
 * first. */
bool tr_small_word_has_capital(const char *text, const tr_small_word *word);
bool tr_small_word_is_in_capitals(const char *text, const tr_small_word *word);

/* True if only marks and blanks stand between the end of a sentence and byte `at`. */
bool tr_begins_sentence(const char *text, size_t at);

#endif
