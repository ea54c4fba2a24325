#include "base/arena.h"

#include <stdint.h>

#include "unit/unit.h"

START_TEST(hands_out_aligned_memory)
{
    tr_arena a;
    ck_assert_int_eq(tr_arena_init(&a, 4 * tr_arena_need(3, sizeof(float))), 0);
    for (int i = 0; i < 4; i++)
        ck_assert_uint_eq((uintptr_t)TR_TAKE(&a, float, 3) % TR_ALIGN, 0);
    ck_assert_uint_eq(a.used, a.size); /* need() and take() agree */
    tr_arena_free(&a);
}
END_TEST

START_TEST(hands_out_a_part_that_hands_out_itself)
{
    const size_t inner = 2 * tr_arena_need(3, sizeof(float));
    tr_arena a;
    ck_assert_int_eq(tr_arena_init(&a, tr_arena_need(inner, 1) + tr_arena_need(1, 1)), 0);
    tr_arena part = tr_arena_part(&a, inner);
    unsigned char *after = TR_TAKE(&a, unsigned char, 1);
    ck_assert_uint_eq(a.used, a.size);
    for (int i = 0; i < 2; i++)
        ck_assert((unsigned char *)(TR_TAKE(&part, float, 3) + 3) <= after);
    ck_assert_uint_eq(part.used, part.size);
    tr_arena_free(&a);
}
END_TEST

UNIT_MAIN("arena", hands_out_aligned_memory, hands_out_a_part_that_hands_out_itself)
