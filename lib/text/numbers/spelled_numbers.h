/*
 * spelled_numbers.h - numbers in words of a language, below a million: "two hundred and five",
 * "zweihundertfünf" and "duzentos e cinco" are 205, and "twenty-first" is the 21st.
 */
#ifndef TR_SPELLED_NUMBERS_H
#define TR_SPELLED_NUMBERS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/span.h"
#include "language/language_data.h"

typedef struct tr_spelled_number {
    tr_span at;
    uint32_t value;
    bool ordinal;
    bool begins_word; /* letters follow: "zwanzigmal" */
} tr_spelled_number;

enum { TR_SPELLED_SIZE = 16 }; /* bytes of such a number in digits */

/* True if numbers of the language are known. */
static inline bool tr_spelled_known(const tr_spelled_facts *f)
{
    return f->words != NULL;
}

/* Finds the first number in words of text [at, len); false if there is none.  `inner`: of a
 * language whose numbers are one word, beginnings of compounds count, too. */
bool tr_spelled_next(const tr_spelled_facts *f, const char *text, size_t at, size_t len, bool inner,
                     tr_spelled_number *number);

/* Finds the first number that a translation has to say: from 13 to 9999, since smaller ones have
 * many other words, and no part of a longer row of numbers, as years and times are, nor before
 * "million".
 */
bool tr_spelled_next_telling(const tr_spelled_facts *f, const char *text, size_t at, size_t len,
                             tr_spelled_number *number);

/* Writes the number in digits, as the language has them: 205, 21st. */
void tr_spelled_digits(const tr_spelled_facts *f, const tr_spelled_number *number,
                       char digits[TR_SPELLED_SIZE]);

#endif
