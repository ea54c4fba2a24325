/* calibrate.c - the estimate of quality, fitted while a model is converted. */
#include <math.h>

#include "formats/gguf_read.h"
#include "make/marian_job.h"
#include "unit/unit.h"

enum { N = 320 };

/* Lines of letters that the vocabulary has, what a model makes of them, and references: more of the
 * translation where it is surer than of most. */
typedef struct text {
    char source[N][16];
    char translation[N][256];
    double mean[N], quality[N];
    tr_string sources[N], references[N];
} text;

static void make_sources(text *t)
{
    for (size_t i = 0; i < N; i++) {
        size_t code = i + 7;
        char *to = t->source[i];
        for (size_t k = 0; k < 5; k++, code /= 6)
            *to++ = (char)('a' + code % 6);
        *to = '\0';
        t->sources[i] = (tr_string){t->source[i], strlen(t->source[i])};
    }
}

static void translate_sources(text *t, const char *path)
{
    const tr_translation *r;
    tr_session *session;
    tr_options options;
    tr_model *model;

    ck_assert_int_eq(tr_model_open(&model, path, NULL), 0);
    tr_options_init(&options, model);
    ck_assert_int_eq(tr_session_create(&session, model, &options, NULL), 0);
    for (size_t i = 0; i < N; i++) {
        ck_assert_int_eq(tr_translate(session, t->source[i], strlen(t->source[i]), &r, NULL), 0);
        snprintf(t->translation[i], sizeof t->translation[i], "%s", r->hypotheses[0].text);
        t->mean[i] = (double)r->hypotheses[0].log_probability / (double)r->hypotheses[0].n_tokens;
        t->quality[i] = (double)r->quality;
    }
    tr_session_free(session);
    tr_model_close(model);
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void choose_references(text *t, bool reverse)
{
    double sorted[N];
    size_t n = 0;

    for (size_t i = 0; i < N; i++)
        if (!isnan(t->quality[i])) sorted[n++] = t->mean[i];
    qsort(sorted, n, sizeof *sorted, by_size);
    for (size_t i = 0; i < N; i++) {
        const size_t share = (t->mean[i] > sorted[n / 2]) != reverse ? 80 : 50;
        t->references[i] = (tr_string){t->translation[i], strlen(t->translation[i]) * share / 100};
    }
}

/* Every estimate is what the coefficients of the file make of the mean. */
static void assert_estimates(const text *t, const tr_quality *q)
{
    size_t n = 0;

    for (size_t i = 0; i < N; i++) {
        if (isnan(t->quality[i])) continue;
        const double z = (double)q->bias + (double)q->slope * t->mean[i];
        ck_assert_double_eq_tol(t->quality[i], 1 / (1 + exp(-z)), 1e-5);
        n++;
    }
    ck_assert_uint_ge(n, 200);
}

static void fit_to(marian_job *j, text *t, size_t n)
{
    j->options.calibration_source = t->sources;
    j->options.calibration_reference = t->references;
    j->options.n_calibration = n;
}

static text *make_text(marian_job *j)
{
    text *const t = calloc(1, sizeof *t);
    tr_nmt m;

    marian_job_open(j);
    marian_job_convert(j, &marian_small, &m);
    ck_assert_uint_eq(m.quality.version, 0);
    tr_nmt_close(&m);
    make_sources(t);
    translate_sources(t, j->gguf);
    choose_references(t, false);
    return t;
}

START_TEST(a_conversion_fits_it)
{
    marian_job j;
    tr_nmt m;
    text *const t = make_text(&j);

    fit_to(&j, t, N);
    marian_job_convert(&j, &marian_small, &m);
    ck_assert_uint_eq(m.quality.version, 1);
    ck_assert_uint_ge(m.quality.lines, 200);
    ck_assert_float_gt(m.quality.slope, 0);
    ck_assert_int_eq(tr_gguf_verify(&m.file, NULL), 0);
    translate_sources(t, j.gguf);
    assert_estimates(t, &m.quality);
    ck_assert_int_eq(scratch_count(&j.s, false), 3);
    tr_nmt_close(&m);
    free(t);
    scratch_close(&j.s);
}
END_TEST

/* The values of a file beside those of quality, as text; *n: how many. */
static char *other_values(const tr_gguf *g, size_t *n)
{
    tr_buf out = {0};
    char value[256];

    *n = 0;
    for (size_t i = 0; i < g->n_values; i++) {
        const char *const key = g->values[i].key;
        if (!strncmp(key, "nmt.quality.", 12) || !strcmp(key, "nmt.sha256") ||
            !strcmp(key, "general.alignment"))
            continue;
        tr_gguf_format(&g->values[i], value, sizeof value);
        tr_buf_printf(&out, "%s=%s\n", key, value);
        ++*n;
    }
    return out.data;
}

START_TEST(a_model_that_is_converted_already_gets_nothing_else)
{
    marian_job j;
    tr_nmt before, after;
    size_t n[2];
    text *const t = make_text(&j);

    ck_assert_int_eq(tr_nmt_open(&before, j.gguf, NULL), 0);
    tr_convert_options_init(&j.options);
    j.options.input = j.gguf;
    j.options.output = scratch_file(&j.s, "fitted.gguf");
    fit_to(&j, t, N);
    ck_assert_msg(tr_convert(&j.options, &j.err) == 0, "%s", j.err.msg);
    ck_assert_int_eq(tr_nmt_open(&after, j.options.output, NULL), 0);
    ck_assert_uint_eq(after.quality.version, 1);
    ck_assert_uint_ge(after.quality.lines, 200);
    char *const one = other_values(&before.file, &n[0]), *const two =
                                                             other_values(&after.file, &n[1]);
    ck_assert_uint_eq(n[0], n[1]);
    ck_assert_str_eq(one, two);
    ck_assert_uint_eq(before.file.n_tensors, after.file.n_tensors);
    for (size_t i = 0; i < before.file.n_tensors; i++) {
        const tr_gguf_tensor *const a = &before.file.tensors[i], *const b = &after.file.tensors[i];
        ck_assert_str_eq(a->name, b->name);
        ck_assert_uint_eq(a->size, b->size);
        ck_assert_mem_eq(a->data, b->data, a->size);
    }
    ck_assert_int_eq(tr_gguf_verify(&after.file, NULL), 0);
    tr_nmt_close(&before);
    tr_nmt_close(&after);
    free(one);
    free(two);
    free(t);
    scratch_close(&j.s);
}
END_TEST

START_TEST(a_fit_that_exists_gives_way)
{
    marian_job j;
    tr_nmt m;
    text *const t = make_text(&j);
    char *const fitted = strdup(scratch_file(&j.s, "fitted.gguf"));
    size_t sizes[2];

    fit_to(&j, t, N);
    marian_job_convert(&j, &marian_small, &m);
    tr_nmt_close(&m);
    tr_convert_options_init(&j.options);
    j.options.input = j.gguf;
    j.options.output = fitted;
    fit_to(&j, t, N);
    ck_assert_msg(tr_convert(&j.options, &j.err) == 0, "%s", j.err.msg);
    char *const one = read_file(j.gguf, &sizes[0]), *const two = read_file(fitted, &sizes[1]);
    ck_assert_uint_eq(sizes[0], sizes[1]);
    ck_assert_int_eq(tr_nmt_open(&m, fitted, NULL), 0);
    ck_assert_uint_ge(m.quality.lines, 200);
    tr_nmt_close(&m);
    free(one);
    free(two);
    free(fitted);
    free(t);
    scratch_close(&j.s);
}
END_TEST

START_TEST(refuses_text_that_does_not_tell)
{
    marian_job j;
    text *const t = make_text(&j);

    ck_assert_int_eq(unlink(j.gguf), 0);
    fit_to(&j, t, 199);
    marian_job_refused(&j, NULL, TR_EINVAL, "199 lines to fit quality on are too few: 200 are");
    fit_to(&j, t, N);
    choose_references(t, true);
    marian_job_refused(&j, NULL, TR_EUNSUPPORTED, "no better where the model is surer");
    for (size_t i = 0; i < N; i++)
        if (i % 2) t->references[i] = (tr_string){" ", 1};
    marian_job_refused(&j, NULL, TR_EUNSUPPORTED, "of 320 lines to fit quality on have");
    t->sources[5] = (tr_string){"a\nb", 3};
    marian_job_refused(&j, NULL, TR_EINVAL, "line 6 to fit quality on has a line end");
    free(t);
    scratch_close(&j.s);
}
END_TEST

START_TEST(refuses_what_a_model_of_this_program_has_already)
{
    marian_job j;
    text *const t = make_text(&j);

    tr_convert_options_init(&j.options);
    j.options.input = j.gguf;
    j.options.output = scratch_file(&j.s, "fitted.gguf");
    j.options.type = "int8";
    fit_to(&j, t, N);
    marian_job_refused(&j, NULL, TR_EINVAL, "is a model of this program already");
    j.options.type = NULL;
    j.options.beam_size = 2;
    marian_job_refused(&j, NULL, TR_EINVAL, "is a model of this program already");
    free(t);
    scratch_close(&j.s);
}
END_TEST

static int stop_behind(void *ctx, double done)
{
    const double *const most = ctx;
    return done > *most;
}

START_TEST(a_user_may_stop_it)
{
    marian_job j;
    double most = 0.7;
    text *const t = make_text(&j);

    ck_assert_int_eq(unlink(j.gguf), 0);
    fit_to(&j, t, N);
    j.options.progress = stop_behind;
    j.options.ctx = &most;
    marian_job_refused(&j, NULL, TR_ESTOPPED, "stopped");
    free(t);
    scratch_close(&j.s);
}
END_TEST

UNIT_MAIN("calibrate", a_conversion_fits_it, a_model_that_is_converted_already_gets_nothing_else,
          a_fit_that_exists_gives_way, refuses_text_that_does_not_tell,
          refuses_what_a_model_of_this_program_has_already, a_user_may_stop_it)
