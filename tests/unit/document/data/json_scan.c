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

/* The string at the beginning of a text; "!" if it is wrong. */
static const char *string(const char *text)
{
    static char out[200];
    tr_json_scan j = scan(text);

    const bool right = tr_json_string(&j, &value);
    ck_assert_int_eq(right, j.wrong == NULL);
    strcpy(out, right ? tr_buf_text(&value.text) : "!");
    tr_decoded_free(&value);
    return out;
}

START_TEST(strings_are_decoded)
{
    ck_assert_str_eq(string("\"\""), "");
    ck_assert_str_eq(string("\"a b\" c"), "a b");
    ck_assert_str_eq(string("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\""), "\"\\/\b\f\n\r\t");
    ck_assert_str_eq(string("\"\\u00e4\\u20AC\""), "\xC3\xA4\xE2\x82\xAC");
    ck_assert_str_eq(string("\"\\ud83d\\ude00\""), "\xF0\x9F\x98\x80");
    ck_assert_str_eq(string("\"\x7F\xC3\xA4\""), "\x7F\xC3\xA4");
}
END_TEST

START_TEST(strings_that_are_wrong)
{
    ck_assert_str_eq(string("\"a"), "!");
    ck_assert_str_eq(string("\""), "!");
    ck_assert_str_eq(string("\"\\"), "!");
    ck_assert_str_eq(string("\"\\x\""), "!");
    ck_assert_str_eq(string("\"\\u12\""), "!");
    ck_assert_str_eq(string("\"\\u12G4\""), "!");
    ck_assert_str_eq(string("\"a\nb\""), "!");
    ck_assert_str_eq(string("\"a\tb\""), "!");
    ck_assert_str_eq(string("\"\\"
                            "ud83d\\u12"),
                     "!");
}
END_TEST

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

static bool is_word(const char *text)
{
    tr_json_scan j = scan(text);
    return tr_json_word(&j) && j.at == j.end;
}

START_TEST(numbers_and_three_words)
{
    ck_assert(is_word("true") && is_word("false") && is_word("null"));
    ck_assert(is_word("0") && is_word("-0") && is_word("120"));
    ck_assert(is_word("1.5") && is_word("-1.5e+3") && is_word("1E5"));
    ck_assert(!is_word("1.") && !is_word("1e") && !is_word("1+2") && !is_word("1..2"));
    ck_assert(!is_word("1-") && !is_word(".5") && !is_word("01") && !is_word("1e+"));
    ck_assert(!is_word("True") && !is_word("nul") && !is_word("nulls"));
    ck_assert(!is_word("01") && !is_word("-") && !is_word("+1") && !is_word(".5"));
    ck_assert(!is_word("NaN") && !is_word("0x1F") && !is_word("") && !is_word("'a'"));
}
END_TEST

/* The place and the reason of the first error of a value; "" if it is right. */
static const char *wrong(const char *text, size_t *at)
{
    tr_json_scan j = scan(text);

    tr_json_skip_blanks(&j);
    const bool right = tr_json_skip(&j, &value);
    tr_decoded_free(&value);
    *at = j.at;
    ck_assert_int_eq(right, j.wrong == NULL);
    return right ? "" : j.wrong;
}

static void check_right(const char *text)
{
    size_t at;
    ck_assert_str_eq(wrong(text, &at), "");
    ck_assert_uint_eq(at, strlen(text));
}

static void check_wrong(const char *text, size_t place)
{
    size_t at;
    ck_assert_str_ne(wrong(text, &at), "");
    ck_assert_msg(at == place, "%s: %zu", text, at);
}

START_TEST(values_are_skipped)
{
    check_right("{}");
    check_right("[ ]");
    check_right("{\"a\" : [1, \"b\", {\"c\":null}] , \"d\":{}}");
    check_right(" \t\r\n[1\n,\n2]");
    check_right("\"a\"");
}
END_TEST

START_TEST(what_is_missing_is_found)
{
    check_wrong("", 0);
    check_wrong("{", 1);
    check_wrong("[1", 2);
    check_wrong("[1 2]", 3);
    check_wrong("[1,]", 3);
    check_wrong("{\"a\"}", 4);
    check_wrong("{\"a\":}", 5);
    check_wrong("{\"a\":1,}", 7);
    check_wrong("{a:1}", 1);
    check_wrong("[1}", 2);
    check_wrong("[//\n]", 1);
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

static const char *written(const char *text, bool ascii)
{
    static char out[200];
    tr_buf now = {0};

    tr_json_write(text, strlen(text), ascii, &now);
    strcpy(out, tr_buf_text(&now));
    tr_buf_free(&now);
    return out;
}

START_TEST(text_is_written_with_escapes)
{
    ck_assert_str_eq(written("a \"b\" \\ /", false), "a \\\"b\\\" \\\\ /");
    ck_assert_str_eq(written("\b\f\n\r\t\x01\x1F", false), "\\b\\f\\n\\r\\t\\u0001\\u001f");
    ck_assert_str_eq(written("\xC3\xA4", false), "\xC3\xA4");
    ck_assert_str_eq(written("\xC3\xA4\xF0\x9F\x98\x80", true), "\\u00e4\\ud83d\\ude00");
    ck_assert_str_eq(written("", true), "");
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

UNIT_MAIN("json_scan", strings_are_decoded, strings_that_are_wrong,
          half_a_character_is_read_but_not_valid, each_character_has_its_place,
          numbers_and_three_words, values_are_skipped, what_is_missing_is_found,
          values_are_so_deep_and_no_deeper, the_scanner_goes_value_by_value,
          text_is_written_with_escapes, a_document_that_escapes_all_is_ascii)
