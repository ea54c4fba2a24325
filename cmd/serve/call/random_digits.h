/* random_digits.h - names that nobody can guess. */
#ifndef RANDOM_DIGITS_H
#define RANDOM_DIGITS_H

#include <stdbool.h>
#include <stddef.h>

enum { RANDOM_DIGITS_MOST = 64 };

/* Writes `n` hexadecimal digits, an even number of them, and a NUL.  False: there are no random
 * numbers. */
bool random_digits(char *out, size_t n);

#endif
