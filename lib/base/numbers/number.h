/*
 * number.h - decimal numbers as files have them, whatever the locale of the calling program is:
 * strtod() and printf() follow its decimal point.
 */
#ifndef TR_NUMBER_H
#define TR_NUMBER_H

#include <stdbool.h>
#include <stddef.h>

enum { TR_DECIMAL_LEN = 255 }; /* the longest text of a number */

/* Reads all of text [len]: an optional sign, digits with at most one point among them, and an
 * optional exponent, as in "-1.5e-3".  *x is what strtod() makes of it in the locale "C".  False,
 * and *x as it was, where the text is anything else ("inf", "0x10", " 1"), where it is longer than
 * TR_DECIMAL_LEN, or where the number is too large for a double. */
bool tr_parse_decimal(const char *text, size_t len, double *x);

typedef struct tr_decimal {
    char text[32];
} tr_decimal;

/* A number as printf() writes it with %.*g in the locale "C". */
tr_decimal tr_format_decimal(double x, int digits);

/* With the six digits of %g, for messages. */
tr_decimal tr_decimal_of(double x);

#endif
