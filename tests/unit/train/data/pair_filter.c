/* pair_filter.c - which pairs are left out, at each border between good and bad. */
#include "train/data/pair_filter.h"

#include <string.h>

#include "unit/unit.h"

static int check_bytes(const char *source, size_t n_source, const char *target, size_t n_target)
{
    uint32_t characters[2];
    return tr_pair_filter_check((tr_string){source, n_source}, (tr_string){target, n_target},
                                characters);
}

static int check(const char *source, const char *target)
{
    return check_bytes(source, strlen(source), target, strlen(target));
}

START_TEST(a_usual_pair_is_good)
{
    ck_assert_int_eq(check("Good morning.", "Guten Morgen."), TR_PAIR_FAULTS);
    ck_assert_int_eq(check("a", "b"), TR_PAIR_FAULTS);
}
END_TEST

START_TEST(bytes_that_are_no_text_are_a_fault)
{
    ck_assert_int_eq(check("a\xff", "b"), TR_PAIR_NOT_UTF8);
    ck_assert_int_eq(check("a", "\xc0\x80"), TR_PAIR_NOT_UTF8);
    ck_assert_int_eq(check("a", "\xed\xa0\x80"), TR_PAIR_NOT_UTF8); /* half of a UTF-16 pair */
    ck_assert_int_eq(check_bytes("a\0b", 3, "c", 1), TR_PAIR_NOT_UTF8);
    ck_assert_int_eq(check("\xff", ""), TR_PAIR_NOT_UTF8); /* the first of two faults */
}
END_TEST

START_TEST(a_side_of_white_space_is_blank)
{
    ck_assert_int_eq(check("", "b"), TR_PAIR_BLANK);
    ck_assert_int_eq(check("a", " \t "), TR_PAIR_BLANK);
    ck_assert_int_eq(check("\u3000\u00a0", "b"), TR_PAIR_BLANK);
    ck_assert_int_eq(check("", ""), TR_PAIR_BLANK);
}
END_TEST

START_TEST(equal_sides_are_a_fault)
{
    ck_assert_int_eq(check("OK", "OK"), TR_PAIR_EQUAL);
    ck_assert_int_eq(check("OK", "Ok"), TR_PAIR_FAULTS);
    ck_assert_int_eq(check("OK", "OK "), TR_PAIR_FAULTS);
}
END_TEST

START_TEST(characters_count_and_not_bytes)
{
    uint32_t n[2];
    const tr_string words = {"日本語文", strlen("日本語文")}, letters = {"äöü.", strlen("äöü.")};
    ck_assert_int_eq(tr_pair_filter_check(words, letters, n), TR_PAIR_FAULTS);
    ck_assert_uint_eq(n[0], 4);
    ck_assert_uint_eq(n[1], 4);
}
END_TEST

/* n words of one letter, with a blank before and after each. */
static size_t make_words(char *text, size_t n, char letter)
{
    size_t len = 0;
    for (size_t i = 0; i < n; i++) {
        text[len++] = ' ';
        text[len++] = letter;
        text[len++] = ' ';
    }
    return len;
}

START_TEST(sides_have_up_to_250_words)
{
    char a[1000], b[1000];
    const size_t n = make_words(a, 250, 'a'), more = make_words(b, 251, 'b');
    ck_assert_int_eq(check_bytes(a, n, b, n), TR_PAIR_FAULTS);
    ck_assert_int_eq(check_bytes(a, n, b, more), TR_PAIR_WORDS);
    ck_assert_int_eq(check_bytes(b, more, a, n), TR_PAIR_WORDS);
}
END_TEST

START_TEST(each_fault_has_a_name_of_its_own)
{
    for (int i = 0; i < TR_PAIR_FAULTS; i++) {
        ck_assert_str_ne(tr_pair_filter_fault_name(i), "");
        for (int j = 0; j < i; j++)
            ck_assert_str_ne(tr_pair_filter_fault_name(i), tr_pair_filter_fault_name(j));
    }
}
END_TEST

UNIT_MAIN("pair_filter", a_usual_pair_is_good, bytes_that_are_no_text_are_a_fault,
          a_side_of_white_space_is_blank, equal_sides_are_a_fault, characters_count_and_not_bytes,
          sides_have_up_to_250_words, each_fault_has_a_name_of_its_own)
