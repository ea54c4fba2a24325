/* Words that a translation says twice. */
#include "check/repeated_words.h"

#include <string.h>

#include "check/checker.h"
#include "unit/unit.h"

/* What is found in a translation, with "|" between two; "" if nothing is. */
static const char *found(const char *source, const char *translation)
{
    static char out[300];
    checked_pair pair = checked_pair_read((tr_string){source, strlen(source)},
                                          (tr_string){translation, strlen(translation)}, false);

    *out = '\0';
    repeated_words_find(&pair, "de");
    for (size_t i = 0; i < pair.found.n; i++) {
        const tr_span at = pair.found.list[i].at;
        if (i) strcat(out, "|");
        strncat(out, pair.translation.text + at.begin, at.end - at.begin);
    }
    checked_pair_free(&pair);
    return out;
}

START_TEST(three_words_that_come_again_at_once)
{
    ck_assert_str_eq(found("x", "a b c a b c d"), "a b c");
    ck_assert_str_eq(found("x", "vor der Tür, vor der Tür steht"), "vor der Tür");
    ck_assert_str_eq(found("x", "Vor der Tür vor der Tür"), "vor der Tür");
    ck_assert_str_eq(found("x", "a b c d a b c d e"), "a b c d");
    ck_assert_str_eq(found("x", "a b c x y a b c"), "a b c");
    ck_assert_str_eq(found("x", "a b c a b c a b c"), "a b c|a b c");
}
END_TEST

START_TEST(fewer_words_and_words_far_away_are_none)
{
    ck_assert_str_eq(found("x", "a b a b"), "");
    ck_assert_str_eq(found("x", "a a a a"), "");
    ck_assert_str_eq(found("x", "a b c 1 2 3 4 a b c"), "");
    ck_assert_str_eq(found("x", ""), "");
    ck_assert_str_eq(found("x", ", . ;"), "");
}
END_TEST

START_TEST(what_the_source_says_twice_may_be_said_twice)
{
    ck_assert_str_eq(found("no no no no no no", "nein nein nein nein nein nein"), "");
    ck_assert_str_eq(found("1 2 3 1 2 3", "a b c a b c"), "");
}
END_TEST

START_TEST(a_word_twice_in_a_row)
{
    ck_assert_str_eq(found("the pump", "die Pumpe Pumpe läuft"), "Pumpe");
    ck_assert_str_eq(found("the house is red", "das Haus Haus ist rot rot"), "Haus|rot");
    ck_assert_str_eq(found("red", "Kreis rot rot rot"), "rot|rot");
    ck_assert_str_eq(found("Écran", "Grün \t Grün"), "Grün");
    ck_assert_str_eq(found("a day", "ein ein Tag, der der Anfang ist"), "");
    ck_assert_str_eq(found("those who", "Die die das das lesen"), "");
    ck_assert_str_eq(found("very very gladly", "sehr sehr gern"), "");
    ck_assert_str_eq(found("bye-bye", "Tschüss Tschüss"), "");
    ck_assert_str_eq(found("No, no!", "Nein nein nein"), "");
    ck_assert_str_eq(found("live a life", "ein Leben leben"), "");
    ck_assert_str_eq(found("x", "Haus, Haus. Haus-Haus; Haus"), "");
    ck_assert_str_eq(found("5 5", "5 5 5"), "");
}
END_TEST

START_TEST(a_word_may_have_hyphens_and_apostrophes)
{
    ck_assert_str_eq(found("x", "it's up-to-date now it's up-to-date now"), "it's up-to-date now");
    ck_assert_str_eq(found("x", "up - up - up - up"), "");
}
END_TEST

UNIT_MAIN("repeated_words", a_word_twice_in_a_row, three_words_that_come_again_at_once,
          fewer_words_and_words_far_away_are_none, what_the_source_says_twice_may_be_said_twice,
          a_word_may_have_hyphens_and_apostrophes)
