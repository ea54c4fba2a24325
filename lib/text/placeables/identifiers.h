/*
 * identifiers.h - words that every language spells the same: words that word_shape.h calls codes,
 * less the marks around them; numbers of cards, telephones and accounts in groups; and words of
 * signs (==, &&, ->, >>>).
 */
#ifndef TR_IDENTIFIERS_H
#define TR_IDENTIFIERS_H

#include <stdbool.h>

#include "base/span.h"

/* Finds the first name of valid UTF-8 text [len] at or after `from`, which is where a word or the
 * last name ends; false when there is none. */
bool tr_identifier_next(const char *text, size_t len, size_t from, tr_span *name);

/* True if the word is == && -> >>> ***: of nothing but signs, two or more, which are no dash. */
bool tr_identifier_is_signs(const char *text, tr_span word);

/* How often text [len] has the name [n].  No digit touches a digit at its end, and no letter comes
 * after an option, and no sign stands beside signs. */
size_t tr_identifier_count(const char *text, size_t len, const char *name, size_t n);

#endif
