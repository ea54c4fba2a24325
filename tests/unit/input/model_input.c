#include "input/model_input.h"

#include <stdio.h>
#include <string.h>

#include "unit/tokenized.h"
#include "unit/unit.h"

enum { PLAIN = -2, FIRST = -1 }; /* ways to make inputs, beside those of enum tr_keep */

static const char *target = "de"; /* the language of the translation */
static bool without_bytes;        /* what the vocabulary lacks is unknown */

/* A tokenizer that knows these words, and some small letters. */
static tr_tokenizer *open_tokenizer(tr_buf *model)
{
    static const char *const pieces[] = {"\u2581press", "\u2581the", "\u2581button"};
    const size_t n = sizeof pieces / sizeof *pieces;

    return without_bytes ? open_unigram_without_bytes(model, pieces, n)
                         : open_unigram(model, pieces, n);
}

/* The inputs of a text, "BEGIN:TEXT" between bars; *keep receives how the first one is kept. */
static const char *stretches_of(const char *text, int way, enum tr_keep *keep)
{
    static char all[1000];
    tr_buf model = {0};
    tr_tokenizer *const t = open_tokenizer(&model);
    tr_chunks chunks = {.tokenizer = t, .max_tokens = 100};
    tr_model_inputs s = {.chunks = &chunks,
                         .lowers = true,
                         .protected = {.spaces = true,
                                       .stops = &tr_language_data("en")->stops,
                                       .target = &tr_language_data(target)->stops}};
    const tr_lost_numbers numbers = {.all = way > TR_KEEP_STAND_INS};
    const tr_span passage = {0, strlen(text)};
    tr_region region = {0};
    tr_model_input *list;
    tr_error err;

    const int rc = way == PLAIN   ? tr_model_inputs_plain(text, passage, &region, &list, &err)
                   : way == FIRST ? tr_model_inputs_first(&s, text, passage, &region, &list, &err)
                                  : tr_model_inputs_again(&s, text, passage, (enum tr_keep)way,
                                                          &numbers, &region, &list, &err);
    ck_assert_int_eq(rc, 0);
    *keep = list ? list->keep : TR_KEEP_NOTHING;
    *all = '\0';
    for (const tr_model_input *one = list; one; one = one->next)
        snprintf(all + strlen(all), sizeof all - strlen(all), "%zu:%.*s%s", one->begin,
                 (int)one->len, one->text, one->next ? "|" : "");
    tr_model_inputs_free(&s);
    tr_chunks_free(&chunks);
    tr_region_free(&region);
    tr_tokenizer_free(t);
    tr_buf_free(&model);
    return all;
}

static void check_stretches(const char *text, int way, const char *wanted, enum tr_keep wanted_keep)
{
    enum tr_keep keep;
    ck_assert_str_eq(stretches_of(text, way, &keep), wanted);
    ck_assert_int_eq(keep, wanted_keep);
}

START_TEST(a_passage_is_one_stretch_where_nothing_is_held)
{
    check_stretches(" press the button ", FIRST, "1:press the button", TR_KEEP_NOTHING);
    check_stretches(" press {0} ", PLAIN, "1:press {0}", TR_KEEP_NOTHING);
    check_stretches("PRESS", PLAIN, "0:PRESS", TR_KEEP_NOTHING);
}
END_TEST

START_TEST(placeholders_are_copied_or_stood_in_for_then_left_out)
{
    static const char text[] = "press %d or the %s the";

    check_stretches(text, FIRST, "0:press %d or the %s the", TR_KEEP_COPIES);
    check_stretches(text, TR_KEEP_STAND_INS, "0:press AB12 or the CD34 the", TR_KEEP_STAND_INS);
    check_stretches(text, TR_KEEP_OTHERS, "0:press XQ1 or the XV2 the", TR_KEEP_OTHERS);
    check_stretches(text, TR_KEEP_BETWEEN, "0:press|9:or the|19:the", TR_KEEP_BETWEEN);
}
END_TEST

START_TEST(letters_that_the_model_does_not_know_have_a_stand_in_at_once)
{
    check_stretches("press Привет the", FIRST, "0:press AB12 the", TR_KEEP_COPIES);
}
END_TEST

START_TEST(addresses_and_times_have_stand_ins)
{
    check_stretches("press http://example.org/x, the", FIRST, "0:press AB12, the", TR_KEEP_COPIES);
    check_stretches("press the button at 5 p.m. the", FIRST, "0:press the button at 17:00 the",
                    TR_KEEP_COPIES);
}
END_TEST

START_TEST(numbers_have_stand_ins_when_they_were_lost)
{
    check_stretches("press 300 the button", TR_KEEP_STAND_INS, "0:press 300 the button",
                    TR_KEEP_STAND_INS);
    check_stretches("press 300 the button", TR_KEEP_OTHERS, "0:press XQ1 the button",
                    TR_KEEP_OTHERS);
    check_stretches("press 300 the button", TR_KEEP_BETWEEN, "0:press|10:the button",
                    TR_KEEP_BETWEEN);
}
END_TEST

START_TEST(what_needs_many_stand_ins_is_cut_after_clauses)
{
    check_stretches("press {0} the, {1} the, {2} the, {3} the, {4} the", TR_KEEP_STAND_INS,
                    "0:press AB12 the, CD34 the, EF56 the, GH78 the,|42:AB12 the",
                    TR_KEEP_STAND_INS);
}
END_TEST

START_TEST(so_is_a_list_of_many_numbers)
{
    check_stretches(
        "the 20 the, 21 the, 22 the, 23 the, 24 the, 25 the, 26 the, 27 the, 28 the", FIRST,
        "0:the 20 the, 21 the, 22 the, 23 the, 24 the,|44:25 the, 26 the, 27 the, 28 the",
        TR_KEEP_NOTHING);
}
END_TEST

START_TEST(numbers_of_a_code_do_not_make_it_a_list)
{
    check_stretches("press a1b2c3d4-e5f6-a7b8-c9d0-e1f2a3b4c5d6 the", FIRST, "0:press AB12 the",
                    TR_KEEP_COPIES);
}
END_TEST

START_TEST(abbreviations_before_numbers_are_those_of_the_target)
{
    check_stretches("press no.: 12-34", FIRST, "0:press Nr.: 12-34", TR_KEEP_COPIES);
    check_stretches("press (nos. 7 the)", FIRST, "0:press (Nr. 7 the)", TR_KEEP_COPIES);
    check_stretches("No. 7", FIRST, "0:Nr. 7", TR_KEEP_COPIES);
    check_stretches("press fig. 7, vol. 8", FIRST, "0:press Abb. 7, Bd. 8", TR_KEEP_COPIES);
    check_stretches("press ch. the sec. 8", FIRST, "0:press ch. the Abschn. 8", TR_KEEP_COPIES);
    target = "pt"; /* n.º is not ASCII */
    check_stretches("press no. 7, fig. 8", FIRST, "0:press number 7, fig. 8", TR_KEEP_COPIES);
    target = "xx";
    check_stretches("press no. 7, fig. 8", FIRST, "0:press no. 7, fig. 8", TR_KEEP_NOTHING);
    target = "de";
}
END_TEST

START_TEST(words_before_numbers_are_no_abbreviations)
{
    check_stretches("press no. 7 the button", FIRST, "0:press no. 7 the button", TR_KEEP_NOTHING);
    check_stretches("press volcano 7, xfig. 8", FIRST, "0:press volcano 7, xfig. 8",
                    TR_KEEP_NOTHING);
    check_stretches("press no 7, the fig.", FIRST, "0:press no 7, the fig.", TR_KEEP_NOTHING);
}
END_TEST

START_TEST(inches_behind_feet_are_read_in_full)
{
    check_stretches("press 6 ft 2 in the", FIRST, "0:press 6 feet 2 inches the", TR_KEEP_COPIES);
    check_stretches("press 6 ft. 2 in. the", FIRST, "0:press 6 feet 2 inches the", TR_KEEP_COPIES);
    check_stretches("press 6 ft 2 in.", FIRST, "0:press 6 feet 2 inches.", TR_KEEP_COPIES);
    check_stretches("press 2 in the, 6 ft the", FIRST, "0:press 2 in the, 6 ft the",
                    TR_KEEP_NOTHING);
    check_stretches("ft 2 in the", FIRST, "0:ft 2 in the", TR_KEEP_NOTHING);
}
END_TEST

START_TEST(slashes_between_words_are_read_with_blanks)
{
    check_stretches("press the/button", FIRST, "0:press the / button", TR_KEEP_COPIES);
    check_stretches("button/press/button", FIRST, "0:button / press / button", TR_KEEP_COPIES);
    check_stretches("press he/the or to/do", FIRST, "0:press he/the or to/do", TR_KEEP_NOTHING);
    check_stretches("press THE/Button", FIRST, "0:press the/Button", TR_KEEP_NOTHING);
    check_stretches("press and/then the", FIRST, "0:press and/then the", TR_KEEP_NOTHING);
    check_stretches("press km/h, button/-s", FIRST, "0:press km/h, button/-s", TR_KEEP_NOTHING);
}
END_TEST

START_TEST(slashes_behind_money_are_read_with_blanks)
{
    check_stretches("press $5/button, 5 $/the", FIRST, "0:press $5 / button, 5 $ / the",
                    TR_KEEP_COPIES);
    check_stretches("press 5/button, $5/m, $5/6", FIRST, "0:press 5/button, $5/m, $5/6",
                    TR_KEEP_NOTHING);
}
END_TEST

START_TEST(the_m_of_money_is_read_as_millions)
{
    check_stretches("press $5m the, $2.5m.", FIRST, "0:press $5 million the, $2.5 million.",
                    TR_KEEP_COPIES);
    check_stretches("press 5m the 6m", FIRST, "0:press 5m the 6m", TR_KEEP_NOTHING);
}
END_TEST

START_TEST(marks_that_the_model_does_not_know_are_read_as_plain_ones)
{
    static const char text[] = "press ‘the’ “button” – the—the’s";

    check_stretches(text, FIRST, "0:press ‘the’ “button” – the—the’s", TR_KEEP_NOTHING);
    without_bytes = true;
    check_stretches(text, FIRST, "0:press 'the' \"button\" - the - the's", TR_KEEP_COPIES);
    check_stretches(text, TR_KEEP_BETWEEN, "0:press ‘the’ “button” – the—the’s", TR_KEEP_BETWEEN);
    without_bytes = false;
}
END_TEST

START_TEST(there_are_none_without_letters_beside_what_is_held)
{
    check_stretches("{0}: %s", FIRST, "", TR_KEEP_NOTHING);
    check_stretches("   ", FIRST, "", TR_KEEP_NOTHING);
    check_stretches("A", FIRST, "", TR_KEEP_NOTHING);
    check_stretches("X, Y = {0} + 2 Z", FIRST, "", TR_KEEP_NOTHING);
    check_stretches("", PLAIN, "", TR_KEEP_NOTHING);
}
END_TEST

START_TEST(letters_alone_are_words_where_the_language_has_them)
{
    check_stretches("I", FIRST, "0:I", TR_KEEP_NOTHING);
    check_stretches("a", FIRST, "0:a", TR_KEEP_NOTHING);
    check_stretches("U.S.", FIRST, "0:U.S.", TR_KEEP_NOTHING);
    check_stretches("É", PLAIN, "0:É", TR_KEEP_NOTHING);
    check_stretches("A press", FIRST, "0:A press", TR_KEEP_NOTHING);
}
END_TEST

START_TEST(capitals_are_read_as_small_letters)
{
    check_stretches("PRESS THE {BUTTON}", FIRST, "0:Press the AB12", TR_KEEP_COPIES);
}
END_TEST

UNIT_MAIN("input", a_passage_is_one_stretch_where_nothing_is_held,
          placeholders_are_copied_or_stood_in_for_then_left_out,
          letters_that_the_model_does_not_know_have_a_stand_in_at_once,
          addresses_and_times_have_stand_ins, numbers_have_stand_ins_when_they_were_lost,
          what_needs_many_stand_ins_is_cut_after_clauses, so_is_a_list_of_many_numbers,
          numbers_of_a_code_do_not_make_it_a_list,
          abbreviations_before_numbers_are_those_of_the_target,
          words_before_numbers_are_no_abbreviations, inches_behind_feet_are_read_in_full,
          slashes_between_words_are_read_with_blanks, slashes_behind_money_are_read_with_blanks,
          the_m_of_money_is_read_as_millions,
          marks_that_the_model_does_not_know_are_read_as_plain_ones,
          there_are_none_without_letters_beside_what_is_held,
          letters_alone_are_words_where_the_language_has_them, capitals_are_read_as_small_letters)
