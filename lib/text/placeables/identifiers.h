/*
 * identifiers.h - words that every language spells the same: names of files and paths, codes
 * (KX-400, snake_case, 1e10, 10^6, 10.0.0.1, an IBAN), @names and #tags, options (-v, --verbose),
 * keys pressed at once (Ctrl+C), variables that are set (LANG=C) and signs (==, &&, ->, >>>).
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
