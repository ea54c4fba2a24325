/* BLEU from counts.  Each letter of a test is a word.  Scores are those of
 * sacrebleu.metrics.BLEU(tokenize='none') 2.6.0; the fractions are counted by hand. */
#include "metrics/bleu.h"

#include "unit/unit.h"

static tr_symbols words(const char *letters)
{
    tr_symbols s = {0};
    for (; *letters; letters++)
        tr_symbols_add(&s, (unsigned char)*letters);
    return s;
}

/* Adds the counts of a line with one or two references; NULL: there is no second one. */
static void add_line(const char *line, const char *first, const char *second, double *sums)
{
    tr_ngrams w = {0};
    tr_symbols of_line = words(line), references[] = {words(first), words(second ? second : "")};
    double counts[TR_BLEU_COUNTS];

    tr_bleu_count(&w, &of_line, references, second ? 2 : 1, counts);
    ck_assert(!w.failed);
    for (size_t i = 0; i < TR_BLEU_COUNTS; i++)
        sums[i] += counts[i];
    tr_symbols_free(&of_line);
    tr_symbols_free(&references[0]);
    tr_symbols_free(&references[1]);
    tr_ngrams_free(&w);
}

static tr_metric_score score_of(const char *line, const char *reference)
{
    tr_metric_score score = {0};
    double counts[TR_BLEU_COUNTS] = {0};

    add_line(line, reference, NULL, counts);
    tr_bleu_score(counts, false, &score);
    return score;
}

static void check_counts(const char *line, const char *first, const char *second,
                         const double *wanted)
{
    double counts[TR_BLEU_COUNTS] = {0};

    add_line(line, first, second, counts);
    for (size_t i = 0; i < TR_BLEU_COUNTS; i++)
        ck_assert_msg(counts[i] == wanted[i], "%s: count %zu is %g", line, i, counts[i]);
}

/* "the the the the the the the" of Papineni et al. 2002: "the cat is on the mat" has two of them,
 * "there is a cat on the mat" has one. */
START_TEST(a_word_matches_as_often_as_a_reference_has_it)
{
    check_counts("ttttttt", "tciotm", "riacotm", (double[]){7, 7, 2, 0, 0, 0, 7, 6, 5, 4});
    check_counts("ttttttt", "tcaotm", NULL, (double[]){7, 6, 2, 0, 0, 0, 7, 6, 5, 4});
    check_counts("abcd", "abx", "xcd", (double[]){4, 3, 4, 2, 0, 0, 4, 3, 2, 1});
    check_counts("", "abc", NULL, (double[]){0, 3, 0, 0, 0, 0, 0, 0, 0, 0});
    check_counts("ab", "", NULL, (double[]){2, 0, 0, 0, 0, 0, 2, 1, 0, 0});
}
END_TEST

static double length_taken(const char *line, const char *first, const char *second)
{
    double counts[TR_BLEU_COUNTS] = {0};
    add_line(line, first, second, counts);
    return counts[1];
}

START_TEST(the_nearest_reference_gives_its_length)
{
    ck_assert_double_eq(length_taken("abcde", "abcdefgh", "abcd"), 4);
    ck_assert_double_eq(length_taken("abcde", "ab", "abcdefg"), 7);
    ck_assert_double_eq(length_taken("abcde", "abcdef", "abcd"), 4);
    ck_assert_double_eq(length_taken("abcde", "abcd", "abcdef"), 4);
    ck_assert_double_eq(length_taken("abcde", "abcde", "abcdef"), 5);
}
END_TEST

/* exp(1 - 6 / 4) */
START_TEST(a_text_that_is_too_short_pays)
{
    const tr_metric_score shorter = score_of("abcd", "abcdef"),
                          longer = score_of("abcdex", "abcde");

    ck_assert_double_eq_tol(shorter.brevity_penalty, 0.6065306597126334, 1e-12);
    ck_assert_double_eq_tol(shorter.score, 60.653065971263366, 1e-9);
    ck_assert_double_eq(shorter.line_words, 4);
    ck_assert_double_eq(shorter.reference_words, 6);
    ck_assert_double_eq(longer.brevity_penalty, 1);
    ck_assert_double_eq_tol(longer.score, 75.98356856515926, 1e-9);
}
END_TEST

/* Of the orders 2, 3 and 4 nothing matches: a half of 3, a quarter of 2, an eighth of 1. */
START_TEST(an_order_without_matches_counts_less_each_time)
{
    const tr_metric_score s = score_of("axyz", "abcd");

    ck_assert_double_eq_tol(s.precisions[0], 25, 1e-12);
    ck_assert_double_eq_tol(s.precisions[1], 100 / 6.0, 1e-12);
    ck_assert_double_eq_tol(s.precisions[2], 12.5, 1e-12);
    ck_assert_double_eq_tol(s.precisions[3], 12.5, 1e-12);
    ck_assert_double_eq_tol(s.score, 15.97357760615681, 1e-9);
}
END_TEST

START_TEST(a_text_without_ngrams_of_an_order_has_no_score)
{
    ck_assert_double_eq(score_of("xyzw", "abcd").score, 0);
    ck_assert_double_eq(score_of("abc", "abc").score, 0);
    ck_assert_double_eq_tol(score_of("abc", "abc").precisions[2], 100, 1e-12);
    ck_assert_double_eq(score_of("abc", "abc").precisions[3], 0);
    ck_assert_double_eq(score_of("", "abcd").score, 0);
    ck_assert_double_eq(score_of("", "abcd").brevity_penalty, 0);
    ck_assert_double_eq(score_of("abcd", "").score, 0);
    ck_assert_double_eq(score_of("", "").score, 0);
}
END_TEST

/* The text has 9 words, 7 pairs, 5 triples and 3 quadruples, of which 8, 5, 3 and 2 match. */
START_TEST(counts_of_lines_add_up_to_those_of_a_text)
{
    double counts[TR_BLEU_COUNTS] = {0};
    tr_metric_score s = {0};

    add_line("abcde", "abcde", NULL, counts);
    add_line("fghi", "fgxi", NULL, counts);
    tr_bleu_score(counts, false, &s);
    ck_assert_double_eq_tol(s.precisions[0], 100 * 8 / 9.0, 1e-12);
    ck_assert_double_eq_tol(s.precisions[1], 100 * 5 / 7.0, 1e-12);
    ck_assert_double_eq_tol(s.precisions[2], 60, 1e-12);
    ck_assert_double_eq_tol(s.precisions[3], 100 * 2 / 3.0, 1e-12);
    ck_assert_double_eq_tol(s.score, 70.98962112020108, 1e-9);
}
END_TEST

UNIT_MAIN("bleu", a_word_matches_as_often_as_a_reference_has_it,
          the_nearest_reference_gives_its_length, a_text_that_is_too_short_pays,
          an_order_without_matches_counts_less_each_time,
          a_text_without_ngrams_of_an_order_has_no_score, counts_of_lines_add_up_to_those_of_a_text)
