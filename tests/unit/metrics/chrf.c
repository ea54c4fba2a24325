/* chrF2 and chrF2++ from counts.  Scores are worked out by hand from Popovic's formula, and are
 * those of sacrebleu.metrics.CHRF 2.6.0. */
#include "metrics/chrf.h"

#include "unit/unit.h"

static tr_symbols symbols(const char *text)
{
    tr_symbols s = {0};
    for (; *text; text++)
        tr_symbols_add(&s, (unsigned char)*text);
    return s;
}

static void count(const char *line, const char *reference, size_t max_order, double *counts)
{
    tr_ngrams w = {0};
    tr_symbols a = symbols(line), b = symbols(reference);

    tr_chrf_count(&w, &a, &b, max_order, counts);
    ck_assert(!w.failed);
    tr_symbols_free(&a);
    tr_symbols_free(&b);
    tr_ngrams_free(&w);
}

static double chrf2(const char *line, const char *reference)
{
    double counts[TR_CHRF_COUNTS];
    count(line, reference, TR_CHRF_CHARACTERS, counts);
    return tr_chrf_score(counts, TR_CHRF_COUNTS);
}

/* Characters, and words of which each is a letter. */
static double chrf2_plus(const char *line, const char *reference, const char *line_words,
                         const char *reference_words)
{
    double counts[TR_CHRF_PLUS_COUNTS];
    count(line, reference, TR_CHRF_CHARACTERS, counts);
    count(line_words, reference_words, TR_CHRF_WORDS, counts + TR_CHRF_COUNTS);
    return tr_chrf_score(counts, TR_CHRF_PLUS_COUNTS);
}

/* "cat" has 3, 2, 1 n-grams; "cats" has 4, 3, 2, 1; all of the former are in the latter. */
START_TEST(counts_are_of_the_line_the_reference_and_both)
{
    static const double wanted[] = {3, 4, 3, 2, 3, 2, 1, 2, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0};
    double counts[TR_CHRF_COUNTS];

    count("cat", "cats", TR_CHRF_CHARACTERS, counts);
    for (size_t i = 0; i < TR_CHRF_COUNTS; i++)
        ck_assert_double_eq(counts[i], wanted[i]);
}
END_TEST

/* "cat": precision 1, recall (3/4 + 2/3 + 1/2) / 3 = 23/36; 5 P R / (4 P + R) = 115/167.
 * "aab": precision (2/3 + 1/2) / 2 = 7/12, recall 1; the same is 7/8. */
START_TEST(recall_counts_double)
{
    ck_assert_double_eq_tol(chrf2("cat", "cats"), 100 * 115 / 167.0, 1e-9);
    ck_assert_double_eq_tol(chrf2("ab", "abc"), 63.636363636363626, 1e-9);
    ck_assert_double_eq_tol(chrf2("aab", "ab"), 87.5, 1e-9);
    ck_assert_double_eq_tol(chrf2("thecatsat", "thecatis"), 59.34146140007401, 1e-9);
    /* All letters match and nothing longer does: 1/6 of precision and of recall. */
    ck_assert_double_eq_tol(chrf2("abcdefg", "gfedcba"), 100 / 6.0, 1e-9);
}
END_TEST

START_TEST(equal_texts_have_all_and_others_nothing)
{
    ck_assert_double_eq_tol(chrf2("abcdef", "abcdef"), 100, 1e-9);
    ck_assert_double_eq_tol(chrf2("a", "a"), 100, 1e-9);
    ck_assert_double_eq(chrf2("xyz", "abc"), 0);
    ck_assert_double_eq(chrf2("", "abc"), 0);
    ck_assert_double_eq(chrf2("abc", ""), 0);
    ck_assert_double_eq(chrf2("", ""), 0);
}
END_TEST

/* "the cat sat" and "the cat is" */
START_TEST(words_are_two_more_orders)
{
    ck_assert_double_eq_tol(chrf2_plus("thecatsat", "thecatis", "tcs", "tci"), 59.14169147853413,
                            1e-9);
    ck_assert_double_eq_tol(chrf2_plus("cat", "cats", "x", "y"), 51.64670658682634, 1e-9);
    ck_assert_double_eq_tol(chrf2_plus("abcdef", "abcdef", "a", "a"), 100, 1e-9);
    ck_assert_double_eq(chrf2_plus("xyz", "abc", "x", "a"), 0);
}
END_TEST

/* Of order 1, "ab" and "b" have 3 symbols and the references 4 with 2 matches; of order 2, "ab" has
 * 1, the references 2 with no match: P = 1/3, R = 1/4. */
START_TEST(counts_of_lines_add_up_to_those_of_a_text)
{
    double first[TR_CHRF_COUNTS], second[TR_CHRF_COUNTS];
    const double precision = 1 / 3.0, recall = 1 / 4.0;

    count("ab", "ac", TR_CHRF_CHARACTERS, first);
    count("b", "bd", TR_CHRF_CHARACTERS, second);
    for (size_t i = 0; i < TR_CHRF_COUNTS; i++)
        first[i] += second[i];
    ck_assert_double_eq_tol(tr_chrf_score(first, TR_CHRF_COUNTS),
                            100 * 5 * precision * recall / (4 * precision + recall), 1e-9);
}
END_TEST

UNIT_MAIN("chrf", counts_are_of_the_line_the_reference_and_both, recall_counts_double,
          equal_texts_have_all_and_others_nothing, words_are_two_more_orders,
          counts_of_lines_add_up_to_those_of_a_text)
