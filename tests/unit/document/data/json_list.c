/* Text in JSON: a string, or a list with a string for each line. */
#include "document/data/json_list.h"

#include <stdio.h>
#include <string.h>

#include "unit/unit.h"

/* "!" if it is neither. */
static const char *decoded(const char *raw)
{
    static char out[200];
    tr_buf text = {0};

    const bool right = tr_json_list_decode(raw, strlen(raw), &text);
    snprintf(out, sizeof out, "%s", right ? tr_buf_text(&text) : "!");
    tr_buf_free(&text);
    return out;
}

START_TEST(strings_of_a_list_are_put_together)
{
    ck_assert_str_eq(decoded("\"a\\nb\""), "a\nb");
    ck_assert_str_eq(decoded("[\"a\\n\", \"b\"]"), "a\nb");
    ck_assert_str_eq(decoded("[\n \"a\\n\" ,\n \"\"\n]"), "a\n");
    ck_assert_str_eq(decoded("[]"), "");
    ck_assert_str_eq(decoded("\"\""), "");
}
END_TEST

START_TEST(other_values_are_neither)
{
    static const char *const others[] = {
        "",       "1",   "null", "{}",      "[1]",         "[\"a\",]", "[\"a\" \"b\"]",
        "[\"a\"", "\"a", "[[]]", "\"a\" 1", "\"\\ud800\"", "\"\xFF\"", "\"\\u0000\""};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        ck_assert_msg(!strcmp(decoded(others[i]), "!"), "%s", others[i]);
}
END_TEST

static const char *encoded(const char *raw, bool ascii, const char *text)
{
    static char out[200];
    tr_buf now = {0};

    tr_json_list_encode(raw, strlen(raw), ascii, text, strlen(text), &now);
    snprintf(out, sizeof out, "%s", tr_buf_text(&now));
    tr_buf_free(&now);
    return out;
}

START_TEST(text_is_written_like_the_source)
{
    ck_assert_str_eq(encoded("\"x\"", false, "a\nb"), "\"a\\nb\"");
    ck_assert_str_eq(encoded("[\"x\"]", false, "a\nb"), "[\"a\\n\",\"b\"]");
    ck_assert_str_eq(encoded("[\n  \"x\\n\",\n  \"y\"\n ]", false, "a\nb\nc"),
                     "[\n  \"a\\n\",\n  \"b\\n\",\n  \"c\"\n ]");
    ck_assert_str_eq(encoded("[\"x\\n\", \"y\"]", false, "a\nb"), "[\"a\\n\", \"b\"]");
    ck_assert_str_eq(encoded("\"x\"", true, "\xC3\xA4 \"q\""), "\"\\u00e4 \\\"q\\\"\"");
    ck_assert_str_eq(encoded("[\"x\"]", false, "\xC3\xA4"), "[\"\xC3\xA4\"]");
}
END_TEST

START_TEST(what_is_written_is_read_again)
{
    static const char *const sources[] = {"\"x\"", "[]", "[ \"x\" ]", "[\"x\\n\",\n\"y\"]"};
    static const char *const texts[] = {"", "a", "a\n", "\n\n", "a\nb\n", "\\\"\t"};
    char raw[200];

    for (size_t i = 0; i < sizeof sources / sizeof *sources; i++)
        for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
            strcpy(raw, encoded(sources[i], k % 2, texts[k]));
            ck_assert_msg(!strcmp(decoded(raw), texts[k]), "%s", raw);
        }
}
END_TEST

UNIT_MAIN("json_list", strings_of_a_list_are_put_together, other_values_are_neither,
          text_is_written_like_the_source, what_is_written_is_read_again)
