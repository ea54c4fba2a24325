/* Sentences of a text, as tr_tell_sentences() tells them. */
#include <stdio.h>
#include <string.h>

#include "translate.h"
#include "unit/unit.h"

static void add(void *ctx, size_t begin, size_t end)
{
    char *const out = ctx;
    snprintf(out + strlen(out), 100, "%zu-%zu ", begin, end);
}

static const char *sentences(const char *text, const char *language)
{
    static char out[300];

    *out = '\0';
    ck_assert_int_eq(tr_tell_sentences(text, strlen(text), language, add, out, NULL), TR_OK);
    return out;
}

START_TEST(sentences_are_told_in_order)
{
    ck_assert_str_eq(sentences("", "en"), "");
    ck_assert_str_eq(sentences("One.", "en"), "0-4 ");
    ck_assert_str_eq(sentences("One. Two! Three?", "en"), "0-4 5-9 10-16 ");
    ck_assert_str_eq(sentences("Mr. Smith came.", "en"), "0-15 ");
}
END_TEST

START_TEST(bytes_that_are_not_utf8_are_refused)
{
    char out[300] = "";
    tr_error err;

    ck_assert_int_eq(tr_tell_sentences("a\xFF", 2, "en", add, out, &err), TR_EINVAL);
    ck_assert_str_eq(out, "");
}
END_TEST

START_TEST(languages_have_blanks_or_none)
{
    ck_assert_int_eq(tr_language_has_blanks("de"), 1);
    ck_assert_int_eq(tr_language_has_blanks("ja"), 0);
    ck_assert_int_eq(tr_language_has_blanks("zh-Hant"), 0);
    ck_assert_int_eq(tr_language_has_blanks(""), 1);
}
END_TEST

UNIT_MAIN("tell_sentences", sentences_are_told_in_order, bytes_that_are_not_utf8_are_refused,
          languages_have_blanks_or_none)
