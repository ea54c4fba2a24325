#include "base/numbers/scalar.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#ifdef __FAST_MATH__
#error "fast-math changes the results that are defined here"
#endif

#define LN2_HIGH 0x1.62e42fee00000p-1 /* its product with an exponent is exact */
#define LN2_LOW  0x1.a39ef35793c76p-33

static uint64_t bits_of(double x)
{
    uint64_t u;
    memcpy(&u, &x, sizeof u);
    return u;
}

static double double_of(uint64_t u)
{
    double x;
    memcpy(&x, &u, sizeof x);
    return x;
}

/* x = m 2^e with m in [sqrt 1/2, sqrt 2), so that log x keeps its precision around 1. */
static double split_exponent(double x, int *e)
{
    const uint64_t mantissa = 0x000fffffffffffff, one = 0x3ff0000000000000;
    const int subnormal = x < 0x1p-1022;
    const uint64_t u = bits_of(subnormal ? x * 0x1p54 : x);
    double m = double_of((u & mantissa) | one);
    *e = (int)(u >> 52) - 1023 - (subnormal ? 54 : 0);
    if (m > 0x1.6a09e667f3bcdp+0) {
        m *= 0.5;
        *e += 1;
    }
    return m;
}

/* log m = 2 artanh s = 2 (s + s^3/3 + s^5/5 + ...), s = (m - 1) / (m + 1), |s| < 0.172: the first
 * term left out is below 2^-55 of the sum. */
static double log_near_one(double m)
{
    const double s = (m - 1) / (m + 1), t = s * s;
    double p = 0;
    for (int k = 21; k > 1; k -= 2)
        p = p * t + 1.0 / k;
    return 2 * s + 2 * s * (p * t);
}

double tr_log(double x)
{
    if (x == 0) return -INFINITY;
    if (!(x > 0 && x < INFINITY)) return NAN;
    int e;
    const double m = split_exponent(x, &e);
    return e * LN2_HIGH + (e * LN2_LOW + log_near_one(m));
}

static double power_of_two(int e)
{
    return double_of((uint64_t)(e + 1023) << 52);
}

/* exp(x) = 2^n exp(r) (Cody and Waite), exp(r) by Taylor's series: |r| <= ln 2 / 2, and the
 * first term left out is below 2^-57.  2^n is applied in halves, for n beyond double's range. */
double tr_exp(double x)
{
    if (x > 710) return INFINITY;
    if (x < -746) return 0;
    if (x != x) return x;
    const double round = 6755399441055744.0; /* 1.5 * 2^52: leaves the nearest integer */
    const double n = (x * 0x1.71547652b82fep+0 + round) - round;
    const double r = (x - n * LN2_HIGH) - n * LN2_LOW;
    double p = 1;
    for (int k = 13; k > 0; k--)
        p = 1 + p * r / k;
    const int half = (int)n / 2;
    return p * power_of_two(half) * power_of_two((int)n - half);
}

double tr_pow(double x, double a)
{
    if (a == 0) return 1;
    if (a == 1) return x;
    return tr_exp(a * tr_log(x));
}
