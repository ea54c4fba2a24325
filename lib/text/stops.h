/* stops.h - full stops that do not end a sentence, though the rules of Unicode say that they do. */
#ifndef TR_STOPS_H
#define TR_STOPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "language/language_data.h"

/* True if the sentence that starts at text[begin] goes on at text[at], begin < at < len, where
 * Unicode finds a boundary.  `at` is the first byte of a character, after a terminator, closing
 * marks and white space.  For example, the sentence goes on after "Mr. " and after "am 3. " before
 * "Mai". Looks at a few words before and after `at`. */
bool tr_sentence_goes_on(const tr_stops *stops, const char *text, size_t begin, size_t at,
                         size_t len);

/* True if a sentence that starts at text[begin] ends with the full stop text[dot], though a letter
 * follows at once: "He left.She stayed."  The word before is of small letters, but for the first
 * word of the sentence, and the one behind it starts sentences: so names of files, hosts and fields
 * do not count. */
bool tr_is_tight_end(const tr_stops *stops, const char *text, size_t begin, size_t dot, size_t len);

/* True if the word at text [at, len), behind white space, is one that ordinal numbers stand before:
 * the "Mai" of "3. Mai". */
bool tr_ordinal_noun_follows(const tr_stops *stops, const char *text, size_t at, size_t len);

/* Closing marks in the sense of UAX 29: quotation marks and brackets, opening ones too. */
bool tr_is_closer(int32_t c);

bool tr_is_paragraph_end(int32_t c);

#endif
