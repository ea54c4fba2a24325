/* JSON and JSON Lines: which values are text, and how they are written. */
#include "document/data/read_json.h"

#include <stdlib.h>
#include <string.h>

#include "unit/segments.h"
#include "unit/unit.h"

static const char *segments(const char *bytes)
{
    return segments_of("json", bytes, NULL);
}

static const char *with(const char *bytes, const char *text)
{
    return with_text("json", bytes, text);
}

START_TEST(strings_that_look_like_text_are)
{
    ck_assert_str_eq(segments("{\"a\": \"Some text\", \"b\": {\"c\": \"More text\"}}"),
                     "a=Some text|b.c=More text|");
    ck_assert_str_eq(segments("[\"Some text\", [\"More text\"]]"), "=Some text|=More text|");
    ck_assert_str_eq(
        segments("{\"a\": [\"Some text\", {\"b\": \"More text\"}], \"c\": \"Last one\"}"),
        "a=Some text|a.b=More text|c=Last one|");
    ck_assert_str_eq(segments("\"Some text\""), "=Some text|");
    ck_assert_str_eq(segments("{\"Some text\": 1, \"a\": true, \"b\": null}"), "");
    ck_assert_str_eq(segments("{\"a\": \"main.c\", \"b\": \"#aabbcc\", \"c\": \"\"}"), "");
}
END_TEST

START_TEST(keys_choose)
{
    static const char bytes[] = "{\"id\": \"x\", \"menu\": {\"file\": \"f\", \"edit\": \"e\"}}";
    ck_assert_str_eq(segments_of("json", bytes, "id"), "id=x|");
    ck_assert_str_eq(segments_of("json", bytes, "menu.*"), "menu.file=f|menu.edit=e|");
    ck_assert_str_eq(segments_of("json", bytes, "edit"), "menu.edit=e|");
    ck_assert_str_eq(segments_of("json", bytes, "none"), "");
}
END_TEST

START_TEST(values_under_keys_with_an_at_stay)
{
    ck_assert_str_eq(
        segments("{\"@@locale\": \"Some text\", \"a\": \"More text\","
                 " \"@a\": {\"description\": \"Not this\", \"b\": [{\"c\": \"Nor this\"}]},"
                 " \"d\": \"And this\"}"),
        "a=More text|d=And this|");
}
END_TEST

START_TEST(only_the_message_of_a_web_extension_is_text)
{
    ck_assert_str_eq(
        segments(
            "{\"hi\": {\"message\": \"Hello you $N$\", \"description\": \"Not this\","
            " \"placeholders\": {\"n\": {\"message\": \"Not this\", \"example\": \"Nor this\"}}},"
            " \"bye\": {\"message\": \"Good bye\"}}"),
        "hi.message=Hello you $N$|bye.message=Good bye|");
    /* One key has no message: it is another kind of document. */
    ck_assert_str_eq(segments("{\"hi\": {\"message\": \"Hello you\", \"note\": \"Some text\"},"
                              " \"bye\": {\"note\": \"More text\"}}"),
                     "hi.message=Hello you|hi.note=Some text|bye.note=More text|");
}
END_TEST

START_TEST(a_value_has_marks_and_ends)
{
    ck_assert_str_eq(segments("{\"a\": \"Some <b>text<\\/b> here\"}"), "a=Some <1>text</1> here|");
    ck_assert_str_eq(segments("{\"a\": \"One car | Two cars\"}"), "a=One car|a=Two cars|");
    ck_assert_str_eq(segments("{\"a\": \"One line\\nAnother line\"}"),
                     "a=One line|a=Another line|");
    ck_assert_str_eq(segments("{\"a\": \"Some&nbsp;text here\"}"), "a=Some\xC2\xA0text here|");
}
END_TEST

START_TEST(text_is_written_as_the_document_has_it)
{
    ck_assert_str_eq(with("{\"a\": \"Some text\" }\n", "Ein \"Text\" \\"),
                     "{\"a\": \"Ein \\\"Text\\\" \\\\\" }\n");
    ck_assert_str_eq(with("[\"Some text\", \"\\u00e4\"]", "\xC3\x84rger"),
                     "[\"\\u00c4rger\", \"\\u00e4\"]");
    ck_assert_str_eq(with("[\"Some text\", \"x\"]", "\xC3\x84rger"), "[\"\xC3\x84rger\", \"x\"]");
    ck_assert_str_eq(with("[\"Some&nbsp;text here\"]", "A &amp; B\xC2\xA0"
                                                       "C"),
                     "[\"A &amp; B&nbsp;C\"]");
}
END_TEST

START_TEST(wrong_json_is_refused_with_its_place)
{
    ck_assert_str_eq(refusal_of("json", "{\"a\": 1,\n \"b\"}"), "a:2:5: a colon is missing");
    ck_assert_str_eq(refusal_of("json", "[1] 2"), "a:1:5: something follows the value");
    ck_assert_str_eq(refusal_of("json", "[\"a"), "a:1:4: a string does not end");
    ck_assert_str_ne(refusal_of("json", ""), "");
    ck_assert_str_ne(refusal_of("json", "[1"), "");
    ck_assert_str_eq(refusal_of("json", " 1 "), "");
    ck_assert_str_eq(refusal_of("json", "\xEF\xBB\xBF[]"), "");
}
END_TEST

START_TEST(a_string_that_is_no_text_stays)
{
    ck_assert_str_eq(segments("[\"Some \\ud83d text\", \"Some \\u0000 text\", \"Good text\"]"),
                     "=Good text|");
    ck_assert_str_eq(segments("[\"Some \xFF text\", \"Good text\"]"), "=Good text|");
}
END_TEST

START_TEST(levels_are_so_deep_and_no_deeper)
{
    enum { LEVELS = 1000 };
    char *const text = calloc(2 * LEVELS + 3, 1);

    memset(text, '[', LEVELS);
    memset(text + LEVELS, ']', LEVELS);
    ck_assert_str_eq(refusal_of("json", text), "");
    memset(text, '[', LEVELS + 1);
    memset(text + LEVELS + 1, ']', LEVELS + 1);
    ck_assert_str_eq(refusal_of("json", text), "a:1:1001: deeper than 1000 levels");
    free(text);
}
END_TEST

START_TEST(each_line_of_json_lines_is_a_value)
{
    ck_assert_str_eq(segments_of("jsonl", "{\"a\": \"Some text\"}\n\n{\"b\": \"More text\"}", NULL),
                     "a=Some text|b=More text|");
    ck_assert_str_eq(segments_of("jsonl", "{\"a\": \"Some text\"\n{\"b\": \"More text\"}\n", NULL),
                     "b=More text|");
    ck_assert_str_eq(segments_of("jsonl", "\"Some text\" x\r\n\"More text\"\r\n", NULL),
                     "=More text|");
    ck_assert_str_eq(segments_of("jsonl", "", NULL), "");
    ck_assert_str_eq(with_text("jsonl", "{\"a\": \"Some text\"\n[\"More text\"]\n", "Text"),
                     "{\"a\": \"Some text\"\n[\"Text\"]\n");
}
END_TEST

UNIT_MAIN("read_json", strings_that_look_like_text_are, keys_choose,
          values_under_keys_with_an_at_stay, only_the_message_of_a_web_extension_is_text,
          a_value_has_marks_and_ends, text_is_written_as_the_document_has_it,
          wrong_json_is_refused_with_its_place, a_string_that_is_no_text_stays,
          levels_are_so_deep_and_no_deeper, each_line_of_json_lines_is_a_value)
