/* word_chars.h - characters of which words are made, and what may surround them. */
#ifndef TR_WORD_CHARS_H
#define TR_WORD_CHARS_H

#include <stdbool.h>
#include <stdint.h>

bool tr_is_double_quote(int32_t c);
bool tr_is_quote_sign(int32_t c); /* a single or a double one, of any kind */
bool tr_is_dash_sign(int32_t c);
bool tr_is_sentence_mark(int32_t c);

bool tr_is_latin_letter(int32_t c);
bool tr_is_raised_or_low(int32_t c); /* or lowered; they are letters of Unicode */

/* Characters of no width, which words of ASCII have where programs want them. */
bool tr_is_width_zero(int32_t c);

/* True if the character is a sign that a translation has as often as its source. */
bool tr_is_lasting_sign(int32_t c);

#endif
