/* judge.c - metrics at work.  tests/data/metrics has small ones, and what their own program scores
 * (tests/make/metric_models.py: unbabel-comet 2.2.7). */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "translate.h"
#include "unit/scratch.h"
#include "unit/unit.h"

#define DATA "tests/data/metrics/"

enum { N = 10 };

typedef struct judging {
    scratch s;
    tr_model *model;
    tr_judge *judge;
    char *files[3];
    tr_string texts[3][N]; /* source, translation, reference */
    tr_error err;
} judging;

static void read_lines(judging *j, size_t i, const char *name)
{
    size_t size;
    char path[100];

    snprintf(path, sizeof path, DATA "%s.txt", name);
    j->files[i] = read_file(path, &size);
    const char *at = j->files[i];
    for (size_t k = 0; k < N; k++) {
        const char *const end = memchr(at, '\n', size - (size_t)(at - j->files[i]));
        ck_assert_ptr_nonnull(end);
        j->texts[i][k] = (tr_string){at, (size_t)(end - at)};
        at = end + 1;
    }
}

static void judging_open(judging *j, const char *kind, int threads)
{
    char input[100];
    tr_convert_options o;

    *j = (judging){0};
    scratch_open(&j->s);
    read_lines(j, 0, "source");
    read_lines(j, 1, "translation");
    read_lines(j, 2, "reference");
    snprintf(input, sizeof input, DATA "%s", kind);
    tr_convert_options_init(&o);
    o.input = input;
    o.source_vocab = DATA "sentencepiece.bpe.model";
    o.output = scratch_file(&j->s, "metric.gguf");
    ck_assert_msg(!tr_convert(&o, &j->err), "%s", j->err.msg);
    ck_assert_int_eq(tr_model_open(&j->model, scratch_file(&j->s, "metric.gguf"), &j->err), TR_OK);
    ck_assert_int_eq(tr_judge_create(&j->judge, j->model, threads, NULL, &j->err), TR_OK);
}

static void judging_close(judging *j)
{
    tr_judge_free(j->judge);
    tr_model_close(j->model);
    for (size_t i = 0; i < 3; i++)
        free(j->files[i]);
    scratch_close(&j->s);
}

static void scores_of(judging *j, size_t first, size_t n, float *scores)
{
    ck_assert_int_eq(tr_judge_scores(j->judge, j->texts[0] + first, j->texts[1] + first,
                                     j->texts[2] + first, n, scores + first, &j->err),
                     TR_OK);
}

static void check_kind(const char *kind)
{
    char path[100];
    float all[N], alone[N];
    judging j;

    judging_open(&j, kind, 3);
    scores_of(&j, 0, N, all);
    snprintf(path, sizeof path, DATA "%s/scores.txt", kind);
    FILE *const f = fopen(path, "r");
    for (size_t i = 0; i < N; i++) {
        float wanted;
        ck_assert_int_eq(fscanf(f, "%f", &wanted), 1);
        ck_assert_float_eq_tol(all[i], wanted, 1e-4f);
        scores_of(&j, i, 1, alone);
        ck_assert_mem_eq(&alone[i], &all[i], sizeof(float));
    }
    fclose(f);
    judging_close(&j);
}

START_TEST(scores_are_those_of_comet_whatever_is_judged_beside)
{
    static const char *const kinds[] = {"regression", "normed", "first", "referenceless",
                                        "unified"};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        check_kind(kinds[i]);
}
END_TEST

START_TEST(any_bytes_have_a_score)
{
    static char many[200000];
    const tr_string odd[] = {{"\xff\0x", 3}, {many, sizeof many}, {"", 0}};
    float scores[3];
    judging j;

    memset(many, 'a', sizeof many);
    judging_open(&j, "unified", 1);
    ck_assert_int_eq(tr_judge_scores(j.judge, odd, odd, NULL, 3, scores, &j.err), TR_OK);
    ck_assert_int_eq(tr_judge_scores(j.judge, odd, odd, NULL, 0, scores, &j.err), TR_OK);
    for (size_t i = 0; i < 3; i++)
        ck_assert(isfinite(scores[i]));
    judging_close(&j);
}
END_TEST

START_TEST(what_makes_no_sense_is_refused)
{
    tr_judge *judge;
    tr_session *session;
    tr_options o;
    float score;
    judging j;

    judging_open(&j, "regression", 1);
    ck_assert_int_eq(tr_judge_scores(j.judge, j.texts[0], j.texts[1], NULL, 1, &score, &j.err),
                     TR_EINVAL);
    ck_assert_msg(strstr(j.err.msg, "needs references") != NULL, "%s", j.err.msg);
    ck_assert_int_eq(tr_judge_create(&judge, j.model, -1, NULL, &j.err), TR_EINVAL);
    ck_assert_int_eq(tr_judge_create(&judge, j.model, 1, "none", &j.err), TR_EINVAL);
    ck_assert_ptr_null(judge);
    ck_assert_str_eq(tr_model_get_info(j.model)->metric, "regression");
    ck_assert_int_eq(tr_model_get_info(j.model)->reads_reference, TR_REFERENCE_ALWAYS);
    tr_options_init(&o, j.model);
    ck_assert_int_eq(tr_session_create(&session, j.model, &o, &j.err), TR_EUNSUPPORTED);
    ck_assert_msg(strstr(j.err.msg, "is a metric") != NULL, "%s", j.err.msg);
    ck_assert_int_eq(tr_model_verify(j.model, &j.err), TR_OK);
    judging_close(&j);
}
END_TEST

UNIT_MAIN("judge", scores_are_those_of_comet_whatever_is_judged_beside, any_bytes_have_a_score,
          what_makes_no_sense_is_refused)
