/* The content of a document: its bytes, values that are text, what is taken back, places of errors.
 */
#include "document/segment/content.h"

#include <string.h>

#include "unit/unit.h"

START_TEST(a_byte_order_mark_is_not_read)
{
    tr_content d = {0};

    tr_content_set_bytes(&d, "\xEF\xBB\xBFone", 6);
    ck_assert_uint_eq(d.begin, 3);
    ck_assert_uint_eq(d.size, 6);
    tr_content_set_bytes(&d, "\xEF\xBB", 2);
    ck_assert_uint_eq(d.begin, 0);
    tr_content_set_bytes(&d, "", 0);
    ck_assert_uint_eq(d.begin, 0);
}
END_TEST

START_TEST(values_count_by_what_they_say_unless_keys_are_named)
{
    const tr_document_options none = {0}, keys = {.keys = "a"};
    tr_content d = {.options = &none};

    ck_assert(tr_content_takes(&d, "Some text", 9));
    ck_assert(!tr_content_takes(&d, "main.c", 6));
    d.again = true;
    ck_assert(tr_content_takes(&d, "main.c", 6));
    d = (tr_content){.options = &keys};
    ck_assert(tr_content_takes(&d, "main.c", 6));
    ck_assert_uint_eq(d.by_value, 0);
}
END_TEST

START_TEST(what_was_written_is_taken_back)
{
    tr_content d = {0};

    tr_content_set_bytes(&d, "ab", 2);
    for (size_t i = 0; i < 2; i++)
        ck_assert(tr_content_add(
            &d, &(tr_segment){.at = {i, i + 1}, .text = &"ab"[i], .len = 1, .where = ""}));
    ck_assert(tr_content_write(&d, 0, "x", 1, 0));
    tr_content_take_back(&d, "why");
    ck_assert_ptr_null(tr_content_outcome(&d, 0).written);
    ck_assert_str_eq(tr_content_outcome(&d, 0).left, "why");
    ck_assert_ptr_null(tr_content_outcome(&d, 1).left); /* nothing was written there */
    tr_content_free(&d);
}
END_TEST

static const char *refused_at(const char *bytes, size_t at)
{
    static tr_error err;
    tr_content d = {.name = "a.json"};

    tr_content_set_bytes(&d, bytes, strlen(bytes));
    ck_assert_int_eq(tr_content_refuse(&d, at, "wrong", &err), TR_EFORMAT);
    return err.msg;
}

START_TEST(an_error_names_line_and_column)
{
    ck_assert_str_eq(refused_at("abc", 0), "a.json:1:1: wrong");
    ck_assert_str_eq(refused_at("abc", 2), "a.json:1:3: wrong");
    ck_assert_str_eq(refused_at("a\nbc\n", 3), "a.json:2:2: wrong");
    ck_assert_str_eq(refused_at("a\n\n", 3), "a.json:3:1: wrong");
    ck_assert_str_eq(refused_at("a\r\nb", 3), "a.json:2:1: wrong");
    ck_assert_str_eq(refused_at("", 0), "a.json:1:1: wrong");
}
END_TEST

UNIT_MAIN("content", a_byte_order_mark_is_not_read,
          values_count_by_what_they_say_unless_keys_are_named, what_was_written_is_taken_back,
          an_error_names_line_and_column)
