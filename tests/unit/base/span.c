/* Searches in text: what they find, and where they stop. */
#include "base/span.h"
#include "unit/unit.h"

START_TEST(a_search_that_finds_nothing_ends_at_the_end)
{
    static const char text[] = "abcabd";

    ck_assert_uint_eq(tr_span_find(text, 0, 6, "abd"), 3);
    ck_assert_uint_eq(tr_span_find(text, 0, 5, "abd"), 5);
    ck_assert_uint_eq(tr_span_find(text, 1, 6, "ab"), 3);
    ck_assert_uint_eq(tr_span_find(text, 4, 6, "ab"), 6);
    ck_assert_uint_eq(tr_span_find(text, 0, 2, "abc"), 2);
    ck_assert_uint_eq(tr_find_byte(text, 3, 6, 'b'), 4);
    ck_assert_uint_eq(tr_find_byte(text, 3, 6, 'c'), 6);
    ck_assert_uint_eq(tr_find_byte(NULL, 0, 0, 'c'), 0);
}
END_TEST

START_TEST(what_is_of_a_class_is_skipped_on_both_sides)
{
    static const char text[] = " \t12 3\0 \n";

    ck_assert_uint_eq(tr_skip(text, 0, 9, tr_ascii_is_blank), 2);
    ck_assert_uint_eq(tr_skip(text, 2, 3, tr_ascii_is_digit), 3);
    ck_assert_uint_eq(tr_skip_back(text, 0, 9, tr_ascii_is_space), 7);
    ck_assert_uint_eq(tr_skip_back(text, 3, 4, tr_ascii_is_digit), 3);
    const tr_span s = tr_skip_around(text, (tr_span){0, 9}, tr_ascii_is_space);
    ck_assert_uint_eq(s.begin, 2);
    ck_assert_uint_eq(s.end, 7);
    ck_assert_uint_eq(tr_span_skip(text, 6, 9, " \n"), 6); /* a NUL is of no set */
}
END_TEST

START_TEST(lines_end_in_lf_in_cr_lf_and_in_cr)
{
    static const char text[] = "a\nb\r\nc\rd";

    ck_assert_uint_eq(tr_line_end(text, 0, 9), 1);
    ck_assert_uint_eq(tr_after_line_end(text, 1, 9), 2);
    ck_assert_uint_eq(tr_after_line_end(text, 3, 9), 5);
    ck_assert_uint_eq(tr_after_line_end(text, 3, 4), 4);
    ck_assert_uint_eq(tr_after_line_end(text, 6, 9), 7);
    ck_assert_uint_eq(tr_after_line_end(text, 7, 9), 7);
    ck_assert_uint_eq(tr_span_next_line(text, 0, 9), 2);
    ck_assert_uint_eq(tr_span_next_line(text, 5, 9), 9);
    ck_assert_uint_eq(tr_word_end(text, 0, 9), 1);
}
END_TEST

UNIT_MAIN("span", a_search_that_finds_nothing_ends_at_the_end,
          what_is_of_a_class_is_skipped_on_both_sides, lines_end_in_lf_in_cr_lf_and_in_cr)
