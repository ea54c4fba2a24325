#include "text/facts.h"

#include "unit/unit.h"

enum { MOST = 40 };

START_TEST(finds_no_more_than_there_is_room_for)
{
    tr_fact facts[3];
    ck_assert_uint_eq(tr_facts_find("1 a 22 b 55 c 4444", 18, facts, 3), 3);
    ck_assert_uint_eq(facts[2].len, 2);
    ck_assert_uint_eq(tr_facts_find("", 0, facts, 3), 0);
}
END_TEST

UNIT_MAIN("facts", finds_no_more_than_there_is_room_for)
