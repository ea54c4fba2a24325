#include "base/numbers/scalar.h"

#include <float.h>
#include <math.h>
#include <stdint.h>

#include "unit/unit.h"

static double relative_error(double got, double expected)
{
    return expected == 0 ? fabs(got) : fabs(got - expected) / fabs(expected);
}

/* Numbers whose logarithms lie evenly between a and b. */
static double spread(double a, double b, int i, int n)
{
    return exp(a + (b - a) * i / n);
}

START_TEST(log_agrees_with_libm_over_all_magnitudes)
{
    for (int i = 0; i <= 200000; i++) {
        const double x = spread(-708, 709, i, 200000);
        ck_assert_double_lt(relative_error(tr_log(x), log(x)), 1e-13);
    }
}
END_TEST

START_TEST(log_keeps_its_precision_around_one)
{
    for (int i = 1; i <= 100000; i++) {
        const double up = 1 + i * 1e-5, down = 1 / up;
        ck_assert_double_lt(relative_error(tr_log(up), log(up)), 1e-14);
        ck_assert_double_lt(relative_error(tr_log(down), log(down)), 1e-14);
    }
    ck_assert_double_lt(relative_error(tr_log(1 + DBL_EPSILON), DBL_EPSILON), 1e-13);
    ck_assert_double_eq(tr_log(1), 0);
}
END_TEST

START_TEST(log_takes_subnormal_numbers)
{
    for (double x = 4.9406564584124654e-324; x < DBL_MIN; x *= 2)
        ck_assert_double_lt(relative_error(tr_log(x), log(x)), 1e-13);
}
END_TEST

START_TEST(log_of_what_has_none_is_not_finite)
{
    ck_assert(tr_log(0.0) == -INFINITY && tr_log(-0.0) == -INFINITY);
    ck_assert(isnan(tr_log(-1)) && isnan(tr_log(-INFINITY)));
    ck_assert(isnan(tr_log(INFINITY)) && isnan(tr_log(NAN)));
}
END_TEST

START_TEST(exp_agrees_with_libm_over_its_range)
{
    for (int i = 0; i <= 300000; i++) {
        const double x = -708 + 1417.0 * i / 300000;
        ck_assert_double_lt(relative_error(tr_exp(x), exp(x)), 1e-13);
    }
    for (double x = 1e-300; x < 1; x *= 1.37)
        ck_assert_double_lt(relative_error(tr_exp(x), exp(x)), 1e-15);
    ck_assert_double_eq(tr_exp(0), 1);
    ck_assert_double_eq(tr_exp(-0.0), 1);
}
END_TEST

START_TEST(exp_underflows_gradually_and_overflows_to_infinity)
{
    for (double x = -744; x < -708; x += 0.125)
        ck_assert_double_lt(fabs(tr_exp(x) - exp(x)), 2 * 4.9406564584124654e-324 + 1e-13 * exp(x));
    ck_assert(tr_exp(-746) == 0 && tr_exp(-1e300) == 0 && tr_exp(-INFINITY) == 0);
    ck_assert(tr_exp(709.7) < INFINITY && tr_exp(709.8) == INFINITY);
    ck_assert(tr_exp(1e300) == INFINITY && tr_exp(INFINITY) == INFINITY && isnan(tr_exp(NAN)));
}
END_TEST

START_TEST(pow_agrees_with_libm)
{
    for (int i = 0; i <= 500; i++) {
        for (double a = -3; a <= 3; a += 0.05) {
            const double x = spread(-30, 30, i, 500);
            ck_assert_double_lt(relative_error(tr_pow(x, a), pow(x, a)), 1e-13);
        }
    }
}
END_TEST

START_TEST(pow_is_exact_for_zero_and_one)
{
    for (double x = 1e-300; x < 1e300; x *= 12345.678) {
        ck_assert_double_eq(tr_pow(x, 0), 1);
        ck_assert_double_eq(tr_pow(x, 1), x);
        ck_assert_double_eq(tr_pow(1, log(x)), 1);
    }
}
END_TEST

UNIT_MAIN("scalar", log_agrees_with_libm_over_all_magnitudes, log_keeps_its_precision_around_one,
          log_takes_subnormal_numbers, log_of_what_has_none_is_not_finite,
          exp_agrees_with_libm_over_its_range, exp_underflows_gradually_and_overflows_to_infinity,
          pow_agrees_with_libm, pow_is_exact_for_zero_and_one)
