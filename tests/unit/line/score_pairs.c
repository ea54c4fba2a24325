#include "line/score_pairs.h"

#include <stdio.h>
#include <string.h>

#include "unit/unit.h"

enum { MOST = 8 };

/* Spans of sentences of these lengths, a blank between them. */
static void place(const size_t *lengths, size_t n, tr_span *out)
{
    for (size_t i = 0, at = 0; i < n; at += lengths[i++] + 1)
        out[i] = (tr_span){at, at + lengths[i]};
}

/* "1-1 2-1": how many sentences of both sides each pair has. */
static const char *paired(const size_t *source, size_t n, const size_t *target, size_t m)
{
    static char text[200];
    tr_span s[MOST], t[MOST];
    tr_score_pair pairs[MOST];

    place(source, n, s);
    place(target, m, t);
    const size_t n_pairs = tr_score_pairs_find(s, n, t, m, pairs);
    *text = '\0';
    for (size_t k = 0, i = 0, j = 0; k < n_pairs; k++) {
        size_t a = 0, b = 0;
        ck_assert_uint_eq(pairs[k].source.begin, s[i].begin);
        ck_assert_uint_eq(pairs[k].target.begin, t[j].begin);
        for (bool more = true; more; a++)
            more = s[i++].end < pairs[k].source.end;
        for (bool more = true; more; b++)
            more = t[j++].end < pairs[k].target.end;
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s%zu-%zu", k ? " " : "", a, b);
        if (k + 1 == n_pairs) ck_assert(i == n && j == m);
    }
    return text;
}

/* Two lists of lengths, each as "40 80 60". */
static const char *pair_up(const char *source, const char *target)
{
    size_t lengths[2][MOST], n[2] = {0, 0};

    for (int i = 0; i < 2; i++) {
        const char *at = i ? target : source;
        for (int used; sscanf(at, "%zu%n", &lengths[i][n[i]], &used) == 1; at += used)
            n[i]++;
    }
    return paired(lengths[0], n[0], lengths[1], n[1]);
}

START_TEST(as_many_sentences_are_pairs)
{
    ck_assert_str_eq(pair_up("40 10 70", "45 60 10"), "1-1 1-1 1-1");
    ck_assert_str_eq(pair_up("1", "300"), "1-1");
}
END_TEST

/* The lengths leave no doubt which sentences belong together. */
START_TEST(others_are_put_together_by_their_lengths)
{
    ck_assert_str_eq(pair_up("40 80 60", "42 145"), "1-1 2-1");
    ck_assert_str_eq(pair_up("40 80 60", "122 63"), "2-1 1-1");
    ck_assert_str_eq(pair_up("100 30", "52 50 31"), "1-2 1-1");
    ck_assert_str_eq(pair_up("30 90 25", "31 30 30 31 26"), "1-1 1-3 1-1");
    ck_assert_str_eq(pair_up("50 20", "71"), "2-1");
}
END_TEST

START_TEST(too_many_for_one_are_no_pairs)
{
    ck_assert_str_eq(pair_up("20 20 20 20", "80"), "");
    ck_assert_str_eq(pair_up("", "80"), "");
    ck_assert_str_eq(pair_up("80", ""), "");
}
END_TEST

static void add_span(char *to, size_t size, const char *text, tr_span s, const char *behind)
{
    const size_t len = strlen(to);
    snprintf(to + len, size - len, "%.*s%s", (int)(s.end - s.begin), text + s.begin, behind);
}

/* Both texts with a bar where they are cut; "" where they are not. */
static const char *cut(const char *source, const char *target, bool source_spaces,
                       bool target_spaces)
{
    static char text[400];
    const bool spaces[2] = {source_spaces, target_spaces};
    const tr_score_pair pair = {{0, strlen(source)}, {0, strlen(target)}};
    tr_score_pair halves[2];

    *text = '\0';
    if (!tr_score_pair_cut(source, target, spaces, &pair, halves)) return text;
    add_span(text, sizeof text, source, halves[0].source, "|");
    add_span(text, sizeof text, source, halves[1].source, " / ");
    add_span(text, sizeof text, target, halves[0].target, "|");
    add_span(text, sizeof text, target, halves[1].target, "");
    return text;
}

START_TEST(both_texts_are_cut_at_the_same_share)
{
    ck_assert_str_eq(cut("one two six ten", "eins zwei sechs zehn", true, true),
                     "one two| six ten / eins zwei| sechs zehn");
    ck_assert_str_eq(cut(" a bbbbbbbbbbbbbbbbbb ", "c ddddddddddddddddddd", true, true),
                     "a| bbbbbbbbbbbbbbbbbb / c| ddddddddddddddddddd");
}
END_TEST

START_TEST(without_blanks_they_are_cut_between_characters)
{
    ck_assert_str_eq(cut("one two", "\xE4\xB8\x80\xE4\xBA\x8C", true, false),
                     "one| two / \xE4\xB8\x80|\xE4\xBA\x8C");
    ck_assert_str_eq(cut("\xE4\xB8\x80\xE4\xBA\x8C", "one two", false, true),
                     "\xE4\xB8\x80|\xE4\xBA\x8C / one| two");
}
END_TEST

START_TEST(what_is_one_is_not_cut)
{
    ck_assert_str_eq(cut("word", "Wort und Wort", true, true), "");
    ck_assert_str_eq(cut("word and word", "Wort", true, true), "");
    ck_assert_str_eq(cut("word and word", "", true, true), "");
    ck_assert_str_eq(cut("", "Wort und Wort", true, true), "");
    ck_assert_str_eq(cut("\xE4\xB8\x80", "Wort und Wort", false, true), "");
}
END_TEST

UNIT_MAIN("score_pairs", as_many_sentences_are_pairs, others_are_put_together_by_their_lengths,
          too_many_for_one_are_no_pairs, both_texts_are_cut_at_the_same_share,
          without_blanks_they_are_cut_between_characters, what_is_one_is_not_cut)
