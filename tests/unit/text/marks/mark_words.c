/* The words of a text. */
#include "text/marks/mark_words.h"

#include <stdlib.h>
#include <string.h>

#include "unit/unit.h"

/* The words, with "|" after each; one that is no letters is in (), a placeholder in []. */
static const char *words(const char *text)
{
    static char out[500];
    tr_words w = {0};

    ck_assert(tr_words_find(&w, text, strlen(text)));
    out[0] = '\0';
    for (size_t i = 0; i < w.n; i++) {
        const tr_word *const word = &w.list[i];
        strcat(out, word->copied ? "[" : word->letters ? "" : "(");
        strncat(out, text + word->begin, word->end - word->begin);
        strcat(out, word->copied ? "]|" : word->letters ? "|" : ")|");
    }
    tr_words_free(&w);
    return out;
}

START_TEST(runs_of_letters_and_digits_are_words)
{
    ck_assert_str_eq(words("one two3  four"), "one|two3|four|");
    ck_assert_str_eq(words("\xC3\xA4 \xD0\x96\xD0\xB6"), "\xC3\xA4|\xD0\x96\xD0\xB6|");
    ck_assert_str_eq(words(""), "");
    ck_assert_str_eq(words(" \xC2\xA0\n"), "");
}
END_TEST

START_TEST(other_characters_stand_alone)
{
    ck_assert_str_eq(words("Hi, you!?"), "Hi|(,)|you|(!)|(?)|");
    ck_assert_str_eq(words("a-b"), "a|(-)|b|");
    ck_assert_str_eq(words("\xC2\xAB"
                           "a\xC2\xBB"),
                     "(\xC2\xAB)|a|(\xC2\xBB)|");
}
END_TEST

START_TEST(numbers_have_their_marks)
{
    ck_assert_str_eq(words("1,234.5 of 12:30."), "1,234.5|of|12:30|(.)|");
    ck_assert_str_eq(words("1, 2"), "1|(,)|2|");
}
END_TEST

START_TEST(placeholders_are_words_that_are_copied)
{
    ck_assert_str_eq(words("%s of {n, number}!"), "[%s]|of|[{n, number}]|(!)|");
    ck_assert_str_eq(words("{a}{b}"), "[{a}]|[{b}]|");
    ck_assert_str_eq(words("x{a}y"), "x|[{a}]|y|");
    ck_assert_str_eq(words("a \xF3\xB0\x80\x80"), "a|[\xF3\xB0\x80\x80]|");
}
END_TEST

START_TEST(characters_of_scripts_without_blanks_stand_alone)
{
    ck_assert_str_eq(words("\xE4\xB8\xAD\xE6\x96\x87"
                           "abc"),
                     "\xE4\xB8\xAD|\xE6\x96\x87|abc|");
    ck_assert_str_eq(words("\xE0\xB8\x81\xE0\xB8\x82"), "\xE0\xB8\x81|\xE0\xB8\x82|"); /* Thai */
}
END_TEST

START_TEST(the_list_is_used_again)
{
    tr_words w = {0};

    ck_assert(tr_words_find(&w, "one two three", 13));
    ck_assert_uint_eq(w.n, 3);
    ck_assert(tr_words_find(&w, "four", 4));
    ck_assert_uint_eq(w.n, 1);
    ck_assert_uint_eq(w.list[0].end, 4);
    ck_assert(tr_words_find(&w, "", 0));
    ck_assert_uint_eq(w.n, 0);
    tr_words_free(&w);
    ck_assert_ptr_null(w.list);
}
END_TEST

START_TEST(a_long_text_takes_no_time_of_the_square)
{
    enum { N = 200000 };
    char *const text = malloc(2 * N);
    tr_words w = {0};

    for (size_t i = 0; i < N; i++)
        memcpy(text + 2 * i, "a ", 2);
    ck_assert(tr_words_find(&w, text, 2 * N));
    ck_assert_uint_eq(w.n, N);
    ck_assert_uint_eq(w.list[N - 1].begin, 2 * N - 2);
    tr_words_free(&w);
    free(text);
}
END_TEST

UNIT_MAIN("mark_words", runs_of_letters_and_digits_are_words, other_characters_stand_alone,
          numbers_have_their_marks, placeholders_are_words_that_are_copied,
          characters_of_scripts_without_blanks_stand_alone, the_list_is_used_again,
          a_long_text_takes_no_time_of_the_square)
