/* length_ratio.c - the median of a text's lengths, and which pairs are far from it. */
#include "train/data/length_ratio.h"

#include "unit/unit.h"

enum { ONE = TR_RATIO_ONE };

static tr_length_ratios ratios;

static void add(size_t source, size_t target)
{
    tr_error err;
    ck_assert_int_eq(tr_length_ratios_add(&ratios, source, target, &err), 0);
}

START_TEST(a_text_without_pairs_has_the_ratio_one)
{
    ck_assert_uint_eq(tr_length_ratios_median(&ratios), ONE);
}
END_TEST

START_TEST(the_median_is_that_of_the_pair_in_the_middle)
{
    add(10, 20);
    ck_assert_uint_eq(tr_length_ratios_median(&ratios), 2 * ONE);
    add(10, 5);
    add(1, 1000); /* more than 64 times */
    ck_assert_uint_eq(tr_length_ratios_median(&ratios), 2 * ONE);
    add(8, 2);
    add(8, 2);
    ck_assert_uint_eq(tr_length_ratios_median(&ratios), ONE / 2);
    tr_length_ratios_free(&ratios);
    add(100000, 1); /* less than a part: no ratio is 0 */
    ck_assert_uint_eq(tr_length_ratios_median(&ratios), 1);
    tr_length_ratios_free(&ratios);
}
END_TEST

/* Three times as many characters are good, and so are ten. */
START_TEST(lengths_may_differ_by_three)
{
    ck_assert(tr_length_ratio_fits(ONE, 4, 12));
    ck_assert(!tr_length_ratio_fits(ONE, 4, 13));
    ck_assert(!tr_length_ratio_fits(ONE, 13, 4));
    ck_assert(tr_length_ratio_fits(ONE, 1, 10));
    ck_assert(!tr_length_ratio_fits(ONE, 1, 11));
}
END_TEST

START_TEST(lengths_are_measured_around_the_median)
{
    ck_assert(tr_length_ratio_fits(ONE / 4, 40, 10));
    ck_assert(tr_length_ratio_fits(ONE / 4, 120, 10));
    ck_assert(!tr_length_ratio_fits(ONE / 4, 121, 10));
    ck_assert(tr_length_ratio_fits(ONE / 4, 40, 30));
    ck_assert(!tr_length_ratio_fits(ONE / 4, 40, 31));
    ck_assert(tr_length_ratio_fits(4 * ONE, 10, 40));
    ck_assert(!tr_length_ratio_fits(4 * ONE, 31, 40));
}
END_TEST

UNIT_MAIN("length_ratio", a_text_without_pairs_has_the_ratio_one,
          the_median_is_that_of_the_pair_in_the_middle, lengths_may_differ_by_three,
          lengths_are_measured_around_the_median)
