/* hash_set.c - mixing as SplitMix64 does it, and a set that forgets nothing while it grows. */
#include "train/data/hash_set.h"

#include "unit/unit.h"

/* The first numbers that SplitMix64 gives for the seed 1234567, as at
 * https://rosettacode.org/wiki/Pseudo-random_numbers/Splitmix64 */
START_TEST(mixing_is_the_end_of_splitmix64)
{
    static const uint64_t expected[] = {
        UINT64_C(6457827717110365317), UINT64_C(3203168211198807973), UINT64_C(9817491932198370423),
        UINT64_C(4593380528125082431), UINT64_C(16408922859458223821)};
    uint64_t state = 1234567;
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
        ck_assert_uint_eq(tr_hash_mix(state += UINT64_C(0x9e3779b97f4a7c15)), expected[i]);
}
END_TEST

/* Enough to grow several times. */
START_TEST(a_set_knows_what_was_added)
{
    enum { N = 300000 };
    tr_hash_set s = {0};
    tr_error err;

    for (uint64_t i = 1; i <= N; i++)
        ck_assert_int_eq(tr_hash_set_add(&s, tr_hash_mix(i), &err), 0);
    ck_assert_uint_eq(s.n, N);
    for (uint64_t i = 1; i <= N; i++)
        ck_assert_int_eq(tr_hash_set_add(&s, tr_hash_mix(i), &err), 1);
    ck_assert_uint_eq(s.n, N);
    ck_assert_int_eq(tr_hash_set_add(&s, tr_hash_mix(N + 1), &err), 0);
    tr_hash_set_free(&s);
}
END_TEST

START_TEST(zero_is_a_hash_as_others)
{
    tr_hash_set s = {0};
    tr_error err;

    ck_assert_int_eq(tr_hash_set_add(&s, 0, &err), 0);
    ck_assert_int_eq(tr_hash_set_add(&s, 0, &err), 1);
    tr_hash_set_free(&s);
    ck_assert_int_eq(tr_hash_set_add(&s, 0, &err), 0);
    tr_hash_set_free(&s);
}
END_TEST

/* Hashes with equal low bits fall on one slot, and on the first ones beyond the last. */
START_TEST(hashes_with_one_slot_stay_apart)
{
    tr_hash_set s = {0};
    tr_error err;

    for (uint64_t i = 1; i <= 1000; i++)
        ck_assert_int_eq(tr_hash_set_add(&s, i << 32 | 0xffffffff, &err), 0);
    for (uint64_t i = 1; i <= 1000; i++)
        ck_assert_int_eq(tr_hash_set_add(&s, i << 32 | 0xffffffff, &err), 1);
    ck_assert_int_eq(tr_hash_set_add(&s, UINT64_C(1001) << 32 | 0xffffffff, &err), 0);
    tr_hash_set_free(&s);
}
END_TEST

UNIT_MAIN("hash_set", mixing_is_the_end_of_splitmix64, a_set_knows_what_was_added,
          zero_is_a_hash_as_others, hashes_with_one_slot_stay_apart)
