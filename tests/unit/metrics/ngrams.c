/* N-grams that are shared, counted by hand. */
#include "metrics/ngrams.h"

#include "unit/unit.h"

enum { ORDERS = 4 };

static tr_symbols symbols(const char *text)
{
    tr_symbols s = {0};
    for (; *text; text++)
        tr_symbols_add(&s, (unsigned char)*text);
    return s;
}

/* The text and its references [n] share as many n-grams of orders 1 to 4 as `wanted` says. */
static void check_matches(tr_ngrams *w, const char *text, const char *const *references, size_t n,
                          const double *wanted)
{
    tr_symbols hypothesis = symbols(text), list[3] = {0};
    double matches[ORDERS];

    for (size_t i = 0; i < n; i++)
        list[i] = symbols(references[i]);
    tr_ngrams_match(w, &hypothesis, list, n, ORDERS, matches);
    ck_assert(!w->failed);
    for (size_t i = 0; i < ORDERS; i++)
        ck_assert_msg(matches[i] == wanted[i], "%s: order %zu: %g", text, i + 1, matches[i]);
    tr_symbols_free(&hypothesis);
    for (size_t i = 0; i < n; i++)
        tr_symbols_free(&list[i]);
}

static void check_pair(const char *text, const char *reference, const double *wanted)
{
    tr_ngrams w = {0};
    check_matches(&w, text, &reference, 1, wanted);
    tr_ngrams_free(&w);
}

START_TEST(ngrams_of_both_match)
{
    check_pair("abcd", "abcd", (double[]){4, 3, 2, 1});
    check_pair("abcd", "xabcy", (double[]){3, 2, 1, 0});
    check_pair("abcd", "dcba", (double[]){4, 0, 0, 0});
    check_pair("abab", "ba", (double[]){2, 1, 0, 0});
    check_pair("abcd", "efgh", (double[]){0, 0, 0, 0});
}
END_TEST

START_TEST(an_ngram_counts_as_often_as_one_reference_has_it)
{
    tr_ngrams w = {0};

    check_pair("aaaa", "aa", (double[]){2, 1, 0, 0});
    check_pair("aa", "aaaa", (double[]){2, 1, 0, 0});
    check_matches(&w, "aaaa", (const char *const[]){"a", "xaay", "aza"}, 3, (double[]){2, 1, 0, 0});
    check_matches(&w, "abcd", (const char *const[]){"ab", "cd"}, 2, (double[]){4, 2, 0, 0});
    check_matches(&w, "abba", (const char *const[]){"ab", "ba", ""}, 3, (double[]){2, 2, 0, 0});
    tr_ngrams_free(&w);
}
END_TEST

START_TEST(empty_sequences_share_nothing)
{
    check_pair("", "abc", (double[]){0, 0, 0, 0});
    check_pair("abc", "", (double[]){0, 0, 0, 0});
    check_pair("", "", (double[]){0, 0, 0, 0});
    check_pair("a", "a", (double[]){1, 0, 0, 0});
}
END_TEST

START_TEST(the_memory_serves_one_line_after_the_other)
{
    tr_ngrams w = {0};
    const char *const first = "abcdefghij", *const second = "ab";

    for (int round = 0; round < 3; round++) {
        check_matches(&w, "abcdefghij", &first, 1, (double[]){10, 9, 8, 7});
        check_matches(&w, "ab", &second, 1, (double[]){2, 1, 0, 0});
        check_matches(&w, "", &second, 1, (double[]){0, 0, 0, 0});
    }
    tr_ngrams_free(&w);
    check_matches(&w, "ab", &second, 1, (double[]){2, 1, 0, 0});
    tr_ngrams_free(&w);
}
END_TEST

/* 200,000 symbols of two kinds: each pair of neighbours differs. */
START_TEST(a_long_line_is_counted)
{
    enum { N = 200000 };
    tr_ngrams w = {0};
    tr_symbols s = {0};
    double matches[2];

    for (uint32_t i = 0; i < N; i++)
        tr_symbols_add(&s, UINT32_MAX - i % 2);
    tr_ngrams_match(&w, &s, &s, 1, 2, matches);
    ck_assert_double_eq(matches[0], N);
    ck_assert_double_eq(matches[1], N - 1);
    tr_symbols_free(&s);
    tr_ngrams_free(&w);
}
END_TEST

START_TEST(a_sequence_has_so_many_ngrams)
{
    ck_assert_double_eq(tr_ngrams_in(4, 1), 4);
    ck_assert_double_eq(tr_ngrams_in(4, 4), 1);
    ck_assert_double_eq(tr_ngrams_in(4, 5), 0);
    ck_assert_double_eq(tr_ngrams_in(0, 1), 0);
}
END_TEST

UNIT_MAIN("ngrams", ngrams_of_both_match, an_ngram_counts_as_often_as_one_reference_has_it,
          empty_sequences_share_nothing, the_memory_serves_one_line_after_the_other,
          a_long_line_is_counted, a_sequence_has_so_many_ngrams)
