/* Arrays of symbols: they grow, and are emptied. */
#include "metrics/symbols.h"

#include "unit/unit.h"

START_TEST(symbols_stay_in_order)
{
    enum { N = 100000 };
    tr_symbols s = {0};

    for (uint32_t i = 0; i < N; i++)
        tr_symbols_add(&s, UINT32_MAX - i);
    ck_assert_uint_eq(s.n, N);
    ck_assert(!s.failed);
    for (uint32_t i = 0; i < N; i++)
        ck_assert_uint_eq(s.at[i], UINT32_MAX - i);
    tr_symbols_free(&s);
}
END_TEST

START_TEST(an_emptied_array_keeps_its_memory_and_forgets_a_failure)
{
    tr_symbols s = {0};

    tr_symbols_add(&s, 7);
    const uint32_t *const at = s.at;
    s.failed = true;
    tr_symbols_clear(&s);
    ck_assert_uint_eq(s.n, 0);
    ck_assert(!s.failed);
    tr_symbols_add(&s, 8);
    ck_assert_ptr_eq(s.at, at);
    ck_assert_uint_eq(s.at[0], 8);
    tr_symbols_free(&s);
    ck_assert_ptr_null(s.at);
    ck_assert_uint_eq(s.n, 0);
    tr_symbols_free(&s);
}
END_TEST

UNIT_MAIN("symbols", symbols_stay_in_order, an_emptied_array_keeps_its_memory_and_forgets_a_failure)
