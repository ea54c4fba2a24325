#include "model/quality.h"

#include <math.h>

#include "make/changed_model.h"
#include "make/model_file.h"
#include "model/nmt.h"
#include "unit/unit.h"

/* ---- In a file */

static void put_keys(tr_gguf_writer *w)
{
    tr_quality_write(&(tr_quality){.bias = -0.25F, .slope = 2.5F, .lines = 321}, w);
}

static model_spec fitted_spec(void)
{
    model_spec spec = model_spec_small;
    spec.more_keys = put_keys;
    return spec;
}

/* What is read of a file with one key changed; version UINT32_MAX: it is refused with the words. */
static tr_quality read_changed(const change *c, const char *words)
{
    const model_spec spec = fitted_spec();
    tr_quality q = {.version = UINT32_MAX};
    tr_error err = {0};
    scratch s;
    tr_nmt m;

    make_good(&s, &spec);
    char *const changed = strdup(scratch_file(&s, "changed.gguf"));
    copy_changed(scratch_file(&s, "good.gguf"), changed, c);
    if (tr_nmt_open(&m, changed, &err) == 0) {
        q = m.quality;
        tr_nmt_close(&m);
    } else {
        assert_says(&err, TR_EFORMAT, words);
    }
    free(changed);
    scratch_close(&s);
    return q;
}

static void assert_is_default(const tr_quality *q, uint32_t version)
{
    ck_assert_uint_eq(q->version, version);
    ck_assert_float_eq(q->bias, 1.5F);
    ck_assert_float_eq(q->slope, 3.1F);
    ck_assert_uint_eq(q->lines, 0);
}

START_TEST(is_read_as_it_was_written)
{
    const tr_quality q = read_changed(&(change){.key = "general.name", .type = -1}, "");
    ck_assert_uint_eq(q.version, 1);
    ck_assert_float_eq(q.bias, -0.25F);
    ck_assert_float_eq(q.slope, 2.5F);
    ck_assert_uint_eq(q.lines, 321);
}
END_TEST

START_TEST(is_the_default_where_a_file_has_none)
{
    const tr_quality q = read_changed(&(change){.key = "nmt.quality.version", .type = -1}, "");
    assert_is_default(&q, 0);
}
END_TEST

START_TEST(is_the_default_where_the_version_is_not_known)
{
    static const uint32_t versions[] = {0, 2, UINT32_MAX};

    for (size_t i = 0; i < sizeof versions / sizeof *versions; i++) {
        const change c = {
            .key = "nmt.quality.version", .type = TR_GGUF_UINT32, .number = versions[i]};
        const tr_quality q = read_changed(&c, "");
        assert_is_default(&q, versions[i]);
    }
}
END_TEST

START_TEST(a_slope_may_be_0)
{
    const change c = {.key = "nmt.quality.slope", .type = TR_GGUF_FLOAT32, .real = 0};
    const tr_quality q = read_changed(&c, "");
    ck_assert_float_eq(q.slope, 0);
}
END_TEST

START_TEST(refuses_numbers_that_are_not_finite_and_slopes_below_0)
{
    const struct {
        const char *key, *words;
        float real;
    } cases[] = {
        {"nmt.quality.bias", "key nmt.quality.bias: nan is not finite", NAN},
        {"nmt.quality.bias", "key nmt.quality.bias: -inf is not finite", -INFINITY},
        {"nmt.quality.slope", "key nmt.quality.slope: nan is not finite", NAN},
        {"nmt.quality.slope", "key nmt.quality.slope: inf is not finite", INFINITY},
        {"nmt.quality.slope", "key nmt.quality.slope: -0.5 is below 0", -0.5F},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const change c = {.key = cases[i].key, .type = TR_GGUF_FLOAT32, .real = cases[i].real};
        ck_assert_uint_eq(read_changed(&c, cases[i].words).version, UINT32_MAX);
    }
}
END_TEST

START_TEST(refuses_keys_that_are_missing_or_of_another_type)
{
    static const char *const keys[] = {"nmt.quality.bias", "nmt.quality.slope",
                                       "nmt.quality.lines"};

    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        const change gone = {.key = keys[i], .type = -1};
        const change text = {.key = keys[i], .type = TR_GGUF_STRING, .text = "1"};
        ck_assert_uint_eq(read_changed(&gone, keys[i]).version, UINT32_MAX);
        ck_assert_uint_eq(read_changed(&text, keys[i]).version, UINT32_MAX);
    }
}
END_TEST

/* ---- A fit */

/* Where there are two means, the estimate at each is the average of its targets: logit 0.6 at -0.5
 * and logit 0.3 at -1.5 are a slope of log 3.5, and a bias of log 1.5 + log 3.5 / 2. */
START_TEST(a_fit_says_the_average_of_each_mean)
{
    const double mean[] = {-0.5, -1.5, -0.5, -1.5, -1.5}, target[] = {0.7, 0.2, 0.5, 0.4, 0.3};
    tr_quality q;

    ck_assert(tr_quality_fit(&q, mean, target, 5));
    ck_assert_float_eq_tol(q.slope, (float)log(3.5), 1e-6F);
    ck_assert_float_eq_tol(q.bias, (float)(log(1.5) + log(3.5) / 2), 1e-6F);
    ck_assert_uint_eq(q.lines, 5);
    ck_assert_uint_eq(q.version, 1);
}
END_TEST

/* On a curve itself the fit is the curve. */
START_TEST(a_fit_finds_a_curve)
{
    enum { N = 1000 };
    double mean[N], target[N];
    tr_quality q;

    for (size_t i = 0; i < N; i++) {
        mean[i] = -4.0 * (double)(i * i % N) / N;
        target[i] = 1 / (1 + exp(-(1.25 + 2.75 * mean[i])));
    }
    ck_assert(tr_quality_fit(&q, mean, target, N));
    ck_assert_float_eq_tol(q.bias, 1.25F, 1e-5F);
    ck_assert_float_eq_tol(q.slope, 2.75F, 1e-5F);
}
END_TEST

START_TEST(there_is_no_fit_of_what_has_no_slope)
{
    const double mean[] = {-0.5, -1.5, -2.5, -0.5}, same[] = {-1, -1, -1, -1};
    const double falling[] = {0.2, 0.5, 0.7, 0.1}, good[] = {0.8, 0.5, 0.3, 0.7};
    tr_quality q = TR_QUALITY_DEFAULT;

    ck_assert(!tr_quality_fit(&q, mean, falling, 4));
    ck_assert(!tr_quality_fit(&q, same, good, 4));
    ck_assert(!tr_quality_fit(&q, mean, good, 0));
    assert_is_default(&q, 0);
    ck_assert(tr_quality_fit(&q, mean, good, 4));
}
END_TEST

UNIT_MAIN("quality", is_read_as_it_was_written, is_the_default_where_a_file_has_none,
          is_the_default_where_the_version_is_not_known, a_slope_may_be_0,
          refuses_numbers_that_are_not_finite_and_slopes_below_0,
          refuses_keys_that_are_missing_or_of_another_type, a_fit_says_the_average_of_each_mean,
          a_fit_finds_a_curve, there_is_no_fit_of_what_has_no_slope)
