#include "s8_row.h"

#include <check.h>
#include <math.h>

void check_s8_row(const float *w, const int8_t *q, size_t n, float scale)
{
    double max = 0, plain = 0, left = 0, product = 0, squares = 0;
    for (size_t k = 0; k < n; k++)
        max = fmax(max, fabs((double)w[k]));
    for (size_t k = 0; k < n; k++) {
        const double rounded = nearbyint(w[k] * 127 / max) * max / 127,
                     rest = w[k] - q[k] * (double)scale;
        plain += (w[k] - rounded) * (w[k] - rounded);
        left += rest * rest;
        product += rest * q[k];
        squares += (double)q[k] * q[k];
        ck_assert_int_ge(q[k], -127);
    }
    ck_assert_double_le(left, plain + 1e-12 * max * max);
    ck_assert_double_le(fabs(product), 1e-6 * squares * (double)scale);
}
