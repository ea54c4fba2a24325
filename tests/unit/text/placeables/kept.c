#include "text/placeables/kept.h"

#include <string.h>

#include "unit/unit.h"

/* The kept words of a text, between bars. */
static const char *kept_words(const char *text, bool spaces)
{
    static char words[2000];
    tr_span word = {0};

    *words = '\0';
    while (tr_kept_next(text, strlen(text), word.end, spaces, &word)) {
        if (*words) strcat(words, "|");
        strncat(words, text + word.begin, word.end - word.begin);
    }
    return words;
}

static void check_kept(const char *text, const char *wanted)
{
    ck_assert_str_eq(kept_words(text, true), wanted);
}

START_TEST(words_are_not_kept)
{
    check_kept("", "");
    check_kept("   ", "");
    check_kept("The old house, by the river (or so).", "");
    check_kept("and/or, 12:45, e.g. this; a @ b, @home, 5 @, a@b, x@., ://, http://, www.", "");
    check_kept("größer://als möglich", "");
}
END_TEST

START_TEST(addresses_are_kept)
{
    check_kept("https://example.org/", "https://example.org/");
    check_kept("See http://a.example/x?y=1&z=%20#top now", "http://a.example/x?y=1&z=%20#top");
    check_kept("www.example.org or ftp://example.org", "www.example.org|ftp://example.org");
    check_kept("a.b+c@mail.example.co.uk writes", "a.b+c@mail.example.co.uk");
    check_kept("mailto:x@example.org", "mailto:x@example.org");
    check_kept("to a+b-issue-@mail.example and a_@b.example",
               "a+b-issue-@mail.example|a_@b.example");
    check_kept("https://www.example.de/\xC3\xBC"
               "ber",
               "https://www.example.de/\xC3\xBC"
               "ber");
}
END_TEST

START_TEST(so_are_the_marks_that_touch_them)
{
    check_kept("(https://example.org/a_(b), http://example.org.)",
               "(https://example.org/a_(b),|http://example.org.)");
    check_kept("say \"www.example.org\"!", "\"www.example.org\"!");
    check_kept("John <john@example.org>, who", "<john@example.org>,");
    check_kept("see \xE2\x80\x9Ehttps://example.org\xE2\x80\x9C here",
               "\xE2\x80\x9Ehttps://example.org\xE2\x80\x9C");
    check_kept("see [the page](https://example.org/a), please", "](https://example.org/a),");
}
END_TEST

START_TEST(words_too_long_to_be_any_are_kept)
{
    char text[400] = "A ";

    memset(text + 2, 'x', 150);
    check_kept(text, "");
    text[152] = 'x';
    check_kept(text, text + 2);
    ck_assert_str_eq(kept_words(text, false), "");
    for (size_t i = 0; i < 150; i++) /* characters, not bytes */
        memcpy(text + 2 * i, "\xC3\xA4", 3);
    check_kept(text, "");
}
END_TEST

static void check_without_blanks(const char *text, const char *wanted)
{
    ck_assert_str_eq(kept_words(text, false), wanted);
}

START_TEST(without_blanks_the_address_alone_is_kept)
{
    check_without_blanks("詳細は（https://example.org/a）をご覧ください。",
                         "https://example.org/a");
    check_without_blanks("详情请见（https://example.org/a?b=c）。", "https://example.org/a?b=c");
    check_without_blanks("詳細は(https://example.org/)を、資料は「http://b.example/c_(d)」を。",
                         "https://example.org/|http://b.example/c_(d)");
    check_without_blanks("（www.example.org）をご覧ください。", "www.example.org");
    check_without_blanks("https://example.org/ を見る john@example.org",
                         "https://example.org/|john@example.org");
    check_without_blanks("（http://）と（https://例え.jp/）", "");
}
END_TEST

START_TEST(pictures_are_kept)
{
    check_kept("File \u2192 Open \u2713, \u00a92024 \u2605\u2605 5 \u00d7 3 \u2264 x",
               "\u2192|\u2713|\u00a9|\u2605\u2605");
    check_kept("Coffee ☕ or tea? 😂😂", "☕|😂😂");
    check_kept("(Yes🎉, 👍🏽!) 👩‍👩‍👧 🇩🇪 ⚠️",
               "🎉|👍🏽|👩‍👩‍👧|🇩🇪|⚠️");
    check_kept(
        "https://a.example/x?y=1&z=2#new-year🎉 b@c.example☀️, www.a.example/b⚠️",
        "https://a.example/x?y=1&z=2#new-year|🎉|b@c.example|☀️|www.a.example/b|⚠️");
    check_kept("© 2020 A™ → B ½ ★", "©|→|★");
    check_kept("The end. ⁂ Another ※ house", "⁂|※");
    check_without_blanks("好😀的", "😀");
}
END_TEST

UNIT_MAIN("kept", words_are_not_kept, addresses_are_kept, so_are_the_marks_that_touch_them,
          words_too_long_to_be_any_are_kept, without_blanks_the_address_alone_is_kept,
          pictures_are_kept)
