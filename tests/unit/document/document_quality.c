/* document_quality.c - the estimate of quality of a document's segments. */
#include <math.h>
#include <string.h>

#include "make/changed_model.h"
#include "make/marian_job.h"
#include "translate.h"
#include "unit/unit.h"

static marian_job job;
static tr_model *model;

/* A model that tells no alignment: text is translated between tags. */
static void open_model(void)
{
    char second[SCRATCH_PATH], third[SCRATCH_PATH];
    tr_nmt m;

    if (model) return;
    marian_job_open(&job);
    marian_job_convert(&job, &marian_small, &m);
    tr_nmt_close(&m);
    strcpy(second, scratch_file(&job.s, "second.gguf"));
    strcpy(third, scratch_file(&job.s, "third.gguf"));
    copy_changed(job.gguf, second, &(change){.key = "nmt.alignment.heads", .type = -1});
    copy_changed(second, third, &(change){.key = "nmt.alignment.layer", .type = -1});
    ck_assert_int_eq(tr_model_open(&model, third, NULL), 0);
    scratch_close(&job.s);
}

/* The quality of each segment of a document, after its translation: all [n]. */
static size_t translate_document(const char *name, const char *bytes, float *all)
{
    tr_document *d;
    tr_document_segment s;
    tr_options options;
    tr_error err = {0};

    open_model();
    tr_options_init(&options, model);
    ck_assert_msg(tr_document_open(&d, name, bytes, strlen(bytes), NULL, &err) == 0, "%s", err.msg);
    const size_t n = tr_document_segment_count(d);
    for (size_t i = 0; i < n; i++) {
        ck_assert_int_eq(tr_document_get(d, i, &s, NULL), 0);
        ck_assert_float_nan(s.quality);
    }
    ck_assert_int_eq(tr_document_translate(d, model, &options, NULL, NULL, NULL, &err), 0);
    for (size_t i = 0; i < n; i++) {
        ck_assert_int_eq(tr_document_get(d, i, &s, NULL), 0);
        all[i] = s.quality;
    }
    tr_document_free(d);
    return n;
}

/* The log-probability of a line's translation, and its tokens. */
static double translate_line(const char *line, size_t *n)
{
    const tr_translation *t;
    tr_session *session;
    tr_options options;

    tr_options_init(&options, model);
    ck_assert_int_eq(tr_session_create(&session, model, &options, NULL), 0);
    ck_assert_int_eq(tr_translate(session, line, strlen(line), &t, NULL), 0);
    ck_assert_float_eq(t->quality, t->quality); /* there is one */
    double sum = 0;
    *n = t->hypotheses[0].n_tokens;
    for (size_t i = 0; i < *n; i++)
        sum += (double)t->hypotheses[0].tokens[i].log_probability;
    tr_session_free(session);
    return sum;
}

static float expected(double sum, size_t n)
{
    return (float)(1 / (1 + exp(-(1.5 + (double)3.1F * sum / (double)n))));
}

static float quality_of_line(const char *line)
{
    size_t n;
    const double sum = translate_line(line, &n);
    return expected(sum, n);
}

START_TEST(a_segment_has_that_of_its_text)
{
    float all[4];

    ck_assert_uint_eq(translate_document("a.tsv", "fbaaa\tdcaaa eb\nadaaa\tfbaaa\n", all), 4);
    ck_assert_float_eq_tol(all[0], quality_of_line("fbaaa"), 1e-6F);
    ck_assert_float_eq_tol(all[1], quality_of_line("dcaaa eb"), 1e-6F);
    ck_assert_float_eq_tol(all[2], quality_of_line("adaaa"), 1e-6F);
    ck_assert_float_eq(all[3], all[0]);
}
END_TEST

START_TEST(parts_count_by_their_tokens)
{
    float quality;
    size_t n[2];

    ck_assert_uint_eq(translate_document("a.html", "<p>fbaaa <b>dcaaa eb</b></p>", &quality), 1);
    const double sum = translate_line("fbaaa", &n[0]) + translate_line("dcaaa eb", &n[1]);
    ck_assert_float_eq_tol(quality, expected(sum, n[0] + n[1]), 1e-6F);
}
END_TEST

START_TEST(what_comes_out_as_it_was_has_none)
{
    float all[2];

    ck_assert_uint_eq(translate_document("a.tsv", "fbaaa\thttp://a.example/b\n", all), 2);
    ck_assert(isfinite(all[0]));
    ck_assert_float_nan(all[1]);
}
END_TEST

UNIT_MAIN("document_quality", a_segment_has_that_of_its_text, parts_count_by_their_tokens,
          what_comes_out_as_it_was_has_none)
