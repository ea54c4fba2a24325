/* small_words.h - the small words of a language's grammar, which a sentence may say twice in a row:
 * "die, die", "that that". */
#ifndef SMALL_WORDS_H
#define SMALL_WORDS_H

#include <stdbool.h>

#include "base/span.h"

/* True for a word of text in the language (BCP 47), whatever its capitals; false of a language
 * whose words are not known. */
bool is_small_word(const char *language, const char *text, tr_span word);

#endif
