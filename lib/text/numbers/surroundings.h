/* surroundings.h - what a character of valid UTF-8 text belongs to: a word, a unit, an amount. */
#ifndef TR_SURROUNDINGS_H
#define TR_SURROUNDINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/span.h"

/* True if a letter is of another script than the Latin one. */
bool tr_is_far_letter(int32_t c);

/* Where the words of far letters that begin at `at` end. */
size_t tr_far_end(const char *text, size_t at, size_t end);

/* True for U+FFFD, which stands for bytes that are no text; normalizers drop it. */
bool tr_is_replacement(int32_t c);

/* Characters that normalizers turn into digits or letters: ², ½, ⁶, ₂, ™. */
bool tr_is_raised(int32_t c);

/* The word of letters around the one at `at`, in text [begin, end). */
tr_span tr_word_around(const char *text, size_t begin, size_t at, size_t end);

/* The word that the raised character at `at` belongs to, in text [begin, end): 10², m², CO₂, 2.5².
 * A mark of a footnote belongs to no word: the span is empty where one is before it. */
tr_span tr_raised_around(const char *text, size_t begin, size_t at, size_t end);

/* The stretch without white space around the character at `at`, less the marks at its ends.
 * *letters: it is letters alone, as "București-based". */
tr_span tr_thing_around(const char *text, size_t begin, size_t at, size_t end, bool *letters);

/* With the rest of its number, if the thing has the sign of a currency: what stands before it in
 * text [begin ..], as in 9 £ and 12.500,50 ₽, or goes on behind blanks before `end`, as in
 * €7 063 892, and without the word of a rate, the "/hour" of €12/hour; else as it is. */
tr_span tr_amount_around(const char *text, size_t begin, tr_span thing, size_t end);

#endif
