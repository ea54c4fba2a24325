#include "syntax/pattern.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "syntax/pattern_check.h"
#include "unit/unit.h"

static const tr_definition list[] = {{"word", "[a-z]+"}, {"two", "(?&word) (?&word)"}};
static const tr_definitions defined = {list, 2, NULL};

static size_t match(const char *pattern, const char *text)
{
    tr_error err;
    ck_assert_int_eq(tr_pattern_check(pattern, &defined, &err), 0);
    return tr_pattern_match(pattern, &defined, text, strlen(text), 0);
}

START_TEST(bytes_sets_and_classes_take_one_byte)
{
    ck_assert_uint_eq(match("a\\.b", "a.b"), 3);
    ck_assert_uint_eq(match("a.b", "a\nb"), 0);
    ck_assert_uint_eq(match("[a-c\\d]", "b"), 1);
    ck_assert_uint_eq(match("[a-c\\d]", "7"), 1);
    ck_assert_uint_eq(match("[a-c\\d]", "-"), 0);
    ck_assert_uint_eq(match("[a-]", "-"), 1);
    ck_assert_uint_eq(match("[^a-c]", "d"), 1);
    ck_assert_uint_eq(match("[^a-c]", "b"), 0);
    ck_assert_uint_eq(match("[\\]x]", "]"), 1);
    ck_assert_uint_eq(match("\\w\\s\\d", "_ 1"), 3);
    ck_assert_uint_eq(match("\\x41\\e\\t", "A\x1B\t"), 3);
}
END_TEST

START_TEST(repeats_take_all_and_give_nothing_back)
{
    ck_assert_uint_eq(match("a*b", "aaab"), 4);
    ck_assert_uint_eq(match("a*ab", "aaab"), 0);
    ck_assert_uint_eq(match("a?b", "b"), 1);
    ck_assert_uint_eq(match("a+b", "b"), 0);
    ck_assert_uint_eq(match("a{2,3}", "aaaa"), 3);
    ck_assert_uint_eq(match("a{2}b", "ab"), 0);
    ck_assert_uint_eq(match("a{2,}", "aaaa"), 4);
    ck_assert_uint_eq(match("(ab)*a", "ababa"), 5);
    ck_assert_uint_eq(match("(ab)+", "ababa"), 4);
    ck_assert_uint_eq(match("(a|ab)c", "abc"), 0);
    ck_assert_uint_eq(match("(ab|a)c", "abc"), 3);
    ck_assert_uint_eq(match("(x?)+y", "y"), 1);
}
END_TEST

START_TEST(as_few_as_possible_end_before_what_follows)
{
    ck_assert_uint_eq(match("<.*?>", "<a>b>"), 3);
    ck_assert_uint_eq(match("<.+?>", "<>a>"), 4);
    ck_assert_uint_eq(match("<.{0,2}?>", "<abc>"), 0);
    ck_assert_uint_eq(match("\\{\\{.*?(\\}\\})", "{{a}b}}"), 7);
    ck_assert_uint_eq(match("<.*?>", "<abc"), 0);
}
END_TEST

START_TEST(what_is_around_is_looked_at_and_not_taken)
{
    ck_assert_uint_eq(match("a(?=b)", "ab"), 1);
    ck_assert_uint_eq(match("a(?!b)", "ab"), 0);
    ck_assert_uint_eq(match("a(?!b)", "a"), 1);
    ck_assert_uint_eq(tr_pattern_match("(?<!x)a", NULL, "xa", 2, 1), 0);
    ck_assert_uint_eq(tr_pattern_match("(?<!x)a", NULL, "ya", 2, 1), 1);
    ck_assert_uint_eq(tr_pattern_match("(?<=[xy])a", NULL, "ya", 2, 1), 1);
    ck_assert_uint_eq(match("(?<=x)a", "a"), 0);
    ck_assert_uint_eq(match("a(?<=a)b", "ab"), 2);
}
END_TEST

START_TEST(names_and_the_first_group_stand_for_patterns)
{
    ck_assert_uint_eq(match("(?&two)!", "ab cd!"), 6);
    ck_assert_uint_eq(match("(#+)a\\1", "##a##"), 5);
    ck_assert_uint_eq(match("(#+)a\\1", "##a#"), 0);
    ck_assert_uint_eq(match("(?&braces)x", "{a{b}}x"), 7);
    ck_assert_uint_eq(match("(?&foreign-letter)+", "\xC3\xA9\xC3\xA9"
                                                   "e"),
                      4);
}
END_TEST

START_TEST(what_is_no_pattern_is_refused_with_a_sentence)
{
    static const char *const wrong[][2] = {
        {"", "is empty"},
        {"a\\", "ends in a \\"},
        {"a\\q", "\\q"},
        {"\\x4", "hexadecimal"},
        {"[ab", "[ without a ]"},
        {"[]", "empty set"},
        {"[\xC3\xA9]", "not ASCII"},
        {"(ab", "( without a )"},
        {"ab)", ") without a ("},
        {"*a", "behind nothing"},
        {"a**", "behind nothing"},
        {"{a}", "behind nothing"},
        {"a{x}", "counts nothing"},
        {"a{3,2}", "counts that no text has"},
        {"a{99999999999999999999}", "counts that no text has"},
        {"(?=a)*", "takes nothing"},
        {"a*?", "nothing behind"},
        {"(a*?)b", "nothing behind"},
        {"a|b", "in no ("},
        {"(?:a)", "unknown (?"},
        {"(?<=ab)c", "more than one byte"},
        {"(?<=)c", "no byte or set"},
        {"(?&none)", "which no row above defines"},
        {"(?&word", "( without a )"},
    };

    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        tr_error err = {0};
        ck_assert_msg(tr_pattern_check(wrong[i][0], &defined, &err) == TR_EFORMAT, "%s",
                      wrong[i][0]);
        ck_assert_msg(strstr(err.msg, wrong[i][1]), "%s: %s", wrong[i][0], err.msg);
    }
}
END_TEST

START_TEST(groups_within_groups_have_an_end)
{
    char deep[400];
    tr_error err;

    memset(deep, '(', 200);
    memset(deep + 200, ')', 199);
    deep[399] = '\0';
    ck_assert_int_eq(tr_pattern_check(deep, NULL, &err), TR_EFORMAT);
}
END_TEST

/* Each of these takes exponential time, or quadratic, where one may go back. */
START_TEST(hostile_patterns_take_linear_time)
{
    enum { LEN = 200000 };
    static const char *const hostile[] = {"(a*)*b",    "(a|aa)+$",       "((a*)*)*b",
                                          "(a*b|a)*c", "((a?b?)*c|a)*d", "(a*?b|a)*c"};
    char *const text = malloc(LEN + 1);
    const clock_t start = clock();

    memset(text, 'a', LEN);
    text[LEN] = '\0';
    for (size_t i = 0; i < sizeof hostile / sizeof *hostile; i++) {
        tr_error err;
        ck_assert_int_eq(tr_pattern_check(hostile[i], NULL, &err), 0);
        for (size_t at = 0; at < LEN; at += 100)
            ck_assert_uint_eq(tr_pattern_match(hostile[i], NULL, text, LEN, at), 0);
    }
    free(text);
    ck_assert_int_lt((clock() - start) / CLOCKS_PER_SEC, 20);
}
END_TEST

START_TEST(examples_say_what_is_around)
{
    char text[40];
    tr_span taken;

    ck_assert_uint_eq(tr_pattern_example("a \xC2\xAB\\e[m\xC2\xBB b", text, &taken), 7);
    ck_assert_str_eq(text, "a \x1B[m b");
    ck_assert_uint_eq(taken.begin, 2);
    ck_assert_uint_eq(taken.end, 5);
}
END_TEST

START_TEST(examples_are_read_no_further_than_their_end)
{
    static const char *const cut[] = {"a\\", "a\\x", "a\\x4", "a\\xg0"};

    for (size_t i = 0; i < sizeof cut / sizeof *cut; i++) {
        char text[8];
        tr_span taken;
        memset(text, '#', sizeof text);
        ck_assert_uint_eq(tr_pattern_example(cut[i], text, &taken), strlen(cut[i]));
        ck_assert_str_eq(text, cut[i]);
    }
}
END_TEST

UNIT_MAIN("syntax/pattern", bytes_sets_and_classes_take_one_byte,
          repeats_take_all_and_give_nothing_back, as_few_as_possible_end_before_what_follows,
          what_is_around_is_looked_at_and_not_taken, names_and_the_first_group_stand_for_patterns,
          what_is_no_pattern_is_refused_with_a_sentence, groups_within_groups_have_an_end,
          hostile_patterns_take_linear_time, examples_say_what_is_around,
          examples_are_read_no_further_than_their_end)
