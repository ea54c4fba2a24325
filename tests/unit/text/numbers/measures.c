#include "text/numbers/measures.h"

#include <time.h>

#include "base/buf.h"
#include "unit/unit.h"

START_TEST(money_is_before_a_mark)
{
    ck_assert(tr_is_behind_money("$5.20/a", 5) && tr_is_behind_money("€ 5/a", 5));
    ck_assert(tr_is_behind_money("5 €/a", 5) && !tr_is_behind_money("5/a", 1));
    ck_assert(!tr_is_behind_money("€/a", 3) && !tr_is_behind_money("", 0));
    ck_assert(!tr_is_behind_money("a €/b", 5));
}
END_TEST

START_TEST(long_texts_take_no_time)
{
    enum { MANY = 100000 };
    const clock_t begin = clock();
    tr_buf text = {0};
    size_t n = 0;

    for (size_t i = 0; i < MANY; i++)
        tr_buf_add_string(&text, "5\" ");
    for (size_t i = 0; i < text.len; i += 3)
        n += tr_feet_end(text.data, i, text.len) > i;
    ck_assert_uint_eq(n, MANY);
    tr_buf_free(&text);
    ck_assert_double_lt((double)(clock() - begin) / CLOCKS_PER_SEC, 10);
}
END_TEST

UNIT_MAIN("measures", money_is_before_a_mark, long_texts_take_no_time)
