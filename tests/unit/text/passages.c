#include "text/passages.h"

#include <string.h>

#include "unit/unit.h"

/* The passages of a text, between bars. */
static const char *passages_of(const char *text, bool splits, bool keeps)
{
    static char all[1000];
    tr_passages p;
    tr_error err;

    ck_assert_int_eq(tr_passages_init(&p, "en", splits, &err), 0);
    ck_assert_int_eq(tr_passages_find(&p, text, strlen(text), splits, keeps, &err), 0);
    *all = '\0';
    for (size_t i = 0; i < p.n; i++) {
        if (i) strcat(all, "|");
        strncat(all, text + p.list[i].begin, p.list[i].end - p.list[i].begin);
    }
    tr_passages_free(&p);
    return all;
}

START_TEST(sentences_are_passages)
{
    ck_assert_str_eq(passages_of("  One. And two!  ", true, true), "One.|And two!");
    ck_assert_str_eq(passages_of("  One. And two!  ", false, true), "One. And two!");
}
END_TEST

START_TEST(kept_words_and_tags_are_between_passages)
{
    ck_assert_str_eq(passages_of("See www.example.org now.", true, true),
                     "See www.example.org now.");
    ck_assert_str_eq(passages_of("A <b>big</b> house. No?", true, true), "A |big| house.|No?");
    ck_assert_str_eq(passages_of("<b></b><br/>", true, true), "");
}
END_TEST

START_TEST(signs_are_beside_passages)
{
    ck_assert_str_eq(passages_of(">>> == Hello there ***", true, true), "Hello there");
    ck_assert_str_eq(passages_of("a == b", true, true), "a == b");
    ck_assert_str_eq(passages_of("*** ==", true, true), "");
    ck_assert_str_eq(passages_of("\x1B[1mOne\x1B[0m two", true, true), "One| two");
}
END_TEST

START_TEST(marks_of_emphasis_are_between_passages)
{
    ck_assert_str_eq(passages_of("**Please note**", true, true), "Please note");
    ck_assert_str_eq(passages_of("***Go on.*** *Stop it. Now!*", true, true),
                     "Go on.|Stop it.|Now!");
    ck_assert_str_eq(passages_of("<b>*One*</b> **two", true, true), "One| **two");
    ck_assert_str_eq(passages_of("2 * 3 * 4 of *.c", true, true), "2 * 3 * 4 of *.c");
    ck_assert_str_eq(passages_of("**Please note**", true, false), "**Please note**");
}
END_TEST

START_TEST(placeholders_are_in_passages)
{
    ck_assert_str_eq(passages_of("It has %d files.", true, true), "It has %d files.");
    ck_assert_str_eq(passages_of("It is {!! trans('x') !!} now. Yes!", true, true),
                     "It is {!! trans('x') !!} now.|Yes!");
    ck_assert_str_eq(passages_of("{{ Is it? Or not. }} Yes! No!", true, true),
                     "{{ Is it? Or not. }} Yes!|No!");
}
END_TEST

START_TEST(tags_of_templates_are_between_passages)
{
    ck_assert_str_eq(passages_of("{% if a %}We are here{% endif %} today", true, true),
                     "We are here| today");
    ck_assert_str_eq(passages_of("{{#if a}}Yes{{else}}No{{/if}}", true, true), "Yes|No");
    ck_assert_str_eq(passages_of("Hello {{ name }} of {% url x %}", true, true),
                     "Hello {{ name }} of {% url x %}");
}
END_TEST

START_TEST(all_of_a_sentence_is_a_passage_where_nothing_is_kept)
{
    ck_assert_str_eq(passages_of("A <b>big</b> house. No?", true, false),
                     "A <b>big</b> house.|No?");
    ck_assert_str_eq(passages_of(" www.example.org ", false, false), "www.example.org");
}
END_TEST

START_TEST(blank_text_has_no_passages)
{
    ck_assert_str_eq(passages_of("", true, true), "");
    ck_assert_str_eq(passages_of(" \t\xC2\xA0", true, true), "");
    ck_assert_str_eq(passages_of(" \t ", false, false), "");
}
END_TEST

UNIT_MAIN("passages", sentences_are_passages, kept_words_and_tags_are_between_passages,
          marks_of_emphasis_are_between_passages, signs_are_beside_passages,
          placeholders_are_in_passages, tags_of_templates_are_between_passages,
          all_of_a_sentence_is_a_passage_where_nothing_is_kept, blank_text_has_no_passages)
