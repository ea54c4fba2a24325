/* ct2_others.c - models of CTranslate2 that are refused by what they have. */
#include "make/ct2_job.h"
#include "unit/unit.h"

static const char *extra_name;
static double extra_number; /* NAN: an array */

static void extra(ct2_maker *m)
{
    const float x = (float)extra_number, array[] = {1, 2, 3};
    if (isnan(extra_number))
        ct2_add(m, extra_name, CT2_F32, 3, 0, array);
    else
        ct2_add(m, extra_name, CT2_F32, 0, 0, &x);
}

START_TEST(refuses_other_networks_by_what_they_have_more)
{
    static const struct {
        const char *name, *what;
        double number;
    } others[] = {
        {"encoder/layer_0/self_attention/relative_position_keys", "relative positions", NAN},
        {"encoder/layer_0/self_attention/relative_attention_bias", "relative attention bias", NAN},
        {"decoder/layer_0/self_attention/rotary_dim", "rotary positions", 0},
        {"decoder/alibi", "ALiBi", 1},
        {"encoder/multi_query_attention", "multi-query attention", 1},
        {"encoder/layer_0/self_attention/num_heads_kv", "only 3 is supported", 1},
        {"encoder/layer_0/self_attention/head_dim", "only 4 is supported", 8},
        {"encoder/layer_0/self_attention/queries_scale", "only 0.5 is supported", 1},
        {"encoder/sliding_window", "a sliding window", 16},
        {"encoder/layer_0/self_attention/q_norm/gamma", "normalization of queries", NAN},
        {"encoder/layer_0/ffn/linear_0_noact/weight", "a gated feed-forward network", NAN},
        {"decoder/layer_0/input_layer_norm/gamma", "normalization on both sides", NAN},
        {"decoder/project_in/weight", "projected embeddings", NAN},
        {"decoder/layer_0/layer_scalar", "scaled layers", 2},
        {"decoder/scale_outputs", "scaled outputs", 0.5},
        {"decoder/final_logit_softcapping", "capped logits", 30},
        {"encoder/embeddings_1/weight", "a second source", NAN},
        {"encoder/layer_0/ffn/linear_0/weight_zero", "fewer than 8 bits", NAN},
        {"encoder/conv1/weight", "has no place in the networks that are supported", NAN},
        {"decoder/layer_1/ffn/layer_norm/gamma", "RMS normalization is not supported", NAN},
    };
    ct2_spec spec = ct2_small;
    job j;

    job_open(&j, NULL);
    spec.more = extra;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        extra_name = others[i].name;
        extra_number = others[i].number;
        ct2_refused(&j, &spec, TR_EUNSUPPORTED, others[i].what);
        ck_assert_ptr_nonnull(strstr(j.err.msg, extra_name));
    }
    scratch_close(&j.s);
}
END_TEST

/* Converts the model; the caller frees the result. */
static char *convert(job *j, const ct2_spec *spec, size_t *size)
{
    tr_nmt m;

    ct2_job_convert(j, spec, &m);
    tr_nmt_close(&m);
    return read_file(j->gguf, size);
}

START_TEST(accepts_numbers_that_ask_for_nothing)
{
    static const struct {
        const char *name;
        double number;
    } neutral[] = {{"decoder/alibi", 0},
                   {"decoder/alibi_use_positive_positions", 1},
                   {"encoder/multi_query_attention", 0},
                   {"encoder/embeddings_merge", 1},
                   {"encoder/layer_0/self_attention/num_heads_kv", 3},
                   {"encoder/layer_0/self_attention/head_dim", 4},
                   {"encoder/layer_0/self_attention/queries_scale", 0.5},
                   {"decoder/scale_outputs", 1},
                   {"decoder/layer_0/layer_scalar", 1}};
    ct2_spec spec = ct2_small;
    size_t n, n_with;
    job j;

    job_open(&j, NULL);
    char *without = convert(&j, &spec, &n);
    spec.more = extra;
    for (size_t i = 0; i < sizeof neutral / sizeof *neutral; i++) {
        extra_name = neutral[i].name;
        extra_number = neutral[i].number;
        char *with = convert(&j, &spec, &n_with);
        ck_assert_uint_eq(n_with, n);
        ck_assert_mem_eq(with, without, n);
        free(with);
    }
    free(without);
    scratch_close(&j.s);
}
END_TEST

START_TEST(refuses_tensors_that_are_missing_or_no_numbers)
{
    static const char *const missing[] = {
        "decoder/embeddings/weight", "encoder/layer_0/self_attention/linear_0/weight",
        "encoder/layer_0/ffn/linear_0/weight", "decoder/layer_0/attention/linear_1/weight",
        "decoder/layer_0/ffn/layer_norm/gamma"};
    ct2_spec spec = ct2_small;
    job j;

    job_open(&j, NULL);
    spec.ties = "none";
    for (size_t i = 0; i < sizeof missing / sizeof *missing; i++) {
        spec.without = missing[i];
        ct2_job_write(&j, &spec);
        ct2_files_refused(&j, TR_EFORMAT, " is missing");
        ck_assert_ptr_nonnull(strstr(j.err.msg, missing[i]));
    }
    spec.without = NULL;
    spec.wrong = "decoder/layer_0/attention/linear_1/weight";
    ct2_refused(&j, &spec, TR_EFORMAT, "element 0 is not a finite number");
    spec.wrong = "encoder/layer_1/ffn/layer_norm/beta";
    ct2_refused(&j, &spec, TR_EFORMAT, "element 0 is not a finite number");
    scratch_close(&j.s);
}
END_TEST

START_TEST(refuses_shapes_that_do_not_fit)
{
    ct2_spec spec = ct2_small;
    job j;

    job_open(&j, NULL);
    spec.heads = 5;
    ct2_refused(&j, &spec, TR_EFORMAT, "12 columns cannot be shared by 5 heads");
    spec = ct2_small;
    spec.more = extra;
    spec.without = extra_name = "encoder/layer_1/ffn/linear_1/bias";
    extra_number = NAN;
    ct2_refused(&j, &spec, TR_EFORMAT, "is [3], expected [12]");
    spec.without = extra_name = "encoder/layer_1/ffn/linear_1/weight";
    ct2_refused(&j, &spec, TR_EFORMAT, "is [3], expected [12, ");
    spec.without = extra_name = "encoder/num_heads_x";
    extra_name = "decoder/embeddings/weight";
    spec.without = extra_name;
    ct2_refused(&j, &spec, TR_EFORMAT, "is not a table of embeddings");
    scratch_close(&j.s);
}
END_TEST

UNIT_MAIN("ct2_others", refuses_other_networks_by_what_they_have_more,
          accepts_numbers_that_ask_for_nothing, refuses_tensors_that_are_missing_or_no_numbers,
          refuses_shapes_that_do_not_fit)
