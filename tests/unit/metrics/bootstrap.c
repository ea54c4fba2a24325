/* Paired bootstrap.  Means, intervals and p are those of sacrebleu.significance.PairedTest 2.6.0
 * with SACREBLEU_SEED=12345 and tokenize='none', which sums in float. */
#include <string.h>

#include "translate.h"
#include "unit/unit.h"

enum { LINES = 4, SEED = 12345 };

static const char *const reference[LINES] = {"a b c d e f", "g h i j k", "l m n o",
                                             "p q r s t u v"};
static const char *const first[LINES] = {"a b c d e f", "g h j i k", "l m x o", "p q r s t"};
static const char *const second[LINES] = {"a b c d e f", "g h i j k", "l m n x", "p q r s t u v"};

static tr_evaluation *evaluation(const char *const *lines)
{
    tr_evaluation_options o;
    tr_evaluation *e;

    tr_evaluation_options_init(&o);
    o.words = TR_BLEU_NONE;
    o.compare = 1;
    ck_assert_int_eq(tr_evaluation_create(&e, &o, NULL), TR_OK);
    for (size_t i = 0; i < LINES; i++) {
        const tr_string line = {lines[i], strlen(lines[i])},
                        other = {reference[i], strlen(reference[i])};
        ck_assert_int_eq(tr_evaluation_add(e, line, &other, NULL), TR_OK);
    }
    return e;
}

static tr_comparison compared(const char *const *a, const char *const *b, int metric,
                              size_t n_samples, uint64_t seed)
{
    tr_evaluation *const baseline = evaluation(a), *const system = evaluation(b);
    tr_comparison c;

    ck_assert_int_eq(tr_evaluation_compare(baseline, system, metric, n_samples, seed, &c, NULL),
                     TR_OK);
    tr_evaluation_free(baseline);
    tr_evaluation_free(system);
    return c;
}

START_TEST(a_comparison_is_that_of_sacrebleu)
{
    static const struct {
        int metric;
        size_t n_samples;
        double mean[2], half[2], p;
    } cases[] = {
        {TR_BLEU, 100, {58.906889, 92.227340}, {37.857963, 10.079603}, 0.07920792},
        {TR_CHRF, 100, {59.004715, 94.734120}, {34.925446, 7.873016}, 0.02970297},
        {TR_TER, 100, {17.951580, 4.848625}, {11.363637, 5.555556}, 0.02970297},
        {TR_BLEU, 40, {55.986166, 91.175934}, {37.857963, 8.976065}, 0.09756098},
        {TR_TER, 40, {18.050516, 5.475597}, {11.363637, 5.263158}, 0.02439024},
        {TR_TER, 39, {17.872324, 5.359588}, {11.462451, 8.823529}, 0.025},
        {TR_TER, 1, {18.181818, 4.545455}, {0, 0}, 0.5},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const tr_comparison c = compared(first, second, cases[i].metric, cases[i].n_samples, SEED);
        for (size_t k = 0; k < 2; k++) {
            ck_assert_double_eq_tol(c.mean[k], cases[i].mean[k], 2e-5);
            ck_assert_double_eq_tol(c.half[k], cases[i].half[k], 2e-5);
        }
        ck_assert_double_eq_tol(c.p_value, cases[i].p, 1e-7);
    }
}
END_TEST

START_TEST(sides_change_places)
{
    const tr_comparison c = compared(first, second, TR_CHRF_PLUS, 50, 1),
                        d = compared(second, first, TR_CHRF_PLUS, 50, 1);

    ck_assert_double_eq(c.mean[0], d.mean[1]);
    ck_assert_double_eq(c.mean[1], d.mean[0]);
    ck_assert_double_eq(c.half[0], d.half[1]);
    ck_assert_double_eq(c.p_value, d.p_value);
}
END_TEST

START_TEST(a_seed_gives_the_same_numbers_again)
{
    const tr_comparison c = compared(first, second, TR_BLEU, 50, 1),
                        same = compared(first, second, TR_BLEU, 50, 1),
                        other = compared(first, second, TR_BLEU, 50, 2);

    ck_assert_double_eq(c.mean[0], same.mean[0]);
    ck_assert_double_eq(c.half[0], same.half[0]);
    ck_assert_double_ne(c.mean[0], other.mean[0]);
}
END_TEST

/* All samples of a perfect translation are perfect. */
START_TEST(equal_lines_have_no_interval)
{
    const tr_comparison c = compared(reference, reference, TR_TER, 50, SEED);

    ck_assert_double_eq(c.mean[0], 0);
    ck_assert_double_eq(c.mean[1], 0);
    ck_assert_double_eq(c.half[0], 0);
    ck_assert_double_eq(c.half[1], 0);
}
END_TEST

START_TEST(the_signature_names_samples_and_seed)
{
    const tr_comparison c = compared(first, second, TR_TER, 50, SEED);
    ck_assert_ptr_nonnull(strstr(c.signature, "|bs:50|seed:12345|case:lc|tok:tercom|"));
}
END_TEST

UNIT_MAIN("bootstrap", a_comparison_is_that_of_sacrebleu, sides_change_places,
          a_seed_gives_the_same_numbers_again, equal_lines_have_no_interval,
          the_signature_names_samples_and_seed)
