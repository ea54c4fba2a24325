#include <math.h>
#include <sys/stat.h>

#include "import/check.h"
#include "model/nmt.h"
#include "make/make_marian.h"
#include "unit/python.h"
#include "make/s8_row.h"
#include "unit/unit.h"

/* Files of one conversion, in a folder of its own. */
typedef struct job {
    scratch s;
    char input[SCRATCH_PATH], spm[SCRATCH_PATH], spm2[SCRATCH_PATH], gguf[SCRATCH_PATH];
    tr_convert_options options;
    tr_error err;
} job;

static void job_open(job *j)
{
    scratch_open(&j->s);
    strcpy(j->input, scratch_file(&j->s, "model.npz"));
    strcpy(j->spm, scratch_file(&j->s, "source.spm"));
    strcpy(j->spm2, scratch_file(&j->s, "target.spm"));
    strcpy(j->gguf, scratch_file(&j->s, "model.gguf"));
    tr_convert_options_init(&j->options);
    j->options.input = j->input;
    j->options.source_vocab = j->spm;
    j->options.output = j->gguf;
    j->options.source_language = "en";
    j->options.target_language = "de";
    j->options.type = "float32";
    write_vocab(j->spm, 9, false);
}

static void convert_and_open(job *j, const marian_spec *spec, tr_nmt *m)
{
    write_marian(j->input, spec);
    const int rc = tr_convert(&j->options, &j->err);
    ck_assert_msg(rc == 0, "%s", j->err.msg);
    ck_assert_int_eq(tr_nmt_open(m, j->gguf, NULL), 0);
}

/* Conversion fails, says `what`, and leaves nothing behind. */
static void check_refused(job *j, const marian_spec *spec, int code, const char *what)
{
    if (spec) write_marian(j->input, spec);
    const int before = scratch_count(&j->s, false);
    ck_assert_int_eq(tr_convert(&j->options, &j->err), code);
    ck_assert_int_eq(j->err.code, code);
    ck_assert_msg(strstr(j->err.msg, what) != NULL, "%s", j->err.msg);
    ck_assert_int_eq(scratch_count(&j->s, false), before);
}

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
    job j;
    tr_nmt m;

    job_open(&j);
    convert_and_open(&j, &marian_small, &m);
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
    ck_assert_ptr_eq(m.target_spm, m.source_spm);
    tr_nmt_close(&m);
    scratch_close(&j.s);
}
END_TEST

START_TEST(writes_a_pre_norm_model_by_either_rule)
{
    marian_spec spec = marian_small;
    job j;
    tr_nmt m;

    spec.pre = "n";
    spec.post = "da";
    spec.top = "n";
    spec.embedding = "nd";
    spec.activation = "swish";
    for (int new_rule = 0; new_rule < 2; new_rule++) {
        spec.version = new_rule ? "v1.11.0 relabelled" : "v1.9.56 2781d735";
        job_open(&j);
        convert_and_open(&j, &spec, &m);
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
        job j;
        tr_nmt m;
        spec.source_table = cases[i].source;
        spec.target_table = cases[i].target;
        spec.output = cases[i].output;
        spec.legacy_output = cases[i].legacy;
        if (spec.target_table) spec.target_vocab = 11;
        spec.no_output_bias = i % 2;
        job_open(&j);
        write_vocab(j.spm2, spec.target_vocab, false);
        if (spec.target_table) j.options.target_vocab = j.spm2;
        convert_and_open(&j, &spec, &m);
        const char *target = spec.target_table ? spec.target_table : spec.source_table;
        const size_t n = spec.target_vocab;
        check_rows(&m.weights.source_embedding, 0, spec.source_table, spec.source_vocab, true);
        check_rows(&m.weights.target_embedding, 0, target, n, true);
        check_rows(&m.weights.output, 0, spec.output ? spec.output : target, n,
                   !spec.legacy_output);
        ck_assert_int_eq(m.weights.output.bias == NULL, spec.no_output_bias);
        ck_assert_int_eq(m.target_spm == m.source_spm, !spec.target_table);
        tr_nmt_close(&m);
        scratch_close(&j.s);
    }
}
END_TEST

START_TEST(writes_recurrent_decoders_by_either_norm)
{
    marian_spec spec = marian_small;
    job j;
    tr_nmt m;

    spec.ssru = true;
    for (int pre = 0; pre < 2; pre++) {
        if (pre) spec.pre = "n", spec.post = "da";
        job_open(&j);
        convert_and_open(&j, &spec, &m);
        ck_assert(m.config.ssru);
        ck_assert_int_eq(m.config.alignment_layer, 1);
        ck_assert_uint_eq(m.config.alignment_heads, 1);
        check_layers(&m, &spec);
        tr_nmt_close(&m);
        scratch_close(&j.s);
    }
}
END_TEST

START_TEST(reads_a_bin_file_like_an_npz_file)
{
    marian_spec spec = marian_small;
    job j;
    tr_nmt m;

    spec.form = MARIAN_BIN;
    job_open(&j);
    strcpy(j.input, scratch_file(&j.s, "model.bin"));
    convert_and_open(&j, &spec, &m);
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
    job j;
    tr_nmt m;
    const char *const parts = "qkv";

    spec.form = MARIAN_INTGEMM8;
    spec.output = "decoder_ff_logit_out_Wt"; /* the one that its writer turns away from outputs */
    job_open(&j);
    strcpy(j.input, scratch_file(&j.s, "model.bin"));
    j.options.type = NULL;
    convert_and_open(&j, &spec, &m);
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
    job j;
    tr_nmt m;

    spec.form = MARIAN_INTGEMM16;
    for (int told = 0; told < 2; told++) {
        job_open(&j);
        strcpy(j.input, scratch_file(&j.s, "model.bin"));
        j.options.type = told ? "int8" : NULL;
        convert_and_open(&j, &spec, &m);
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
    job j;

    spec.form = MARIAN_BIN;
    job_open(&j);
    strcpy(j.input, scratch_file(&j.s, "model.bin"));
    write_marian(j.input, &spec);
    size_t size;
    char *bytes = read_file(j.input, &size);
    memcpy(bytes + BIN_HEADER + 8, &(uint64_t){0x11001}, 8);
    write_file(j.input, bytes, size);
    free(bytes);
    check_refused(&j, NULL, TR_EUNSUPPORTED,
                  "model.bin: tensor Wemb: is laid out for one kind of CPU (intgemm8avx2): convert "
                  "the float32 model with marian-conv --gemm-type intgemm8");
    bin_add(&m, "Wemb", BIN_F32, 1, 1, "\0\0\0\0", 4, 1);
    bin_add(&m, "Wemb", BIN_F32, 1, 1, "\0\0\0\0", 4, 1);
    bin_end(&m);
    write_file(j.input, m.bytes.data, m.bytes.len);
    tr_buf_free(&m.bytes);
    check_refused(&j, NULL, TR_EFORMAT, "model.bin: tensor Wemb is there twice");
    scratch_close(&j.s);
}
END_TEST

START_TEST(repeats_layers_that_are_tied)
{
    marian_spec spec = marian_small;
    job j;
    tr_nmt m;

    spec.decoder_layers = 4;
    spec.stored_decoder_layers = 2;
    spec.decoder_ffn = 7;
    spec.options = "transformer-tied-layers: [2, 1, 1, 2]\n";
    job_open(&j);
    convert_and_open(&j, &spec, &m);
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
    job j;
    tr_nmt m;

    job_open(&j);
    j.options.max_source = 100;
    convert_and_open(&j, &marian_small, &m);
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

    job_open(&j);
    j.options.max_source = 48;
    convert_and_open(&j, &marian_small, &m);
    ck_assert_uint_eq(m.config.n_positions, 256);
    tr_nmt_close(&m);
    scratch_close(&j.s);
}
END_TEST

START_TEST(takes_learned_positions_and_their_limits)
{
    marian_spec spec = marian_small;
    job j;
    tr_nmt m;

    spec.learned_positions = 40;
    job_open(&j);
    convert_and_open(&j, &spec, &m);
    ck_assert(m.config.learned_positions);
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
    job j;
    tr_nmt m;

    job_open(&j);
    j.options.type = NULL;
    convert_and_open(&j, &marian_small, &m);
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

START_TEST(records_what_it_is_told)
{
    job j;
    tr_nmt m;

    job_open(&j);
    j.options.name = "Small";
    j.options.license = "CC-BY-4.0";
    j.options.source_language = "pt-BR";
    j.options.target_language = "zh-Hant-TW";
    j.options.beam_size = 3;
    j.options.length_penalty = 0.6f;
    j.options.penalty = TR_PENALTY_GNMT;
    convert_and_open(&j, &marian_small, &m);
    ck_assert_str_eq(m.config.name, "Small");
    ck_assert_str_eq(m.config.license, "CC-BY-4.0");
    ck_assert_str_eq(m.config.source_language, "pt-BR");
    ck_assert_str_eq(m.config.target_language, "zh-Hant-TW");
    ck_assert_uint_eq(m.config.beam_size, 3);
    ck_assert_float_eq(m.config.length_penalty, 0.6f);
    ck_assert_int_eq(m.config.penalty, TR_PENALTY_GNMT);
    tr_nmt_close(&m);
    scratch_close(&j.s);

    job_open(&j);
    convert_and_open(&j, &marian_small, &m);
    ck_assert_str_eq(m.config.name, "");
    ck_assert_uint_eq(m.config.beam_size, 0);
    ck_assert_float_lt(m.config.length_penalty, 0);
    tr_nmt_close(&m);
    scratch_close(&j.s);
}
END_TEST

START_TEST(writes_the_same_file_twice)
{
    job j;
    size_t first_size, second_size;

    job_open(&j);
    write_marian(j.input, &marian_small);
    ck_assert_int_eq(tr_convert(&j.options, NULL), 0);
    char *first = read_file(j.gguf, &first_size);
    ck_assert_int_eq(tr_convert(&j.options, NULL), 0);
    char *second = read_file(j.gguf, &second_size);
    ck_assert_uint_eq(first_size, second_size);
    ck_assert_mem_eq(first, second, first_size);
    ck_assert_int_eq(scratch_count(&j.s, false), 3);
    free(first);
    free(second);
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
        job j;
        spec.without = cases[i].without;
        spec.more = cases[i].more;
        job_open(&j);
        check_refused(&j, &spec, TR_EFORMAT, cases[i].what);
        scratch_close(&j.s);
    }
}
END_TEST

START_TEST(leaves_out_what_changes_no_result)
{
    static const char *const names[] = {"lsh_output_codes", "encoder_l1_self_Wq_QuantMultA"};

    for (size_t i = 0; i < 2; i++) {
        marian_spec spec = marian_small;
        job j;
        tr_nmt m;
        spec.more = names[i];
        job_open(&j);
        convert_and_open(&j, &spec, &m);
        tr_nmt_close(&m);
        scratch_close(&j.s);
    }
}
END_TEST

START_TEST(refuses_options_and_shapes_that_disagree)
{
    marian_spec spec = marian_small;
    job j;

    job_open(&j);
    spec.options = "dim-rnn: 4\ntransformer-pool: true\n";
    check_refused(&j, &spec, TR_EUNSUPPORTED, "model.npz: transformer-pool: 'true'");
    spec = marian_small;
    spec.options = "transformer-decoder-autoreg: average-attention\n";
    check_refused(&j, &spec, TR_EUNSUPPORTED,
                  "transformer-decoder-autoreg: 'average-attention' is not supported");
    spec = marian_small;
    spec.options = "transformer-tied-layers: [1, 1]\n";
    check_refused(&j, &spec, TR_EFORMAT, "tensor decoder_l2_context_Wk has no place");
    scratch_close(&j.s);
}
END_TEST

START_TEST(keeps_an_older_file_when_it_fails)
{
    marian_spec spec = marian_small;
    job j;
    size_t size;

    job_open(&j);
    write_file(j.gguf, "older", 5);
    spec.wrong = "decoder_l2_ffn_W2"; /* the last matrix: most of the file is written by then */
    check_refused(&j, &spec, TR_EFORMAT,
                  "model.npz: tensor decoder_l2_ffn_W2: element 0 is not a finite number");
    char *older = read_file(j.gguf, &size);
    ck_assert_uint_eq(size, 5);
    ck_assert_str_eq(older, "older");
    free(older);
    scratch_close(&j.s);
}
END_TEST

START_TEST(checks_the_vocabulary_against_the_network)
{
    job j;
    tr_nmt m;

    job_open(&j);
    write_vocab(j.spm, 10, false);
    check_refused(&j, &marian_small, TR_EFORMAT, "source.spm: has 10 pieces, but the vocabulary");
    write_vocab(j.spm, 9, true);
    check_refused(&j, NULL, TR_EFORMAT, "source.spm: </s> and <unk> are its pieces 1 and 0");
    write_file(j.spm, "no model", 8);
    check_refused(&j, NULL, TR_EFORMAT, "source.spm: ");
    write_file(j.spm, "", 0);
    check_refused(&j, NULL, TR_EFORMAT, "source.spm: is empty");
    write_vocab(j.spm, 7, false); /* fewer: the rest of the network's have no text */
    convert_and_open(&j, &marian_small, &m);
    tr_nmt_close(&m);
    scratch_close(&j.s);
}
END_TEST

START_TEST(wants_as_many_vocabularies_as_there_are)
{
    marian_spec spec = marian_small;
    job j;

    job_open(&j);
    j.options.target_vocab = j.spm2;
    write_vocab(j.spm2, 8, false);
    check_refused(&j, &spec, TR_EINVAL, "has one vocabulary, but ");
    spec.source_table = "encoder_Wemb";
    spec.target_table = "decoder_Wemb";
    spec.target_vocab = 11;
    j.options.target_vocab = NULL;
    check_refused(&j, &spec, TR_EINVAL, "has two vocabularies, of 9 and 11, but one was given");
    scratch_close(&j.s);
}
END_TEST

START_TEST(refuses_arguments_out_of_range)
{
    static const char *const tags[] = {"",    "e",     "english-",         "en_US",    "en us",
                                       "123", "en--x", "en-toolongsubtag", "\xc3\xa9n"};
    job j;

    job_open(&j);
    write_marian(j.input, &marian_small);
    for (size_t i = 0; i < sizeof tags / sizeof *tags; i++) {
        j.options.source_language = tags[i];
        check_refused(&j, NULL, TR_EINVAL, "is not a language tag");
    }
    j.options.source_language = NULL;
    check_refused(&j, NULL, TR_EINVAL, "languages");
    j.options.source_language = "en";
    j.options.type = "int4";
    check_refused(&j, NULL, TR_EINVAL, "'int4'");
    j.options.type = NULL;
    j.options.max_source = -1;
    check_refused(&j, NULL, TR_EINVAL, "maximum source length");
    j.options.max_source = 65537;
    check_refused(&j, NULL, TR_EINVAL, "maximum source length");
    j.options.max_source = 0;
    j.options.beam_size = 65;
    check_refused(&j, NULL, TR_EINVAL, "beam");
    j.options.beam_size = 0;
    j.options.length_penalty = NAN;
    check_refused(&j, NULL, TR_EINVAL, "length penalty");
    j.options.length_penalty = -1;
    j.options.format = "fairseq";
    check_refused(&j, NULL, TR_EINVAL, "format 'fairseq' is not known");
    j.options.format = "marian";
    j.options.name = "not \xff UTF-8";
    check_refused(&j, NULL, TR_EINVAL, "model.gguf: key general.name");
    scratch_close(&j.s);
}
END_TEST

START_TEST(says_what_files_it_cannot_read_or_write)
{
    job j;

    job_open(&j);
    write_marian(j.input, &marian_small);
    j.options.output = "/nonexistent/model.gguf";
    check_refused(&j, NULL, TR_EIO, "/nonexistent/model.gguf: No such file or directory");
    j.options.output = j.s.folder;
    check_refused(&j, NULL, TR_EIO, "is not a regular file");
    j.options.output = j.input;
    check_refused(&j, NULL, TR_EINVAL, "model.npz: is both input and output");
    j.options.output = j.gguf;
    j.options.input = "/nonexistent/model.npz";
    check_refused(&j, NULL, TR_EIO, "/nonexistent/model.npz: No such file or directory");
    j.options.input = j.s.folder;
    check_refused(&j, NULL, TR_EUNSUPPORTED, "is not recognised as a model of another engine");
    j.options.format = "marian";
    check_refused(&j, NULL, TR_EIO, j.s.folder);
    scratch_close(&j.s);
}
END_TEST

/* Stops at the call that `ctx` counts down to; the first calls are those of writing. */
static int stop_after(void *ctx, double done)
{
    int *left = ctx;

    ck_assert_double_ge(done, 0);
    ck_assert_double_le(done, 1);
    return --*left == 0;
}

START_TEST(leaves_nothing_when_it_is_stopped)
{
    int left, calls = 1 << 20;
    job j;

    job_open(&j);
    write_marian(j.input, &marian_small);
    j.options.progress = stop_after;
    j.options.ctx = &calls;
    ck_assert_int_eq(tr_convert(&j.options, &j.err), 0);
    calls = (1 << 20) - calls;
    ck_assert_int_eq(unlink(j.gguf), 0);
    j.options.ctx = &left;
    for (int n = 1; n <= calls; n++) {
        left = n;
        check_refused(&j, NULL, TR_ESTOPPED, "model.gguf: stopped");
    }
    scratch_close(&j.s);
}
END_TEST

START_TEST(translates_a_line_before_the_file_gets_its_name)
{
    marian_spec spec = marian_small;
    job j;

    spec.huge = "encoder_l1_ffn_b2";
    job_open(&j);
    check_refused(&j, &spec, TR_ENUMERIC,
                  "model.gguf: translating a line with it: the network computed a number that is "
                  "not finite");
    scratch_close(&j.s);
}
END_TEST

/* What was written is held against something else, each in one way. */
START_TEST(notices_when_a_file_is_not_what_was_meant)
{
    static const char *const pieces[] = {"</s>", "<unk>", "\xE2\x96\x81", "d", "e", "f", "h", "g"};
    job j;
    tr_nmt m;
    tr_import im;
    size_t size;

    job_open(&j);
    convert_and_open(&j, &marian_small, &m);
    tr_import_init(&im, &j.options);
    im.config = m.config;
    im.source.spm = m.source_spm;
    ck_assert_int_eq(tr_convert_check(&im, j.gguf, 0.5, &j.err), 0);

    im.config.alignment_layer = 0;
    ck_assert_int_eq(tr_convert_check(&im, j.gguf, 0.5, &j.err), TR_EFORMAT);
    ck_assert_ptr_nonnull(strstr(j.err.msg, "model.gguf: is read back as another network"));
    im.config = m.config;

    im.source.text = pieces;
    im.source.n = 6;
    ck_assert_int_eq(tr_convert_check(&im, j.gguf, 0.5, &j.err), 0);
    im.source.n = 8;
    ck_assert_int_eq(tr_convert_check(&im, j.gguf, 0.5, &j.err), TR_EFORMAT);
    ck_assert_ptr_nonnull(strstr(j.err.msg, "piece 6 of the vocabulary, h, has id 7"));
    im.source.text = NULL;

    char *bytes = read_file(j.gguf, &size);
    bytes[size - 64] ^= 1; /* in the last tensor */
    strcpy(j.input, scratch_file(&j.s, "changed.gguf"));
    write_file(j.input, bytes, size);
    free(bytes);
    ck_assert_int_lt(tr_convert_check(&im, j.input, 0.5, &j.err), 0);
    ck_assert_ptr_nonnull(strstr(j.err.msg, "changed.gguf: holds other bytes than were written"));
    im.config = (tr_config){0};
    tr_import_close(&im);
    tr_nmt_close(&m);
    scratch_close(&j.s);
}
END_TEST

#define FIXTURES "../shared/fixtures/"

static bool have_fixtures(const char *what)
{
    struct stat st;
    if (stat(FIXTURES "malformed/good/model.npz", &st) == 0) return true;
    fprintf(stderr, "skipped: %s: there is no " FIXTURES "\n", what);
    return false;
}

START_TEST(refuses_malformed_files)
{
    static const struct {
        const char *path, *what;
    } cases[] = {
        {"empty.npz", "empty.npz: is empty"},
        {"npz-truncated-header.npz", "is not a zip archive"},
        {"npz-truncated-data.npz", "is not a zip archive"},
        {"npz-truncated-directory.npz", "is not a zip archive"},
        {"npz-fortran.npz", "tensor encoder_l1_ffn_W1: is stored column by column"},
        {"npz-huge-shape.npz", "tensor Wemb: its size"},
        {"npz-offset-beyond-end.npz", "is not where the archive's directory says"},
        {"npz-nan.npz", "tensor encoder_l1_ffn_W1: element 101 is not a finite number"},
        {"bin-version.bin", "of a version that is not known (3)"},
        {"bin-name-length.bin", "tensor 1: is longer than the file"},
        {"bin-negative-dims.bin", "tensor Wemb: dimension 1 is -300"},
        {"bin-truncated-data.bin", "ends before its last tensor does"},
        {"bin-count.bin", "is shorter than the number of its tensors asks for"},
    };
    char path[512];
    job j;

    if (!have_fixtures("malformed files")) return;
    job_open(&j);
    j.options.source_vocab = FIXTURES "malformed/good/vocab.spm";
    j.options.input = path;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        snprintf(path, sizeof path, FIXTURES "malformed/%s", cases[i].path);
        write_file(j.input, "", 0);
        ck_assert_int_lt(tr_convert(&j.options, &j.err), 0);
        ck_assert_msg(strstr(j.err.msg, cases[i].what) != NULL, "%s", j.err.msg);
        ck_assert_ptr_nonnull(strstr(j.err.msg, path));
        ck_assert_int_eq(scratch_count(&j.s, false), 2);
    }
    scratch_close(&j.s);
}
END_TEST

/* CTranslate2's list of pieces stays when a SentencePiece model comes to it. */
START_TEST(keeps_the_pieces_of_a_model_that_gets_a_tokenizer)
{
    job j;
    tr_gguf g;
    size_t at = 0, len;
    const char *text;

    if (!have_fixtures("a tokenizer for pieces")) return;
    job_open(&j);
    j.options.input = FIXTURES "paper-post-relu-bpe/ct2-int8";
    j.options.source_vocab = FIXTURES "paper-post-relu-bpe/vocab.spm";
    const int rc = tr_convert(&j.options, &j.err);
    ck_assert_msg(rc == 0, "%s", j.err.msg);
    ck_assert_int_eq(tr_gguf_open(&g, j.gguf, NULL), 0);
    ck_assert_ptr_nonnull(tr_gguf_find_tensor(&g, "tokenizer.spm.source"));
    const tr_gguf_value *pieces = tr_gguf_find(&g, "tokenizer.vocab.source");
    ck_assert_ptr_nonnull(pieces);
    ck_assert_uint_eq(pieces->n, 1200);
    ck_assert(tr_gguf_next_string(pieces, &at, &text, &len));
    ck_assert_uint_eq(len, 4);
    ck_assert_mem_eq(text, "</s>", 4);
    tr_gguf_close(&g);
    scratch_close(&j.s);
}
END_TEST

START_TEST(reads_deflated_and_zip64_files_alike)
{
    static const char *const inputs[] = {FIXTURES "malformed/good/model.npz",
                                         FIXTURES "malformed/npz-deflated.npz",
                                         FIXTURES "malformed/npz-zip64.npz"};
    char *bytes[3];
    size_t size[3];
    job j;

    if (!have_fixtures("deflated and zip64 files")) return;
    job_open(&j);
    j.options.source_vocab = FIXTURES "malformed/good/vocab.spm";
    for (size_t i = 0; i < 3; i++) {
        j.options.input = inputs[i];
        ck_assert_int_eq(tr_convert(&j.options, NULL), 0);
        bytes[i] = read_file(j.gguf, &size[i]);
    }
    for (size_t i = 1; i < 3; i++) {
        ck_assert_uint_eq(size[i], size[0]);
        ck_assert_mem_eq(bytes[i], bytes[0], size[0]);
    }
    for (size_t i = 0; i < 3; i++)
        free(bytes[i]);
    scratch_close(&j.s);
}
END_TEST

/* tests/peers/convert_peer.py reads both files by itself. */
static void check_peer(job *j, const char *python)
{
    static const struct {
        const char *model, *source, *target;
    } models[] = {
        {"paper-post-relu-bpe/model.npz", "paper-post-relu-bpe/vocab.spm", NULL},
        {"paper-post-relu-bpe/model.f16.npz", "paper-post-relu-bpe/vocab.spm", NULL},
        {"pre-swish-separate-vocab/model.npz", "pre-swish-separate-vocab/source.spm",
         "pre-swish-separate-vocab/target.spm"},
        {"pre-swish-kv-norm/model.npz", "pre-swish-kv-norm/source.spm",
         "pre-swish-kv-norm/target.spm"},
        {"paper-post-relu-bpe/model.bin", "paper-post-relu-bpe/vocab.spm", NULL},
        {"marian-tiny-smoke/model.npz", "marian-tiny-smoke/vocab.spm", NULL},
        {"marian-tiny-smoke/model.intgemm8.bin", "marian-tiny-smoke/vocab.spm", NULL},
        {"marian-tiny-smoke/model.intgemm8.alphas.bin", "marian-tiny-smoke/vocab.spm", NULL},
        {"marian-tiny-smoke/model.intgemm16.bin", "marian-tiny-smoke/vocab.spm", NULL},
        {"marian-tiny-ssru-smoke/model.intgemm8.bin", "marian-tiny-smoke/vocab.spm", NULL},
        {"ssru-student/model.npz", "ssru-student/vocab.spm", NULL},
        {"ssru-student/model.alphas.npz", "ssru-student/vocab.spm", NULL},
        {"ssru-student/model.bin", "ssru-student/vocab.spm", NULL},
        {"ssru-student/model.intgemm8.bin", "ssru-student/vocab.spm", NULL},
        {"ssru-student/model.intgemm8.alphas.bin", "ssru-student/vocab.spm", NULL},
    };
    char model[SCRATCH_PATH], source[SCRATCH_PATH], target[SCRATCH_PATH], command[5 * SCRATCH_PATH];

    for (size_t i = 0; i < 2 * sizeof models / sizeof *models; i++) {
        snprintf(model, sizeof model, FIXTURES "%s", models[i / 2].model);
        snprintf(source, sizeof source, FIXTURES "%s", models[i / 2].source);
        if (models[i / 2].target)
            snprintf(target, sizeof target, FIXTURES "%s", models[i / 2].target);
        j->options.input = model;
        j->options.source_vocab = source;
        j->options.target_vocab = models[i / 2].target ? target : NULL;
        j->options.type = i % 2 ? "int8" : "float32";
        ck_assert_msg(tr_convert(&j->options, &j->err) == 0, "%s", j->err.msg);
        snprintf(command, sizeof command, "%s -B tests/peers/convert_peer.py %s %s %s %s", python, model,
                 j->gguf, source, models[i / 2].target ? target : "");
        ck_assert_msg(system(command) == 0, "%s", command);
    }
}

START_TEST(writes_what_numpy_reads)
{
    job j;

    if (!have_fixtures("comparing with numpy")) return;
    const char *python = python_with("numpy", "comparing with numpy");
    if (!python) return;
    job_open(&j);
    check_peer(&j, python);
    scratch_close(&j.s);
}
END_TEST

UNIT_MAIN("convert", writes_every_parameter_where_it_belongs,
          writes_a_pre_norm_model_by_either_rule, writes_each_way_to_tie_embeddings,
          writes_recurrent_decoders_by_either_norm, reads_a_bin_file_like_an_npz_file,
          takes_the_integers_of_intgemm8_over_as_they_are, keeps_intgemm16_as_float32_unless_told,
          names_the_way_out_of_weights_for_one_cpu, repeats_layers_that_are_tied,
          computes_sinusoids_by_marians_formula, takes_learned_positions_and_their_limits,
          quantises_to_int8, records_what_it_is_told, writes_the_same_file_twice,
          asks_for_exactly_the_parameters_of_the_network, leaves_out_what_changes_no_result,
          refuses_options_and_shapes_that_disagree, keeps_an_older_file_when_it_fails,
          checks_the_vocabulary_against_the_network, wants_as_many_vocabularies_as_there_are,
          refuses_arguments_out_of_range, says_what_files_it_cannot_read_or_write,
          leaves_nothing_when_it_is_stopped, translates_a_line_before_the_file_gets_its_name,
          notices_when_a_file_is_not_what_was_meant, refuses_malformed_files,
          keeps_the_pieces_of_a_model_that_gets_a_tokenizer, reads_deflated_and_zip64_files_alike,
          writes_what_numpy_reads)
