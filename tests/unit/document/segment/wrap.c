/* Lines that are broken again. */
#include "document/segment/wrap.h"

#include <string.h>

#include "base/utf8.h"
#include "unit/unit.h"

/* The text, broken as `w` says, in a document of these bytes. */
static const char *wrapped_in(const char *bytes, const tr_wrap *w, const char *text)
{
    static char out[4000];
    const tr_content d = {.bytes = bytes, .size = strlen(bytes)};
    const tr_segment p = {.extra = w};
    tr_buf written = {0};

    tr_wrap_finish(&d, &p, text, strlen(text), &written);
    ck_assert(!written.failed);
    ck_assert_uint_lt(written.len, sizeof out);
    strcpy(out, tr_buf_text(&written));
    tr_buf_free(&written);
    return out;
}

static const char *wrapped(tr_wrap w, const char *text)
{
    w.again = "\n";
    return wrapped_in("", &w, text);
}

START_TEST(characters_are_counted_not_bytes)
{
    ck_assert_uint_eq(tr_utf8_count("", 0), 0);
    ck_assert_uint_eq(tr_utf8_count("abc", 3), 3);
    ck_assert_uint_eq(tr_utf8_count("\xC3\xA4\xE4\xB8\xAD\xF0\x9F\x98\x80", 9), 3);
}
END_TEST

START_TEST(no_line_is_wider_than_the_width)
{
    ck_assert_str_eq(wrapped((tr_wrap){.width = 5}, "aa bb cc dd"), "aa bb\ncc dd");
    ck_assert_str_eq(wrapped((tr_wrap){.width = 4}, "aa bb cc"), "aa\nbb\ncc");
    ck_assert_str_eq(wrapped((tr_wrap){.width = 11}, "aa bb cc dd"), "aa bb cc dd");
    ck_assert_str_eq(wrapped((tr_wrap){.width = 5}, "\xC3\xA4\xC3\xA4 \xC3\xB6\xC3\xB6 c"),
                     "\xC3\xA4\xC3\xA4 \xC3\xB6\xC3\xB6\nc");
    ck_assert_str_eq(wrapped((tr_wrap){.width = 5}, ""), "");
}
END_TEST

START_TEST(a_word_that_is_wider_has_a_line)
{
    ck_assert_str_eq(wrapped((tr_wrap){.width = 3}, "a bbbbbb c"), "a\nbbbbbb\nc");
    ck_assert_str_eq(wrapped((tr_wrap){.width = 3}, "bbbbbb"), "bbbbbb");
}
END_TEST

START_TEST(width_0_breaks_nothing)
{
    ck_assert_str_eq(wrapped((tr_wrap){0}, "aa bb cc dd"), "aa bb cc dd");
}
END_TEST

START_TEST(other_text_stands_before_and_after)
{
    ck_assert_str_eq(wrapped((tr_wrap){.width = 5, .column = 3}, "aa bb cc"), "aa\nbb cc");
    ck_assert_str_eq(wrapped((tr_wrap){.width = 5, .behind = 1}, "aa bb"), "aa\nbb");
    ck_assert_str_eq(wrapped((tr_wrap){.width = 6, .behind = 1}, "aa bb"), "aa bb");
}
END_TEST

/* Lines were broken by "\n> " and "\n>> ", whose second part is at the beginning of a line. */
START_TEST(breaks_are_those_of_the_document)
{
    static const char bytes[] = "a\n> b\n>> c";
    static const tr_line_break breaks[] = {{1, 4}, {5, 9}};
    const tr_wrap w = {.breaks = breaks, .n_breaks = 2, .again = "\n* ", .width = 5};

    ck_assert_str_eq(wrapped_in(bytes, &w, "aa bb cc"), "aa bb\n> cc");
    ck_assert_str_eq(wrapped_in(bytes, &w, "aaaa bbb cc dd"), "aaaa\n> bbb\n>> cc\n* dd");
}
END_TEST

START_TEST(too_many_lines_become_empty)
{
    ck_assert_str_eq(wrapped((tr_wrap){.width = 5, .most = 2}, "aa bb cc dd"), "aa bb\ncc dd");
    ck_assert_str_eq(wrapped((tr_wrap){.width = 5, .most = 1}, "aa bb cc dd"), "");
    ck_assert_str_eq(wrapped((tr_wrap){.width = 5, .most = 1}, "aa bb"), "aa bb");
}
END_TEST

START_TEST(a_placeholder_is_not_broken)
{
    ck_assert_str_eq(wrapped((tr_wrap){.width = 8}, "of {n, number} a"), "of\n{n, number}\na");
}
END_TEST

START_TEST(tags_take_no_room_and_lines_are_even)
{
    ck_assert_str_eq(wrapped((tr_wrap){.width = 5, .tags = true}, "<i>aa</i> bb"), "<i>aa</i> bb");
    ck_assert_str_eq(wrapped((tr_wrap){.width = 5}, "<i>aa</i> bb"), "<i>aa</i>\nbb");
    ck_assert_str_eq(wrapped((tr_wrap){.width = 12, .tags = true}, "aa bb cc dd ee"),
                     "aa bb cc\ndd ee");
    ck_assert_str_eq(wrapped((tr_wrap){.width = 12}, "aa bb cc dd ee"), "aa bb cc dd\nee");
}
END_TEST

START_TEST(what_goes_on_for_longer_is_no_tag)
{
    char text[TR_LONGEST_TAG + 20] = "<";

    memset(text + 1, 'x', TR_LONGEST_TAG - 2);
    strcpy(text + TR_LONGEST_TAG - 1, "> bb");
    ck_assert_ptr_null(strchr(wrapped((tr_wrap){.width = 9, .tags = true}, text), '\n'));
    memset(text + 1, 'x', TR_LONGEST_TAG - 1);
    strcpy(text + TR_LONGEST_TAG, "> bb");
    ck_assert_ptr_nonnull(strchr(wrapped((tr_wrap){.width = 9, .tags = true}, text), '\n'));
}
END_TEST

UNIT_MAIN("wrap", characters_are_counted_not_bytes, no_line_is_wider_than_the_width,
          a_word_that_is_wider_has_a_line, width_0_breaks_nothing,
          other_text_stands_before_and_after, breaks_are_those_of_the_document,
          too_many_lines_become_empty, a_placeholder_is_not_broken,
          tags_take_no_room_and_lines_are_even, what_goes_on_for_longer_is_no_tag)
