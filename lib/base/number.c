#include "base/number.h"

#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/*
 * The text is read as 0.d1 d2 d3 ... * 10^point.  A number of few digits is computed from two
 * exact doubles with one rounding.  For all others, the digits are doubled or halved until they
 * are a fraction in [1/2, 1), whose first 53 bits are then read off and rounded.
 */
enum {
    MAX_DIGITS = 800,   /* more than the 767 that decide how a double is rounded */
    STEP = 28,          /* bits in one multiplication or division */
    MOST_EXPONENT = 400 /* larger and smaller ones are infinite, or zero */
};

typedef struct decimal {
    unsigned char digit[MAX_DIGITS + 20]; /* [n], each 0..9, the first one not 0 */
    size_t n;
    long point;
    bool truncated; /* digits other than 0 follow */
} decimal;

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* ---- Reading ------------------------------------------------------------------------------- */

static void add_digit(decimal *d, char c)
{
    if (d->n < MAX_DIGITS)
        d->digit[d->n++] = (unsigned char)(c - '0');
    else if (c != '0')
        d->truncated = true;
}

/* The digits and their point; returns how many characters these are, 0 if there is no digit. */
static size_t read_digits(decimal *d, const char *text, size_t len)
{
    bool seen_point = false, any = false;
    size_t i = 0;

    for (; i < len && (is_digit(text[i]) || (text[i] == '.' && !seen_point)); i++) {
        if (text[i] == '.') {
            seen_point = true;
            continue;
        }
        any = true;
        const bool leading_zero = d->n == 0 && text[i] == '0';
        if (!leading_zero) add_digit(d, text[i]);
        if (!seen_point && !leading_zero) d->point++;
        if (seen_point && leading_zero) d->point--;
    }
    return any ? i : 0;
}

/* "e-12", or nothing; false when it is something else. */
static bool read_exponent(decimal *d, const char *text, size_t len)
{
    long exponent = 0;

    if (!len) return true;
    if (*text != 'e' && *text != 'E') return false;
    const bool has_sign = len > 1 && (text[1] == '-' || text[1] == '+');
    size_t i = has_sign ? 2 : 1;
    if (i == len) return false;
    for (; i < len && is_digit(text[i]); i++)
        if (exponent < LONG_MAX / 20) exponent = exponent * 10 + (text[i] - '0');
    d->point += text[1] == '-' ? -exponent : exponent;
    return i == len;
}

/* ---- Converting ---------------------------------------------------------------------------- */

static void drop_zeros(decimal *d)
{
    size_t leading = 0;
    while (leading < d->n && !d->digit[leading])
        leading++;
    d->n -= leading;
    d->point -= (long)leading;
    memmove(d->digit, d->digit + leading, d->n);
    while (d->n && !d->digit[d->n - 1])
        d->n--;
    for (; d->n > MAX_DIGITS; d->n--)
        d->truncated |= d->digit[d->n - 1] != 0;
}

/* Times 2^bits, bits <= STEP. */
static void multiply(decimal *d, unsigned bits)
{
    enum { MORE = 10 }; /* digits in front: 2^28 < 10^10 */
    uint64_t carry = 0;

    memmove(d->digit + MORE, d->digit, d->n);
    for (size_t i = d->n + MORE; i-- > 0;) {
        carry += i < MORE ? 0 : (uint64_t)d->digit[i] << bits;
        d->digit[i] = (unsigned char)(carry % 10);
        carry /= 10;
    }
    d->n += MORE;
    d->point += MORE;
    drop_zeros(d);
}

/* Divided by 2^bits, bits <= STEP. */
static void divide(decimal *d, unsigned bits)
{
    const uint64_t mask = ((uint64_t)1 << bits) - 1;
    uint64_t rest = 0;
    size_t n = 0;

    for (size_t i = 0; i < d->n || (rest && n < MAX_DIGITS); i++) {
        rest = rest * 10 + (i < d->n ? d->digit[i] : 0);
        const unsigned char digit = (unsigned char)(rest >> bits);
        rest &= mask;
        if (n < MAX_DIGITS)
            d->digit[n++] = digit; /* n <= i: what is read next has not been overwritten */
        else
            d->truncated |= digit != 0;
    }
    d->truncated |= rest != 0;
    d->n = n;
    drop_zeros(d);
}

/* The digits before the point, to the nearest, of a number below 2^54. */
static uint64_t rounded(const decimal *d)
{
    uint64_t n = 0;
    const size_t whole = d->point > 0 ? (size_t)d->point : 0;

    if (d->point < 0) return 0;
    for (size_t i = 0; i < whole; i++)
        n = n * 10 + (i < d->n ? d->digit[i] : 0);
    const unsigned next = whole < d->n ? d->digit[whole] : 0;
    const bool half = next == 5 && d->n == whole + 1 && !d->truncated;
    return n + (half ? n & 1 : next >= 5);
}

static double nearest(decimal *d)
{
    long exponent = 0; /* the number is d * 2^exponent */

    for (unsigned bits; d->point > 0; exponent += bits) {
        bits = d->point > 8 ? STEP : 1;
        divide(d, bits);
    }
    for (unsigned bits; d->point < 0 || d->digit[0] < 5; exponent -= bits) {
        bits = d->point < -8 ? STEP : 1;
        multiply(d, bits);
    }
    for (; exponent < DBL_MIN_EXP; exponent++) /* below it, doubles have fewer bits */
        divide(d, 1);
    multiply(d, 27);
    multiply(d, DBL_MANT_DIG - 27);
    return ldexp((double)rounded(d), (int)exponent - DBL_MANT_DIG);
}

/* Where the digits and the power of ten are exact doubles; false where not both are. */
static bool exact(const decimal *d, double *x)
{
    static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                    1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                    1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    const long exponent = d->point - (long)d->n;
    double digits = 0;

    if (d->n > DBL_DIG || exponent < -22 || exponent > 22) return false;
    for (size_t i = 0; i < d->n; i++)
        digits = digits * 10 + d->digit[i];
    *x = exponent < 0 ? digits / powers[-exponent] : digits * powers[exponent];
    return true;
}

static double value_of(decimal *d)
{
    double x;

    if (d->n == 0 || d->point < -MOST_EXPONENT) return 0;
    if (d->point > MOST_EXPONENT) return HUGE_VAL;
    return exact(d, &x) ? x : nearest(d);
}

bool tr_parse_decimal(const char *text, size_t len, double *x)
{
    decimal d = {.n = 0};
    const bool has_sign = len && (*text == '-' || *text == '+');
    const size_t at = has_sign ? 1 : 0, n = read_digits(&d, text + at, len - at);

    if (!n || !read_exponent(&d, text + at + n, len - at - n)) return false;
    const double found = value_of(&d);
    if (isinf(found)) return false;
    *x = has_sign && *text == '-' ? -found : found;
    return true;
}

/* ---- Writing ------------------------------------------------------------------------------- */

/* Whatever a locale writes for the point, it is not one of these characters. */
tr_decimal tr_format_decimal(double x, int digits)
{
    char local[64];
    tr_decimal d = {""};
    size_t n = 0;

    snprintf(local, sizeof local, "%.*g", digits, x);
    for (const char *c = local; *c && n + 1 < sizeof d.text; c++) {
        if (strchr("0123456789+-einfa", *c))
            d.text[n++] = *c;
        else if (n && d.text[n - 1] != '.')
            d.text[n++] = '.';
    }
    return d;
}

tr_decimal tr_decimal_of(double x)
{
    return tr_format_decimal(x, 6);
}
