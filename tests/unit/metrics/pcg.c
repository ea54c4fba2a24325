/* Random numbers: those of numpy.random.default_rng(seed).choice(n), 2.x. */
#include "metrics/pcg.h"

#include "unit/unit.h"

START_TEST(a_seed_means_what_it_means_in_numpy)
{
    static const struct {
        uint64_t seed;
        uint32_t numbers[8];
    } cases[] = {
        {0, {8, 6, 5, 2, 3, 0, 0, 0}},          {1, {4, 5, 7, 9, 0, 1, 8, 9}},
        {42, {0, 7, 6, 4, 4, 8, 0, 6}},         {(uint64_t)1 << 32, {5, 8, 9, 5, 3, 8, 2, 9}},
        {UINT64_MAX, {5, 6, 9, 8, 3, 0, 1, 8}},
    };
    tr_pcg random;

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tr_pcg_seed(&random, cases[i].seed);
        for (size_t k = 0; k < 8; k++)
            ck_assert_uint_eq(tr_pcg_below(&random, 10), cases[i].numbers[k]);
    }
}
END_TEST

/* Of 3 * 2^30 numbers, a quarter of the draws is repeated. */
START_TEST(large_numbers_are_those_of_numpy)
{
    static const uint32_t wanted[] = {3043751912, 2013573438, 2203897839,
                                      1862810377, 2498658503, 2685377905};
    tr_pcg random;

    tr_pcg_seed(&random, 7);
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
        ck_assert_uint_eq(tr_pcg_below(&random, 3221225472U), wanted[i]);
    tr_pcg_seed(&random, 0);
    ck_assert_uint_eq(tr_pcg_below(&random, UINT32_MAX), 3653403230);
    tr_pcg_seed(&random, 42);
    ck_assert_uint_eq(tr_pcg_below(&random, UINT32_MAX), 383329927);
}
END_TEST

START_TEST(numbers_stay_below_the_limit_and_are_even)
{
    enum { DRAWS = 60000, SIDES = 6 };
    size_t seen[SIDES] = {0};
    tr_pcg random;

    tr_pcg_seed(&random, 3);
    tr_pcg_seed(&random, 0);
    ck_assert_uint_eq(tr_pcg_below(&random, 1), 0); /* numpy draws nothing for it */
    ck_assert_uint_eq(tr_pcg_below(&random, 10), 8);
    for (size_t i = 0; i < DRAWS; i++) {
        const uint32_t x = tr_pcg_below(&random, SIDES);
        ck_assert_uint_lt(x, SIDES);
        seen[x]++;
    }
    for (size_t i = 0; i < SIDES; i++) /* five standard deviations of 91 */
        ck_assert(seen[i] > DRAWS / SIDES - 456 && seen[i] < DRAWS / SIDES + 456);
}
END_TEST

START_TEST(seeding_again_begins_again)
{
    tr_pcg random;
    uint32_t first[3];

    tr_pcg_seed(&random, 9);
    for (size_t i = 0; i < 3; i++)
        first[i] = tr_pcg_below(&random, 1000000);
    tr_pcg_seed(&random, 9); /* half of a number of 64 bits was left */
    for (size_t i = 0; i < 3; i++)
        ck_assert_uint_eq(tr_pcg_below(&random, 1000000), first[i]);
}
END_TEST

UNIT_MAIN("pcg", a_seed_means_what_it_means_in_numpy, large_numbers_are_those_of_numpy,
          numbers_stay_below_the_limit_and_are_even, seeding_again_begins_again)
