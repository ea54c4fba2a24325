#include "text/numbers/numerals.h"

#include <string.h>

#include "unit/unit.h"

static tr_numeral read(const char *text)
{
    tr_span at;
    ck_assert_msg(tr_numeral_next(text, 0, strlen(text), &at), "%s", text);
    return tr_numeral_read(text, at);
}

START_TEST(dates_have_one_mark_throughout)
{
    const tr_numeral day = read("03.04.2021"), time = read("10:11:12");

    ck_assert(tr_numeral_are_date(&day) && !tr_numeral_are_date(&time));
}
END_TEST

static bool begins(const char *a, const char *b, bool clock)
{
    const tr_numeral x = read(a), y = read(b);
    return tr_numeral_begin(&x, &y, clock);
}

START_TEST(numbers_have_parts_and_beginnings)
{

    ck_assert(begins("30.0", "2025/30.06", false) || begins("30.0", "30.06.2025", false));
}
END_TEST

UNIT_MAIN("figures", dates_have_one_mark_throughout, numbers_have_parts_and_beginnings)
