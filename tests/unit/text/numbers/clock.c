#include "text/numbers/clock.h"

#include <string.h>
#include <time.h>

#include "base/buf.h"
#include "unit/unit.h"

START_TEST(a_part_of_a_text_is_searched)
{
    static const char text[] = "5 pm and 6 pm and 7 pm";
    char time[TR_CLOCK_SIZE];
    tr_span at;

    ck_assert(tr_clock_next(text, 4, strlen(text), &at, time));
    ck_assert_uint_eq(at.begin, 9);
    ck_assert_uint_eq(at.end, 13);
    ck_assert_str_eq(time, "18:00");
    ck_assert(!tr_clock_next(text, 4, 11, &at, time));
    ck_assert(!tr_clock_next(text, 0, 1, &at, time));
    ck_assert(!tr_clock_next(text, 0, 0, &at, time));
}
END_TEST

/* The number of times of a text of many times the same, with many blanks at its end. */
static size_t count_times(const char *one)
{
    enum { MANY = 100000 };
    char time[TR_CLOCK_SIZE];
    tr_buf text = {0};
    tr_span at = {0};
    size_t n = 0;

    for (size_t i = 0; i < MANY; i++)
        tr_buf_add_string(&text, one);
    for (size_t i = 0; i < MANY; i++)
        tr_buf_add_string(&text, " ");
    while (tr_clock_next(text.data, at.end, text.len, &at, time))
        n++;
    tr_buf_free(&text);
    return n;
}

START_TEST(long_texts_take_no_time)
{
    const clock_t begin = clock();

    ck_assert_uint_eq(count_times("1"), 0);
    ck_assert_uint_eq(count_times("1 "), 0);
    ck_assert_uint_eq(count_times("1:"), 0);
    ck_assert_uint_eq(count_times("1."), 0);
    ck_assert_uint_eq(count_times("5 p.m. "), 100000);
    ck_assert_uint_eq(count_times("5 Uhr "), 100000);
    ck_assert_uint_eq(count_times("5-6 Uhr "), 100000);
    ck_assert_uint_eq(count_times("5 - "), 0);
    ck_assert_double_lt((double)(clock() - begin) / CLOCKS_PER_SEC, 10);
}
END_TEST

UNIT_MAIN("times of the day", a_part_of_a_text_is_searched, long_texts_take_no_time)
