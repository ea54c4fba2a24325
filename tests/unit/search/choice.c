/* What comes next in translations that are given. */
#include "search/choice.h"

#include <string.h>

#include "unit/unit.h"

START_TEST(each_next_token_comes_once)
{
    static const int32_t a[] = {1, 2, 3, 0}, b[] = {1, 2, 4, 0}, c[] = {1, 5, 0}, d[] = {1, 2, 0};
    const tr_ids list[] = {{a, 4}, {b, 4}, {c, 3}, {d, 3}};
    const tr_choice choice = {list, 4};
    int32_t next[TR_MOST_CHOICES];

    ck_assert_uint_eq(tr_choice_next(&choice, a, 0, next), 1);
    ck_assert_int_eq(next[0], 1);
    ck_assert_uint_eq(tr_choice_next(&choice, a, 1, next), 2);
    ck_assert_mem_eq(next, ((const int32_t[]){2, 5}), 8);
    ck_assert_uint_eq(tr_choice_next(&choice, a, 2, next), 3);
    ck_assert_mem_eq(next, ((const int32_t[]){3, 4, 0}), 12);
    ck_assert_uint_eq(tr_choice_next(&choice, c, 2, next), 1);
    ck_assert_int_eq(next[0], 0);
    ck_assert_uint_eq(tr_choice_next(&choice, a, 4, next), 0);
}
END_TEST

UNIT_MAIN("choice", each_next_token_comes_once)
