#include "text/placeables/numerals.h"

#include <string.h>

#include "unit/unit.h"

static tr_numeral read(const char *text)
{
    tr_span at;
    ck_assert_msg(tr_numeral_next(text, 0, strlen(text), &at), "%s", text);
    return tr_numeral_read(text, at);
}

/* The numbers of a text, each as its parts. */
static const char *numbers(const char *text)
{
    static char out[400];
    tr_span at = {0};

    *out = '\0';
    while (tr_numeral_next(text, at.end, strlen(text), &at)) {
        const tr_numeral f = tr_numeral_read(text, at);
        if (*out) strcat(out, " ");
        for (size_t i = 0; i < f.n; i++) {
            if (i) strcat(out, "|");
            strncat(out, f.part[i].digit, f.part[i].n);
        }
    }
    return out;
}

START_TEST(numbers_are_read_in_parts)
{
    ck_assert_str_eq(numbers("no number, not even one"), "");
    ck_assert_str_eq(numbers("7, 8 and 9."), "7 8 9");
    ck_assert_str_eq(numbers("$1,234.56 is 1.234,56 $"), "1234|56 1234|56");
    ck_assert_str_eq(numbers("10 000 000 francs, 10\xC2\xA0"
                             "000"),
                     "10000000 10000");
    ck_assert_str_eq(numbers("1998 270 in 98 2,7"), "1998 270 98 2|7");
    ck_assert_str_eq(numbers("23:55, 2025-06-30, 30.06.2025"), "23|55 2025|06|30 30|06|2025");
    ck_assert_str_eq(numbers("03/04/2021, 3-4-21, 1/2/2021/5 and 2.5-3"),
                     "03|04|2021 3 4 21 1 2 2021 5 2|5 3");
    ck_assert_str_eq(numbers("1.000.000 is 1,000,000, not 1,000.000"), "1000000 1000000 1000|000");
    ck_assert_str_eq(numbers("0.125 12:345 1'000"), "0|125 12|345 1000");
    ck_assert_str_eq(numbers("1.2.3.4.5.6"), "1|2|3|456");
    ck_assert_str_eq(numbers("12345678901234567890123"), "123456789012345678");
}
END_TEST

static bool same(const char *a, const char *b)
{
    const tr_numeral x = read(a), y = read(b);
    ck_assert_int_eq(tr_numeral_same(&x, &y), tr_numeral_same(&y, &x));
    return tr_numeral_same(&x, &y);
}

START_TEST(numbers_are_the_same_in_any_language)
{
    ck_assert(same("1,234.56", "1.234,56") && same("14,000", "14000") && same("09:40", "9.40"));
    ck_assert(!same("1.120", "11.20") && !same("1.1.20", "11.20") && !same("23:5", "23:55"));
    ck_assert(!same("4.5", "4.05") && !same("5", "5.0") && !same("12", "123"));
}
END_TEST

static bool joined(const char *a, const char *b)
{
    const tr_numeral x = read(a), y = read(b);
    return tr_numeral_joined_alike(&x, &y);
}

START_TEST(dates_have_one_mark_throughout)
{
    const tr_numeral day = read("03.04.2021"), time = read("10:11:12");

    ck_assert(tr_numeral_are_date(&day) && !tr_numeral_are_date(&time));
    ck_assert(joined("2021-04-03", "03/04/2021") && joined("03.04", "03/04/2021"));
    ck_assert(!joined("03.04/2021", "03/04/2021") && !joined("03,04,2021", "03.04.2021"));
    ck_assert(!joined("1,1970", "1.1.1970") && joined("2021", "03.04.2021"));
    ck_assert(joined("1,2,3", "1,2,3") && joined("2,5", "2.5"));
}
END_TEST

static bool same_time(const char *a, const char *b)
{
    const tr_numeral x = read(a), y = read(b);
    ck_assert_int_eq(tr_numeral_same_time(&x, &y), tr_numeral_same_time(&y, &x));
    return tr_numeral_same_time(&x, &y);
}

START_TEST(times_count_from_noon_and_from_midnight)
{
    ck_assert(same_time("8", "20") && same_time("8", "20:00") && same_time("8:30", "20.30"));
    ck_assert(same_time("12:05", "0:05") && same_time("830", "20:30") && same_time("9", "9:00"));
    ck_assert(!same_time("8", "21") && !same_time("8:30", "20:00") && !same_time("8", "32"));
    ck_assert(!same_time("8:61", "20:61") && !same_time("1998", "7:58"));
}
END_TEST

static bool within(const char *a, const char *b)
{
    const tr_numeral x = read(a), y = read(b);
    return tr_numeral_within(&x, &y);
}

static bool begins(const char *a, const char *b, bool clock)
{
    const tr_numeral x = read(a), y = read(b);
    return tr_numeral_begin(&x, &y, clock);
}

START_TEST(numbers_have_parts_and_beginnings)
{
    ck_assert(within("30.6", "30.06.2025") && within("2025", "30.06.2025"));
    ck_assert(!within("30.7", "30.06.2025") && !within("202", "30.06.2025"));
    ck_assert(!within("06.06", "30.06.2025") && within("06.06", "06.06.2025"));
    ck_assert(!begins("06.06", "30.06.2025", false) && begins("06.3", "30.06.2025", false));
    ck_assert(begins("1", "1,250", false) && begins("1.2", "1,250", false));
    ck_assert(begins("30.0", "2025/30.06", false) || begins("30.0", "30.06.2025", false));
    ck_assert(!begins("11", "1,250", false) && !begins("2", "1,250", false));
    ck_assert(begins("2", "8", true) && begins("20:0", "8", true) && !begins("2", "8", false));
    ck_assert(!begins("3", "8", true) && !begins("21", "8:30", true));
}
END_TEST

UNIT_MAIN("figures", numbers_are_read_in_parts, numbers_are_the_same_in_any_language,
          dates_have_one_mark_throughout, times_count_from_noon_and_from_midnight,
          numbers_have_parts_and_beginnings)
