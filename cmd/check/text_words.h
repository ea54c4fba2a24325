/* text_words.h - words of a text, as people count them. */
#ifndef TEXT_WORDS_H
#define TEXT_WORDS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/span.h"

/* The next word of text [len] that begins at byte `at` or behind: letters and digits, also around a
 * single hyphen or apostrophe, as in "up-to-date".  False: there is none. */
bool text_word_next(const char *text, size_t at, size_t len, tr_span *word);

size_t text_count_letters(const char *text, tr_span at);

/* True if two words are the same, but for capitals. */
bool text_words_equal(const char *a, tr_span in_a, const char *b, tr_span in_b);

/* The hash of a word in small letters. */
uint64_t text_word_hash(const char *text, tr_span word);

#endif
