/* marian.c - what is made of the parameters of Marian. */
#include <math.h>

#include "make/marian_job.h"
#include "make/s8_row.h"
#include "model/verify.h"
#include "unit/unit.h"

/* Rows of the packed float32 matrix from `first` on are the columns of Marian's `name`; or, with
 * `as_stored`, they are its rows. */
static void check_rows(const tr_matrix *w, size_t first, const char *name, size_t n_out,
                       bool as_stored)
{
    const float *p = w->weight;

    ck_assert_uint_le(first + n_out, w->n_out);
    for (size_t o = 0; o < n_out; o++)
        for (size_t k = 0; k < w->n_in; k++) {
            const size_t row = first + o, at = as_stored ? o * w->n_in + k : k * n_out + o;
            ck_assert_float_eq(p[(row / 16 * w->n_in + k) * 16 + row % 16], marian_value(name, at));
        }
}

static void check_vector(const float *x, const char *name, size_t n)
{
    for (size_t i = 0; i < n; i++)
        ck_assert_float_eq(x[i], marian_value(name, i));
}

/* `which` are the letters of the parts that the matrix holds below each other. */
static void check_dense(const tr_matrix *w, const char *stem, const char *which, size_t n_out)
{
    char name[100];

    ck_assert_uint_eq(w->n_out, strlen(which) * n_out);
    for (size_t i = 0; which[i]; i++) {
        snprintf(name, sizeof name, "%s_W%c", stem, which[i]);
        check_rows(w, i * n_out, name, n_out, false);
        snprintf(name, sizeof name, "%s_b%c", stem, which[i]);
        check_vector(w->bias + i * n_out, name, n_out);
    }
}

static void check_norm(const tr_norm *norm, const char *stem, const char *suffix, size_t d)
{
    char name[100];

    snprintf(name, sizeof name, "%s_ln_scale%s", stem, suffix);
    check_vector(norm->gain, name, d);
    snprintf(name, sizeof name, "%s_ln_bias%s", stem, suffix);
    check_vector(norm->bias, name, d);
}

static void check_attention(const tr_attention *a, const char *stem, bool fused, const char *suffix,
                            size_t d)
{
    char norm[60];

    if (fused) {
        check_dense(&a->qkv, stem, "qkv", d);
    } else {
        check_dense(&a->q, stem, "q", d);
        check_dense(&a->kv, stem, "kv", d);
    }
    check_dense(&a->out, stem, "o", d);
    snprintf(norm, sizeof norm, "%s_Wo", stem);
    check_norm(&a->norm, norm, suffix, d);
}

/* W, without a bias, above Wf. */
static void check_ssru(const tr_layer *layer, size_t number, const marian_spec *s)
{
    char name[60];

    ck_assert_uint_eq(layer->ssru.n_out, 2 * s->d);
    snprintf(name, sizeof name, "decoder_l%zu_rnn_W", number);
    check_rows(&layer->ssru, 0, name, s->d, false);
    snprintf(name, sizeof name, "decoder_l%zu_rnn_Wf", number);
    check_rows(&layer->ssru, s->d, name, s->d, false);
    for (size_t i = 0; i < s->d; i++)
        ck_assert_float_eq(layer->ssru.bias[i], 0);
    snprintf(name, sizeof name, "decoder_l%zu_rnn_bf", number);
    check_vector(layer->ssru.bias + s->d, name, s->d);
    snprintf(name, sizeof name, "decoder_l%zu_rnn%s", number, *s->pre ? "" : "_ffn");
    check_norm(&layer->ssru_norm, name, *s->pre ? "_pre" : "", s->d);
}

/* Layer l has the parameters of Marian's layer `number`, from 1. */
static void check_layer(const tr_nmt *m, const marian_spec *s, bool decoder, size_t l,
                        size_t number)
{
    const tr_layer *layer = decoder ? &m->weights.decoder[l] : &m->weights.encoder[l];
    const char *side = decoder ? "decoder" : "encoder", *suffix = *s->pre ? "_pre" : "";
    char stem[40], norm[60];

    snprintf(stem, sizeof stem, "%s_l%zu_self", side, number);
    if (decoder && s->ssru)
        check_ssru(layer, number, s);
    else
        check_attention(&layer->self, stem, !m->config.norm_query_only, suffix, s->d);
    snprintf(stem, sizeof stem, "%s_l%zu_context", side, number);
    if (decoder) check_attention(&layer->cross, stem, false, suffix, s->d);
    snprintf(stem, sizeof stem, "%s_l%zu_ffn", side, number);
    check_dense(&layer->up, stem, "1", decoder ? s->decoder_ffn : s->ffn);
    check_dense(&layer->down, stem, "2", s->d);
    snprintf(norm, sizeof norm, "%s_ffn", stem);
    check_norm(&layer->ffn_norm, norm, suffix, s->d);
}

static void check_layers(const tr_nmt *m, const marian_spec *s)
{
    ck_assert_uint_eq(m->config.n_encoder_layers, s->encoder_layers);
    ck_assert_uint_eq(m->config.n_decoder_layers, s->decoder_layers);
    for (size_t i = 0; i < s->encoder_layers; i++)
        check_layer(m, s, false, i, i + 1);
    for (size_t i = 0; i < s->decoder_layers && !s->stored_decoder_layers; i++)
        check_layer(m, s, true, i, i + 1);
}

START_TEST(writes_every_parameter_where_it_belongs)
{
    marian_job j;
    tr_nmt m;

    marian_job_open(&j);
    marian_job_convert(&j, &marian_small, &m);
    ck_assert_uint_eq(m.config.d_model, 12);
    ck_assert_uint_eq(m.config.heads, 3);
    ck_assert_uint_eq(m.config.encoder_ffn, 20);
    ck_assert(!m.config.pre_norm && !m.config.norm_query_only && !m.config.int8);
    ck_assert_int_eq(m.config.activation, TR_RELU);
    ck_assert_float_eq(m.config.epsilon, 1e-6f);
    ck_assert_float_eq(m.config.embedding_scale, sqrtf(12));
    ck_assert_uint_eq(m.config.eos, 0);
    ck_assert_uint_eq(m.config.unk, 1);
    check_layers(&m, &marian_small);
    check_rows(&m.weights.source_embedding, 0, "Wemb", 9, true);
    ck_assert_ptr_eq(m.weights.target_embedding.weight, m.weights.source_embedding.weight);
    ck_assert_ptr_eq(m.weights.output.weight, m.weights.source_embedding.weight);
    check_vector(m.weights.output.bias, "decoder_ff_logit_out_b", 9);
    ck_assert_ptr_null(m.weights.encoder_norm.gain);
    ck_assert_ptr_null(m.weights.encoder_embedding_norm.gain);
    ck_assert_ptr_eq(m.weights.target_spm, m.weights.source_spm);
    tr_nmt_close(&m);
    scratch_close(&j.s);
}
END_TEST

START_TEST(writes_a_pre_norm_model_by_either_rule)
{
    marian_spec spec = marian_small;
    marian_job j;
    tr_nmt m;

    spec.pre = "n";
    spec.post = "da";
    spec.top = "n";
    spec.embedding = "nd";
    spec.activation = "swish";
    for (int new_rule = 0; new_rule < 2; new_rule++) {
        spec.version = new_rule ? "v1.11.0 relabelled" : "v1.9.56 2781d735";
        marian_job_open(&j);
        marian_job_convert(&j, &spec, &m);
        ck_assert(m.config.pre_norm);
        ck_assert_int_eq(m.config.norm_query_only, !new_rule);
        ck_assert_int_eq(m.config.activation, TR_SWISH);
        check_layers(&m, &spec);
        check_norm(&m.weights.encoder_norm, "encoder_top", "", spec.d);
        check_norm(&m.weights.decoder_norm, "decoder_top", "", spec.d);
        check_norm(&m.weights.encoder_embedding_norm, "encoder_emb", "_pre", spec.d);
        check_norm(&m.weights.decoder_embedding_norm, "decoder_emb", "_pre", spec.d);
        tr_nmt_close(&m);
        scratch_close(&j.s);
    }
}
END_TEST

START_TEST(writes_each_way_to_tie_embeddings)
{
    static const struct {
        const char *source, *target, *output;
        bool legacy;
    } cases[] = {
        {"Wemb", NULL, NULL, false},
        {"Wemb", NULL, "decoder_ff_logit_out_Wt", false},
        {"encoder_Wemb", "decoder_Wemb", NULL, false},
        {"encoder_Wemb", "decoder_Wemb", "decoder_ff_logit_out_Wt", false},
        {"encoder_Wemb", "decoder_Wemb", "decoder_ff_logit_out_W", true},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        marian_spec spec = marian_small;
        marian_job j;
        tr_nmt m;
        spec.source_table = cases[i].source;
        spec.target_table = cases[i].target;
        spec.output = cases[i].output;
        spec.legacy_output = cases[i].legacy;
        if (spec.target_table) spec.target_vocab = 11;
        spec.no_output_bias = i % 2;
        marian_job_open(&j);
        write_vocab(j.spm2, spec.target_vocab, false);
        if (spec.target_table) j.options.target_vocab = j.spm2;
        marian_job_convert(&j, &spec, &m);
        const char *target = spec.target_table ? spec.target_table : spec.source_table;
        const size_t n = spec.target_vocab;
        check_rows(&m.weights.source_embedding, 0, spec.source_table, spec.source_vocab, true);
        check_rows(&m.weights.target_embedding, 0, target, n, true);
        check_rows(&m.weights.output, 0, spec.output ? spec.output : target, n,
                   !spec.legacy_output);
        ck_assert_int_eq(m.weights.output.bias == NULL, spec.no_output_bias);
        ck_assert_int_eq(m.weights.target_spm == m.weights.source_spm, !spec.target_table);
        tr_nmt_close(&m);
        scratch_close(&j.s);
    }
}
END_TEST

START_TEST(writes_recurrent_decoders_by_either_norm)
{
    marian_spec spec = marian_small;
    marian_job j;
    tr_nmt m;

    spec.ssru = true;
    for (int pre = 0; pre < 2; pre++) {
        if (pre) spec.pre = "n", spec.post = "da";
        marian_job_open(&j);
        marian_job_convert(&j, &spec, &m);
        ck_assert(m.config.ssru);
        ck_assert_int_eq(m.config.alignment_layer, 1);
        ck_assert_uint_eq(m.config.alignment_heads, m.config.heads);
        check_layers(&m, &spec);
        tr_nmt_close(&m);
        scratch_close(&j.s);
    }
}
END_TEST

START_TEST(reads_a_bin_file_like_an_npz_file)
{
    marian_spec spec = marian_small;
    marian_job j;
    tr_nmt m;

    spec.form = MARIAN_BIN;
    marian_job_open(&j);
    strcpy(j.input, scratch_file(&j.s, "model.bin"));
    marian_job_convert(&j, &spec, &m);
    ck_assert(!m.config.int8);
    check_layers(&m, &spec);
    check_rows(&m.weights.source_embedding, 0, "Wemb", 9, true);
    check_vector(m.weights.output.bias, "decoder_ff_logit_out_b", 9);
    tr_nmt_close(&m);
    scratch_close(&j.s);
}
END_TEST

/* Row `o` of the packed matrix: the integers that Marian would make of the weights of `name`,
 * [n_in, n_out] or, with `as_stored`, [n_out, n_in]. */
static void check_row_s8(const tr_matrix *w, size_t row, const char *name, size_t o, size_t n_out,
                         bool as_stored)
{
    const float factor = marian_factor(MARIAN_INTGEMM8, name, n_out * w->n_in);
    const int8_t *p = w->weight;
    int32_t sum = 0;

    for (size_t k = 0; k < w->n_in; k++) {
        const size_t at = as_stored ? o * w->n_in + k : k * n_out + o;
        const int32_t q = (int32_t)lrintf(marian_value(name, at) * factor);
        const size_t quads = (w->n_in + 3) / 4;
        ck_assert_int_eq(p[((row / 16 * quads + k / 4) * 16 + row % 16) * 4 + k % 4], q);
        sum += q;
    }
    ck_assert_float_eq(w->scale[row], 1 / factor);
    ck_assert_int_eq(w->sum[row], sum);
}

START_TEST(takes_the_integers_of_intgemm8_over_as_they_are)
{
    marian_spec spec = marian_small;
    marian_job j;
    tr_nmt m;
    const char *const parts = "qkv";

    spec.form = MARIAN_INTGEMM8;
    spec.output = "decoder_ff_logit_out_Wt"; /* the one that its writer turns away from outputs */
    marian_job_open(&j);
    strcpy(j.input, scratch_file(&j.s, "model.bin"));
    j.options.type = NULL;
    marian_job_convert(&j, &spec, &m);
    ck_assert(m.config.int8);
    ck_assert_int_eq(tr_nmt_verify(&m, NULL), 0);
    for (size_t i = 0; i < 3 * 12; i++) {
        char name[] = "decoder_l2_self_W?";
        name[sizeof name - 2] = parts[i / 12];
        check_row_s8(&m.weights.decoder[1].self.qkv, i, name, i % 12, 12, false);
    }
    for (size_t o = 0; o < 20; o++)
        check_row_s8(&m.weights.encoder[1].up, o, "encoder_l2_ffn_W1", o, 20, false);
    for (size_t o = 0; o < 9; o++) {
        check_row_s8(&m.weights.source_embedding, o, "Wemb", o, 9, true);
        check_row_s8(&m.weights.output, o, "decoder_ff_logit_out_Wt", o, 9, true);
    }
    tr_nmt_close(&m);
    scratch_close(&j.s);
}
END_TEST

START_TEST(keeps_intgemm16_as_float32_unless_told)
{
    marian_spec spec = marian_small;
    marian_job j;
    tr_nmt m;

    spec.form = MARIAN_INTGEMM16;
    for (int told = 0; told < 2; told++) {
        marian_job_open(&j);
        strcpy(j.input, scratch_file(&j.s, "model.bin"));
        j.options.type = told ? "int8" : NULL;
        marian_job_convert(&j, &spec, &m);
        ck_assert_int_eq(m.config.int8, told);
        const float *p = m.weights.encoder[0].up.weight;
        for (size_t i = 0; i < 12 * 20 && !told; i++) {
            const long q = lrintf(marian_value("encoder_l1_ffn_W1", i) * 1024);
            ck_assert_float_eq(p[(i % 20 / 16 * 12 + i / 20) * 16 + i % 20 % 16], (float)q / 1024);
        }
        tr_nmt_close(&m);
        scratch_close(&j.s);
    }
}
END_TEST

START_TEST(names_the_way_out_of_weights_for_one_cpu)
{
    marian_spec spec = marian_small;
    bin_maker m = {0};
    marian_job j;

    spec.form = MARIAN_BIN;
    marian_job_open(&j);
    strcpy(j.input, scratch_file(&j.s, "model.bin"));
    write_marian(j.input, &spec);
    size_t size;
    char *bytes = read_file(j.input, &size);
    memcpy(bytes + BIN_HEADER + 8, &(uint64_t){0x11001}, 8);
    write_file(j.input, bytes, size);
    free(bytes);
    marian_job_refused(
        &j, NULL, TR_EUNSUPPORTED,
        "model.bin: tensor Wemb: is laid out for one kind of CPU (intgemm8avx2): convert "
        "the float32 model with marian-conv --gemm-type intgemm8");
    bin_add(&m, "Wemb", BIN_F32, 1, 1, "\0\0\0\0", 4, 1);
    bin_add(&m, "Wemb", BIN_F32, 1, 1, "\0\0\0\0", 4, 1);
    bin_end(&m);
    write_file(j.input, m.bytes.data, m.bytes.len);
    tr_buf_free(&m.bytes);
    marian_job_refused(&j, NULL, TR_EFORMAT, "model.bin: tensor Wemb is there twice");
    scratch_close(&j.s);
}
END_TEST

START_TEST(repeats_layers_that_are_tied)
{
    marian_spec spec = marian_small;
    marian_job j;
    tr_nmt m;

    spec.decoder_layers = 4;
    spec.stored_decoder_layers = 2;
    spec.decoder_ffn = 7;
    spec.options = "transformer-tied-layers: [2, 1, 1, 2]\n";
    marian_job_open(&j);
    marian_job_convert(&j, &spec, &m);
    check_layers(&m, &spec);
    check_layer(&m, &spec, true, 0, 2);
    check_layer(&m, &spec, true, 1, 1);
    check_layer(&m, &spec, true, 2, 1);
    check_layer(&m, &spec, true, 3, 2);
    tr_nmt_close(&m);
    scratch_close(&j.s);
}
END_TEST

/* Vaswani et al. 2017 with Marian's divisor: the last wavelength is 10000 * 2 pi itself. */
START_TEST(computes_sinusoids_by_marians_formula)
{
    marian_job j;
    tr_nmt m;

    marian_job_open(&j);
    j.options.max_source = 100;
    marian_job_convert(&j, &marian_small, &m);
    ck_assert_uint_eq(m.config.max_source, 100);
    ck_assert_uint_eq(m.config.n_positions, 320); /* 310, in 64s */
    ck_assert_uint_eq(m.config.max_target, 320);
    for (size_t p = 0; p < 320; p++)
        for (size_t i = 0; i < 6; i++) {
            const double angle = (double)p / pow(10000, (double)i / 5);
            ck_assert_double_eq_tol((double)m.weights.source_positions[p * 12 + i], sin(angle),
                                    1e-7);
            ck_assert_double_eq_tol((double)m.weights.source_positions[p * 12 + 6 + i], cos(angle),
                                    1e-7);
        }
    tr_nmt_close(&m);
    scratch_close(&j.s);

    marian_job_open(&j);
    j.options.max_source = 48;
    marian_job_convert(&j, &marian_small, &m);
    ck_assert_uint_eq(m.config.n_positions, 256);
    tr_nmt_close(&m);
    scratch_close(&j.s);
}
END_TEST

START_TEST(takes_learned_positions_and_their_limits)
{
    marian_spec spec = marian_small;
    marian_job j;
    tr_nmt m;

    spec.learned_positions = 40;
    marian_job_open(&j);
    marian_job_convert(&j, &spec, &m);
    ck_assert(m.config.positions == TR_POSITIONS_LEARNED);
    ck_assert_float_eq(m.config.embedding_scale, 1);
    ck_assert_uint_eq(m.config.n_positions, 40);
    ck_assert_uint_eq(m.config.max_source, 39);
    ck_assert_uint_eq(m.config.max_target, 40);
    check_vector(m.weights.source_positions, "Wpos", 40 * spec.d);
    tr_nmt_close(&m);
    scratch_close(&j.s);
}
END_TEST

START_TEST(quantises_to_int8)
{
    marian_job j;
    tr_nmt m;

    marian_job_open(&j);
    j.options.type = NULL;
    marian_job_convert(&j, &marian_small, &m);
    ck_assert(m.config.int8);
    ck_assert_int_eq(tr_nmt_verify(&m, NULL), 0);
    const tr_matrix *w = &m.weights.encoder[1].up;
    const int8_t *q = w->weight;
    for (size_t o = 0; o < 20; o++) {
        float x[12];
        int8_t row[12];
        for (size_t k = 0; k < 12; k++) {
            x[k] = marian_value("encoder_l2_ffn_W1", k * 20 + o);
            row[k] = q[((o / 16 * 3 + k / 4) * 16 + o % 16) * 4 + k % 4];
        }
        check_s8_row(x, row, 12, w->scale[o]);
    }
    tr_nmt_close(&m);
    scratch_close(&j.s);
}
END_TEST

START_TEST(asks_for_exactly_the_parameters_of_the_network)
{
    static const struct {
        const char *without, *more, *what;
    } cases[] = {
        {"decoder_l2_context_bk", NULL, "model.npz: tensor decoder_l2_context_bk is missing"},
        {"encoder_l1_ffn_ffn_ln_bias", NULL, "tensor encoder_l1_ffn_ffn_ln_bias is missing"},
        {"decoder_ff_logit_out_b", NULL, "tensor decoder_ff_logit_out_b is missing"},
        {NULL, "encoder_l3_self_Wq", "tensor encoder_l3_self_Wq has no place"},
        {NULL, "encoder_top_ln_scale", "tensor encoder_top_ln_scale has no place"},
        {NULL, "decoder_l1_rnn_W", "tensor decoder_l1_rnn_W has no place"},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        marian_spec spec = marian_small;
        marian_job j;
        spec.without = cases[i].without;
        spec.more = cases[i].more;
        marian_job_open(&j);
        marian_job_refused(&j, &spec, TR_EFORMAT, cases[i].what);
        scratch_close(&j.s);
    }
}
END_TEST

START_TEST(leaves_out_what_changes_no_result)
{
    static const char *const names[] = {"lsh_output_codes", "encoder_l1_self_Wq_QuantMultA"};

    for (size_t i = 0; i < 2; i++) {
        marian_spec spec = marian_small;
        marian_job j;
        tr_nmt m;
        spec.more = names[i];
        marian_job_open(&j);
        marian_job_convert(&j, &spec, &m);
        tr_nmt_close(&m);
        scratch_close(&j.s);
    }
}
END_TEST

START_TEST(refuses_options_and_shapes_that_disagree)
{
    marian_spec spec = marian_small;
    marian_job j;

    marian_job_open(&j);
    spec.options = "dim-rnn: 4\ntransformer-pool: true\n";
    marian_job_refused(&j, &spec, TR_EUNSUPPORTED, "model.npz: transformer-pool: 'true'");
    spec = marian_small;
    spec.options = "transformer-decoder-autoreg: average-attention\n";
    marian_job_refused(&j, &spec, TR_EUNSUPPORTED,
                       "transformer-decoder-autoreg: 'average-attention' is not supported");
    spec = marian_small;
    spec.options = "transformer-tied-layers: [1, 1]\n";
    marian_job_refused(&j, &spec, TR_EFORMAT, "tensor decoder_l2_context_Wk has no place");
    scratch_close(&j.s);
}
END_TEST

UNIT_MAIN("marian", writes_every_parameter_where_it_belongs, writes_a_pre_norm_model_by_either_rule,
          writes_each_way_to_tie_embeddings, writes_recurrent_decoders_by_either_norm,
          reads_a_bin_file_like_an_npz_file, takes_the_integers_of_intgemm8_over_as_they_are,
          keeps_intgemm16_as_float32_unless_told, names_the_way_out_of_weights_for_one_cpu,
          repeats_layers_that_are_tied, computes_sinusoids_by_marians_formula,
          takes_learned_positions_and_their_limits, quantises_to_int8,
          asks_for_exactly_the_parameters_of_the_network, leaves_out_what_changes_no_result,
          refuses_options_and_shapes_that_disagree)
