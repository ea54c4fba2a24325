/* Java's .properties: java.util.Properties.load() says which bytes are a key and a value. */
#include "document/data/read_properties.h"

#include "unit/segments.h"
#include "unit/unit.h"

static const char *segments(const char *bytes)
{
    return segments_of("properties", bytes, NULL);
}

static const char *with(const char *bytes, const char *text)
{
    return with_text("properties", bytes, text);
}

START_TEST(a_key_ends_at_a_sign_or_a_blank)
{
    ck_assert_str_eq(segments("a=Some text\nb:More text\nc Last text"),
                     "a=Some text|b=More text|c=Last text|");
    ck_assert_str_eq(segments("  a  =  Some text"), "a=Some text|");
    ck_assert_str_eq(segments("a\t:\tSome text"), "a=Some text|");
    ck_assert_str_eq(segments("a = = Some text"), "a== Some text|"); /* one sign separates */
    ck_assert_str_eq(segments("a\r\n\nb=Some text\rc=More text"), "b=Some text|c=More text|");
    ck_assert_str_eq(texts_of("properties", "a\\=b\\ c=Some text"), "Some text|");
}
END_TEST

START_TEST(comments_and_empty_values_are_no_text)
{
    ck_assert_str_eq(segments("# Not this\n  ! Nor this\n"), "");
    ck_assert_str_eq(segments("a=\nb\n=\n"), "");
    ck_assert_str_eq(segments("a=Some text # no comment"), "a=Some text # no comment|");
    ck_assert_str_eq(segments(""), "");
}
END_TEST

START_TEST(a_backslash_joins_two_lines)
{
    ck_assert_str_eq(segments("a=Some \\\n   text"), "a=Some text|");
    ck_assert_str_eq(segments("a=Some \\\r\n\t text"), "a=Some text|");
    ck_assert_str_eq(segments("a=Some \\\\\nb=More text"), "a=Some \\|b=More text|");
    ck_assert_str_eq(segments("a\\\n  = Some text"), segments("a\\\n = Some text"));
    ck_assert_str_eq(segments("a=Some text\\"), "");
}
END_TEST

START_TEST(escapes_are_read)
{
    ck_assert_str_eq(segments("a=Gr\\u00FC\\u00DFe an alle"), "a=Gr\xC3\xBC\xC3\x9F"
                                                              "e an alle|");
    ck_assert_str_eq(segments("a=Smile \\ud83d\\ude00 now"), "a=Smile \xF0\x9F\x98\x80 now|");
    ck_assert_str_eq(segments("a=Some \\z \\\" text"), "a=Some z \" text|");
    ck_assert_str_eq(segments("a=One line\\nAnother line"), "a=One line|a=Another line|");
}
END_TEST

START_TEST(a_value_with_a_wrong_escape_stays)
{
    ck_assert_str_eq(segments("a=Some \\u12 text\nb=More text"), "b=More text|");
    ck_assert_str_eq(segments("a=Some \\uD83D text\nb=More text"), "b=More text|");
    ck_assert_str_eq(segments("a=Some \\u0000 text\nb=More text"), "b=More text|");
}
END_TEST

START_TEST(values_that_do_not_look_like_text_stay)
{
    ck_assert_str_eq(segments("a=main.c\nb=12\nc=#aabbcc\nd=some.key"), "");
    ck_assert_str_eq(segments_of("properties", "a=main.c\nb=12x\nc=y", "a,b"), "a=main.c|b=12x|");
}
END_TEST

START_TEST(ascii_stays_ascii)
{
    ck_assert_str_eq(with("a=Some text\n", "Gr\xC3\xBC\xC3\x9F"
                                           "e"),
                     "a=Gr\\u00FC\\u00DFe\n");
    ck_assert_str_eq(with("a=Some text\n", "\xF0\x9F\x98\x80 x"), "a=\\uD83D\\uDE00 x\n");
    ck_assert_str_eq(with("a=S\xC3\xB6me text\n", "Gr\xC3\xBC\xC3\x9F"
                                                  "e"),
                     "a=Gr\xC3\xBC\xC3\x9F"
                     "e\n");
}
END_TEST

/* A byte E4 is not UTF-8, and U+00E4 in ISO-8859-1. */
START_TEST(what_is_not_utf8_is_latin1)
{
    ck_assert_str_eq(segments("a=S\xE4me text\n"), "a=S\xC3\xA4me text|");
    ck_assert_str_eq(with("a=S\xE4me text\nb=\xE4\n", "Text"), "a=Text\nb=\xE4\n");
}
END_TEST

START_TEST(text_is_written_as_a_value)
{
    ck_assert_str_eq(with("a = Some text \\\n  and more\nb=c\n", "Text"), "a = Text\nb=c\n");
    ck_assert_str_eq(with("a=Some text\n", "C:\\x und mehr"), "a=C:\\\\x und mehr\n");
    ck_assert_str_eq(with("a: Some text\n", "Mehr # Text = x"), "a: Mehr # Text = x\n");
}
END_TEST

START_TEST(apostrophes_of_messages_are_doubled)
{
    ck_assert_str_eq(segments("a={0} doesn''t fit"), "a={0} doesn't fit|");
    ck_assert_str_eq(with("a={0} doesn''t fit\n", "{0} geht's nicht"), "a={0} geht''s nicht\n");
    ck_assert_str_eq(segments("a=It doesn''t fit"), "a=It doesn't fit|");
    ck_assert_str_eq(with("a=It doesn''t fit\n", "Geht's nicht"), "a=Geht''s nicht\n");
    ck_assert_str_eq(with("a=It doesn't fit\n", "Geht's nicht"), "a=Geht's nicht\n");
}
END_TEST

UNIT_MAIN("read_properties", a_key_ends_at_a_sign_or_a_blank, comments_and_empty_values_are_no_text,
          a_backslash_joins_two_lines, escapes_are_read, a_value_with_a_wrong_escape_stays,
          values_that_do_not_look_like_text_stay, ascii_stays_ascii, what_is_not_utf8_is_latin1,
          text_is_written_as_a_value, apostrophes_of_messages_are_doubled)
