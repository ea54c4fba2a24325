/* Endings, and rules for what comes in their place. */
#include "text/terms/endings.h"

#include <string.h>

#include "unit/unit.h"

START_TEST(rules_that_fit_come_in_their_order)
{
    const char *at = " s es ies>y >n ";
    tr_ending e;

    ck_assert(tr_ending_next(&at, "cities", 6, &e) && e.len == 1 && e.n == 0);
    ck_assert(tr_ending_next(&at, "cities", 6, &e) && e.len == 2 && e.n == 0);
    ck_assert(tr_ending_next(&at, "cities", 6, &e) && e.len == 3 && e.n == 1 && *e.with == 'y');
    ck_assert(tr_ending_next(&at, "cities", 6, &e) && e.len == 0 && e.n == 1 && *e.with == 'n');
    ck_assert(!tr_ending_next(&at, "cities", 6, &e));
    at = NULL;
    ck_assert(!tr_ending_next(&at, "cities", 6, &e));
}
END_TEST

START_TEST(the_longest_ending_leaves_something_of_the_word)
{
    static const char list[] = " ung ng ";

    ck_assert_uint_eq(tr_ending_longest(list, "Zeitung", 7), 3);
    ck_assert_uint_eq(tr_ending_longest(list, "ung", 3), 2);
    ck_assert_uint_eq(tr_ending_longest(list, "Haus", 4), 0);
}
END_TEST

UNIT_MAIN("endings", rules_that_fit_come_in_their_order,
          the_longest_ending_leaves_something_of_the_word)
