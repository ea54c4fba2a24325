#include "base/numbers/philox.h"

#include "unit/unit.h"

static void check_words(const uint32_t counter[4], uint64_t key, const uint32_t expected[4])
{
    uint32_t word[4];
    tr_philox(counter, key, word);
    for (int i = 0; i < 4; i++)
        ck_assert_uint_eq(word[i], expected[i]);
}

/* kat_vectors of Random123, philox4x32 with 10 rounds. */
START_TEST(words_are_those_of_random123)
{
    check_words((uint32_t[]){0, 0, 0, 0}, 0,
                (uint32_t[]){0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8});
    check_words((uint32_t[]){UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX}, UINT64_MAX,
                (uint32_t[]){0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd});
    check_words((uint32_t[]){0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, 0x299f31d0a4093822,
                (uint32_t[]){0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1});
}
END_TEST

/* The mean of 100,000 has a standard deviation of 0.0009, that of the squares one of 0.001. */
START_TEST(uniform_numbers_fill_the_unit_interval)
{
    double sum = 0, squares = 0, least = 1, most = 0;
    for (uint32_t i = 0; i < 100000; i++) {
        const double u = tr_philox_uniform((uint32_t[]){i, 1, 2, 3}, 4);
        ck_assert(u >= 0 && u < 1);
        sum += u;
        squares += u * u;
        least = u < least ? u : least;
        most = u > most ? u : most;
    }
    ck_assert_double_eq_tol(sum / 1e5, 0.5, 0.004);
    ck_assert_double_eq_tol(squares / 1e5, 1.0 / 3, 0.004);
    ck_assert(least < 1e-3 && most > 1 - 1e-3);
}
END_TEST

UNIT_MAIN("philox", words_are_those_of_random123, uniform_numbers_fill_the_unit_interval)
