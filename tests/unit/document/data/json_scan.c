/* A scanner of JSON: RFC 8259. */
#include "document/data/json_scan.h"

#include <stdlib.h>
#include <string.h>

#include "unit/unit.h"

static tr_decoded value;

static tr_json_scan scan(const char *text)
{
    return (tr_json_scan){.text = text, .end = strlen(text)};
}

START_TEST(half_a_character_is_read_but_not_valid)
{
    static const char *const halves[] = {"\"\\ud83d\"", "\"\\ude00\"", "\"\\ud83d\\u0041\"",
                                         "\"\\ude00\\ud83d\"", "\"\\u0000\""};
    for (size_t i = 0; i < sizeof halves / sizeof *halves; i++) {
        tr_json_scan j = scan(halves[i]);
        ck_assert(tr_json_string(&j, &value));
        ck_assert_uint_eq(j.at, j.end);
        ck_assert_msg(!tr_decoded_is_valid(&value), "%s", halves[i]);
    }
    tr_decoded_free(&value);
}
END_TEST

/* "a" stands at 1, the escape of two bytes at 2, the quote at the end at 8. */
START_TEST(each_character_has_its_place)
{
    tr_json_scan j = scan("\"a\\u00e4\"");

    ck_assert(tr_json_string(&j, &value));
    ck_assert_uint_eq(value.text.len, 3);
    ck_assert_uint_eq(tr_decoded_where(&value, 0), 1);
    ck_assert_uint_eq(tr_decoded_where(&value, 1), 2);
    ck_assert_uint_eq(tr_decoded_where(&value, 3), 8);
    ck_assert_uint_eq(j.at, 9);
    tr_decoded_free(&value);
}
END_TEST

static void check_depth(size_t n, bool right)
{
    char *const text = malloc(2 * n + 1);
    tr_json_scan j = {.text = text, .end = 2 * n};

    memset(text, '[', n);
    memset(text + n, ']', n);
    ck_assert_int_eq(tr_json_skip(&j, &value), right);
    tr_decoded_free(&value);
    free(text);
}

START_TEST(values_are_so_deep_and_no_deeper)
{
    check_depth(TR_JSON_DEPTH, true);
    check_depth(TR_JSON_DEPTH + 1, false);
    check_depth(1000000, false);
}
END_TEST

START_TEST(the_scanner_goes_value_by_value)
{
    tr_json_scan j = scan("{ \"a\" : 1 , \"b\" :2 } x");
    bool more;

    ck_assert_int_eq(tr_json_peek(&j), '{');
    j.at++;
    ck_assert(tr_json_next(&j, '}', true, &more) && more);
    ck_assert(tr_json_key(&j, &value));
    ck_assert_str_eq(tr_buf_text(&value.text), "a");
    ck_assert_int_eq(tr_json_peek(&j), '1');
    ck_assert(tr_json_word(&j));
    ck_assert(tr_json_next(&j, '}', false, &more) && more);
    ck_assert(tr_json_key(&j, &value) && tr_json_word(&j));
    ck_assert(tr_json_next(&j, '}', false, &more) && !more);
    tr_json_skip_blanks(&j);
    ck_assert_int_eq(tr_json_peek(&j), 'x');
    j.at = j.end;
    ck_assert_int_eq(tr_json_peek(&j), '\0');
    ck_assert(!tr_json_fail(&j, "first"));
    ck_assert(!tr_json_fail(&j, "second"));
    ck_assert_str_eq(j.wrong, "first");
    tr_decoded_free(&value);
}
END_TEST

START_TEST(a_document_that_escapes_all_is_ascii)
{
    ck_assert(tr_json_is_ascii("\"\\u00e4\"", 8));
    ck_assert(!tr_json_is_ascii("\"a\"", 3)); /* nothing tells */
    ck_assert(!tr_json_is_ascii("\"\\u00e4\xC3\xA4\"", 10));
    ck_assert(!tr_json_is_ascii("", 0));
}
END_TEST

UNIT_MAIN("json_scan", half_a_character_is_read_but_not_valid, each_character_has_its_place,
          values_are_so_deep_and_no_deeper, the_scanner_goes_value_by_value,
          a_document_that_escapes_all_is_ascii)
