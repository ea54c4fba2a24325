#include "text/placeables/measures.h"

#include <string.h>
#include <time.h>

#include "base/buf.h"
#include "unit/unit.h"

/* The feet and inches at the first digit of a text. */
static const char *feet(const char *text)
{
    static char out[100];
    const size_t at = strcspn(text, "0123456789"), len = strlen(text);
    const size_t end = tr_feet_end(text, at, len);

    memcpy(out, text + at, end - at);
    out[end - at] = '\0';
    return out;
}

START_TEST(feet_and_inches_go_together)
{
    ck_assert_str_eq(feet("He is 6'2\" tall"), "6'2\"");
    ck_assert_str_eq(feet("He is 6' 2\" tall"), "6' 2\"");
    ck_assert_str_eq(feet("He is 6′2″."), "6′2″");
    ck_assert_str_eq(feet("He is 6′ 2.5″ tall"), "6′ 2.5″");
    ck_assert_str_eq(feet("He is 6’ 2” tall"), "6’ 2”");
}
END_TEST

START_TEST(signs_of_their_own_need_no_other)
{
    ck_assert_str_eq(feet("a 14″ pan"), "14″");
    ck_assert_str_eq(feet("a 14.5″ pan"), "14.5″");
    ck_assert_str_eq(feet("a 7,5″-Rad"), "7,5″");
    ck_assert_str_eq(feet("a 9′ wall"), "9′");
    ck_assert_str_eq(feet("9′"), "9′");
}
END_TEST

START_TEST(a_straight_mark_is_one_of_inches_where_no_quotation_is_open)
{
    ck_assert_str_eq(feet("a 14\" pan"), "14\"");
    ck_assert_str_eq(feet("a 14\"-pan"), "14\"");
    ck_assert_str_eq(feet("It has 14\"."), "14\"");
    ck_assert_str_eq(feet("the \"big\" 14\" pan"), "14\"");
    ck_assert_str_eq(feet("\"We need 14\" he said"), "");
    ck_assert_str_eq(feet("the \"14\" in it"), "");
    ck_assert_str_eq(feet("„Das war im Jahr 14\" sagte er"), "");
    ck_assert_str_eq(feet("«Room 14\" it says"), "");
    ck_assert_str_eq(feet("the “big” 14\" pan"), "14\"");
}
END_TEST

/* What the first number of a text is. */
static const char *rate(const char *text)
{
    tr_span at;
    bool money = false;

    at.begin = strcspn(text, "0123456789");
    at.end = at.begin + strspn(text + at.begin, "0123456789.");
    if (!tr_is_rate(text, at, strlen(text), &money)) return "none";
    return money ? "money" : "number";
}

static size_t unit(const char *text)
{
    const size_t begin = strcspn(text, "0123456789");
    const tr_span at = {begin, begin + strspn(text + begin, "0123456789.")};

    return tr_unit_touching(text, at, strlen(text));
}

START_TEST(a_unit_touches_a_number)
{
    ck_assert(unit("300ms") == 2 && unit("100m in") == 1 && unit("at 9.58s,") == 1);
    ck_assert(unit("300 ms") == 0 && unit("90s") == 0 && unit("9.58sec") == 0);
    ck_assert(unit("5lb") == 0 && unit("5th") == 0 && unit("5") == 0);
}
END_TEST

START_TEST(something_is_for_each_of_another)
{
    ck_assert_str_eq(rate("$5/month"), "money");
    ck_assert_str_eq(rate("$ 5.20 / month"), "money");
    ck_assert_str_eq(rate("5 €/Monat"), "money");
    ck_assert_str_eq(rate("5\u00A0€ / Monat"), "money");
    ck_assert_str_eq(rate("9/month"), "number");
    ck_assert_str_eq(rate("$5 a month"), "none");
    ck_assert_str_eq(rate("$5/6"), "none");
    ck_assert_str_eq(rate("$5/"), "none");
}
END_TEST

START_TEST(money_is_before_a_mark)
{
    ck_assert(tr_is_behind_money("$5.20/a", 5) && tr_is_behind_money("€ 5/a", 5));
    ck_assert(tr_is_behind_money("5 €/a", 5) && !tr_is_behind_money("5/a", 1));
    ck_assert(!tr_is_behind_money("€/a", 3) && !tr_is_behind_money("", 0));
    ck_assert(!tr_is_behind_money("a €/b", 5));
}
END_TEST

START_TEST(other_numbers_have_none)
{
    ck_assert_str_eq(feet(""), "");
    ck_assert_str_eq(feet("14"), "");
    ck_assert_str_eq(feet("14 pans"), "");
    ck_assert_str_eq(feet("room 14' and"), "");
    ck_assert_str_eq(feet("the '14's"), "");
    ck_assert_str_eq(feet("14\"x"), "");
    ck_assert_str_eq(feet("14″x"), "");
    ck_assert_str_eq(feet("6' 2 of us"), "");
    ck_assert_str_eq(feet("1'000'000"), "");
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

UNIT_MAIN("measures", feet_and_inches_go_together, signs_of_their_own_need_no_other,
          a_straight_mark_is_one_of_inches_where_no_quotation_is_open, other_numbers_have_none,
          a_unit_touches_a_number, something_is_for_each_of_another, money_is_before_a_mark,
          long_texts_take_no_time)
