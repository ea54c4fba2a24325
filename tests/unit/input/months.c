#include "input/months.h"

#include <string.h>

#include "unit/unit.h"

/* A text in capitals, with nothing but its dates in another case. */
static const char *written_in(const char *language, const char *text)
{
    static char all[200];

    strcpy(all, text);
    tr_months_write(&tr_language_data(language)->stops, text, all, strlen(text));
    return all;
}

static const char *written(const char *text)
{
    return written_in("en", text);
}

START_TEST(months_beside_a_number_are_names)
{
    ck_assert_str_eq(written("OPEN 1 MAY 2024."), "OPEN 1 May 2024.");
    ck_assert_str_eq(written("FROM MAY 1 TO MARCH 3"), "FROM May 1 TO March 3");
    ck_assert_str_eq(written("IT ENDS 31 MAY!"), "IT ENDS 31 May!");
    ck_assert_str_eq(written("ON 3 MAY AT 5, 3RD MAY AT 6"), "ON 3 May AT 5, 3RD May AT 6");
    ck_assert_str_eq(written("MAY 2024"), "May 2024");
}
END_TEST

START_TEST(months_behind_some_words_are_names)
{
    ck_assert_str_eq(written("SHE CAME IN MAY."), "SHE CAME IN May.");
    ck_assert_str_eq(written("THE 3RD OF AUGUST, SINCE MARCH"), "THE 3RD OF August, SINCE March");
}
END_TEST

START_TEST(other_words_stay)
{
    ck_assert_str_eq(written("YOU MAY ENTER. MAY I?"), "YOU MAY ENTER. MAY I?");
    ck_assert_str_eq(written("ONLY 2 MAY ENTER"), "ONLY 2 MAY ENTER");
    ck_assert_str_eq(written("IN MAYO 3 MAYS 3"), "IN MAYO 3 MAYS 3");
    ck_assert_str_eq(written("in may 3, May 3, mAY 3"), "in may 3, May 3, mAY 3");
    ck_assert_str_eq(written("MAY"), "MAY");
    ck_assert_str_eq(written(""), "");
    ck_assert_str_eq(written_in("de", "MAY 3"), "MAY 3");
}
END_TEST

UNIT_MAIN("names of months in capitals", months_beside_a_number_are_names,
          months_behind_some_words_are_names, other_words_stay)
