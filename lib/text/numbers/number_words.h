/*
 * number_words.h - numbers that letters say, all or a part of them: XV is 15, "330 mil" is 330,000.
 */
#ifndef TR_NUMBER_WORDS_H
#define TR_NUMBER_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "text/numbers/numerals.h"

/* Zeros that the word at text [at, len), behind a number, stands for: 3 for "thousand"; 0 if it is
 * no such word. */
size_t tr_zeros_behind(const char *text, size_t at, size_t len);

/* True if text [len] has a number with the same value as `own`, which a word for `own_zeros` zeros
 * follows, where such a word follows one of the two at least. */
bool tr_number_is_scaled_in(const tr_numeral *own, size_t own_zeros, const char *text, size_t len);

/* True if a word of text [len] is the value in Roman letters, two or more: "século XV" is the 15th.
 */
bool tr_number_is_roman_in(const char *text, size_t len, uint64_t value);

/* True if valid UTF-8 text [len] may say a number in words that a translation writes in digits: it
 * has a word for one in a language of western Europe, Roman letters, or letters of other scripts
 * than Latin, whose words are not known. */
bool tr_number_may_be_in_words(const char *text, size_t len);

#endif
