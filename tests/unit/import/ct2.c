#include <sys/stat.h>

#include "make/job.h"
#include "make/make_ct2_model.h"
#include "unit/unit.h"

static void write_in(void *ctx, const char *name, const void *bytes, size_t n)
{
    job *j = ctx;
    write_file(scratch_file(&j->s, name), bytes, n);
}

static void write_model(job *j, const ct2_spec *spec)
{
    scratch_count(&j->s, true);
    make_ct2_files(spec, write_in, j);
}

static void convert_and_open(job *j, const ct2_spec *spec, tr_nmt *m)
{
    write_model(j, spec);
    job_convert(j, m);
}

/* The message starts with the file's name. */
static void check_files_refused(job *j, int code, const char *what)
{
    job_refused(j, code, what);
    ck_assert_ptr_eq(strstr(j->err.msg, j->s.folder), j->err.msg);
}

static void check_refused(job *j, const ct2_spec *spec, int code, const char *what)
{
    write_model(j, spec);
    check_files_refused(j, code, what);
}

/* ---- Against what the names of the variables ask for --------------------------------------- */

static float expected(const ct2_spec *s, const char *name, size_t i, size_t row)
{
    return s->type == CT2_S8 ? (float)ct2_s8(name, i) * (1 / ct2_scale(row)) : ct2_value(name, i);
}

static void check_floats(const tr_matrix *w, const ct2_spec *s, const char *name)
{
    const float *p = w->weight;
    for (size_t o = 0; o < w->n_out; o++)
        for (size_t k = 0; k < w->n_in; k++)
            ck_assert_float_eq(p[(o / 16 * w->n_in + k) * 16 + o % 16],
                               expected(s, name, o * w->n_in + k, o));
}

/* Weights, scales and sums as they were in the file. */
static void check_integers(const tr_matrix *w, const char *name)
{
    const int8_t *p = w->weight;
    const size_t quads = (w->n_in + 3) / 4;

    for (size_t o = 0; o < w->n_out; o++) {
        int32_t sum = 0;
        for (size_t k = 0; k < w->n_in; k++) {
            const int8_t q = ct2_s8(name, o * w->n_in + k);
            ck_assert_int_eq(p[((o / 16 * quads + k / 4) * 16 + o % 16) * 4 + k % 4], q);
            sum += q;
        }
        ck_assert_int_eq(w->sum[o], sum);
        ck_assert_float_eq(w->scale[o], 1 / ct2_scale(o));
    }
}

static void check_matrix(const tr_nmt *m, const tr_matrix *w, const ct2_spec *s, const char *name,
                         size_t n_out, size_t n_in)
{
    ck_assert_uint_eq(w->n_out, n_out);
    ck_assert_uint_eq(w->n_in, n_in);
    if (m->config.int8)
        check_integers(w, name);
    else
        check_floats(w, s, name);
}

static void check_vector(const float *x, const char *stem, const char *name, size_t n)
{
    char full[120];
    snprintf(full, sizeof full, "%s/%s", stem, name);
    ck_assert_ptr_nonnull(x);
    for (size_t i = 0; i < n; i++)
        ck_assert_float_eq(x[i], ct2_value(full, i));
}

static void check_dense(const tr_nmt *m, const tr_matrix *w, const ct2_spec *s, const char *stem,
                        size_t n_out, size_t n_in)
{
    char name[120];

    snprintf(name, sizeof name, "%s/weight", stem);
    check_matrix(m, w, s, name, n_out, n_in);
    if (s->no_bias)
        ck_assert_ptr_null(w->bias);
    else
        check_vector(w->bias, stem, "bias", n_out);
}

static void check_norm(const tr_norm *norm, const ct2_spec *s, const char *stem)
{
    check_vector(norm->gain, stem, "gamma", s->d);
    check_vector(norm->bias, stem, "beta", s->d);
}

static void check_layer(const tr_nmt *m, const ct2_spec *s, bool decoder, uint32_t i)
{
    const tr_layer *layer = decoder ? &m->weights.decoder[i] : &m->weights.encoder[i];
    const uint32_t d = s->d, ffn = decoder ? s->decoder_ffn : s->encoder_ffn;
    char stem[80];

#define STEM(rest)                                                                                 \
    (snprintf(stem, sizeof stem, "%s/layer_%u/%s", decoder ? "decoder" : "encoder", i, rest), stem)
    check_dense(m, &layer->self.qkv, s, STEM("self_attention/linear_0"), 3 * d, d);
    check_dense(m, &layer->self.out, s, STEM("self_attention/linear_1"), d, d);
    check_norm(&layer->self.norm, s, STEM("self_attention/layer_norm"));
    check_dense(m, &layer->up, s, STEM("ffn/linear_0"), ffn, d);
    check_dense(m, &layer->down, s, STEM("ffn/linear_1"), d, ffn);
    check_norm(&layer->ffn_norm, s, STEM("ffn/layer_norm"));
    if (!decoder) return;
    check_dense(m, &layer->cross.q, s, STEM("attention/linear_0"), d, d);
    check_dense(m, &layer->cross.kv, s, STEM("attention/linear_1"), 2 * d, d);
    check_dense(m, &layer->cross.out, s, STEM("attention/linear_2"), d, d);
    check_norm(&layer->cross.norm, s, STEM("attention/layer_norm"));
#undef STEM
}

static void check_tables(const tr_nmt *m, const ct2_spec *s)
{
    static const char target[] = "decoder/embeddings/weight";
    const char *source =
        s->version < 3 ? "encoder/embeddings/weight" : "encoder/embeddings_0/weight";
    const char *output = !strcmp(s->ties, "none") ? "decoder/projection/weight" : target;

    if (!strcmp(s->ties, "all")) source = target;
    check_matrix(m, &m->weights.source_embedding, s, source, s->source_vocab, s->d);
    check_matrix(m, &m->weights.target_embedding, s, target, s->target_vocab, s->d);
    check_matrix(m, &m->weights.output, s, output, s->target_vocab, s->d);
    ck_assert_int_eq(m->weights.target_embedding.weight == m->weights.output.weight,
                     output == target);
    if (s->no_bias)
        ck_assert_ptr_null(m->weights.output.bias);
    else
        check_vector(m->weights.output.bias, "decoder/projection", "bias", s->target_vocab);
}

static void check_network(const tr_nmt *m, const ct2_spec *s)
{
    ck_assert_uint_eq(m->config.heads, s->heads);
    ck_assert_int_eq(m->config.pre_norm, !s->post_norm);
    ck_assert_int_eq(m->config.norm_query_only, false);
    ck_assert_float_eq(m->config.embedding_scale, sqrtf((float)s->d));
    ck_assert_float_eq(m->config.epsilon, 1e-5f);
    check_tables(m, s);
    ck_assert_uint_eq(m->config.n_encoder_layers, s->encoder_layers);
    ck_assert_uint_eq(m->config.n_decoder_layers, s->decoder_layers);
    for (uint32_t i = 0; i < s->encoder_layers; i++)
        check_layer(m, s, false, i);
    for (uint32_t i = 0; i < s->decoder_layers; i++)
        check_layer(m, s, true, i);
    if (s->post_norm) {
        ck_assert_ptr_null(m->weights.encoder_norm.gain);
        ck_assert_ptr_null(m->weights.decoder_norm.gain);
    } else {
        check_norm(&m->weights.encoder_norm, s, "encoder/layer_norm");
        check_norm(&m->weights.decoder_norm, s, "decoder/layer_norm");
    }
    if (s->embedding_norms) {
        check_norm(&m->weights.encoder_embedding_norm, s, "encoder/layernorm_embedding");
        check_norm(&m->weights.decoder_embedding_norm, s, "decoder/layernorm_embedding");
    } else {
        ck_assert_ptr_null(m->weights.encoder_embedding_norm.gain);
    }
}

static void check_import(job *j, const ct2_spec *spec)
{
    tr_nmt m;
    convert_and_open(j, spec, &m);
    check_network(&m, spec);
    tr_nmt_close(&m);
}

/* ---- Networks ------------------------------------------------------------------------------ */

START_TEST(imports_both_placements_of_norms)
{
    ct2_spec spec = ct2_small;
    job j;

    job_open(&j, NULL);
    check_import(&j, &spec);
    spec.post_norm = true;
    check_import(&j, &spec);
    spec.embedding_norms = true;
    check_import(&j, &spec);
    scratch_close(&j.s);
}
END_TEST

START_TEST(imports_every_type_exactly)
{
    ct2_spec spec = ct2_small;
    job j;

    job_open(&j, NULL);
    for (spec.type = CT2_F32; spec.type <= CT2_BF16; spec.type++)
        if (spec.type != CT2_S32) check_import(&j, &spec);
    scratch_close(&j.s);
}
END_TEST

START_TEST(takes_int8_over_as_it_is)
{
    ct2_spec spec = ct2_small;
    tr_nmt m;
    job j;

    job_open(&j, NULL);
    spec.type = CT2_S8;
    j.options.type = "int8";
    for (int i = 0; i < 3; i++) {
        spec.ties = (const char *const[]){"all", "target", "none"}[i];
        convert_and_open(&j, &spec, &m);
        ck_assert(m.config.int8);
        check_network(&m, &spec);
        ck_assert_int_eq(tr_nmt_verify(&m, NULL), 0);
        tr_nmt_close(&m);
    }
    scratch_close(&j.s);
}
END_TEST

START_TEST(rounds_int16_to_int8_only_when_asked_to)
{
    ct2_spec spec = ct2_small;
    tr_nmt m;
    job j;

    job_open(&j, NULL);
    j.options.type = NULL;
    for (spec.type = CT2_F32; spec.type <= CT2_S16; spec.type++) {
        convert_and_open(&j, &spec, &m);
        ck_assert_int_eq(m.config.int8, spec.type != CT2_S16);
        tr_nmt_close(&m);
    }
    spec.type = CT2_S16;
    j.options.type = "int8";
    convert_and_open(&j, &spec, &m);
    ck_assert(m.config.int8);
    tr_nmt_close(&m);
    scratch_close(&j.s);
}
END_TEST

START_TEST(finds_what_embeddings_share)
{
    ct2_spec spec = ct2_small;
    job j;

    job_open(&j, NULL);
    check_import(&j, &spec);
    spec.ties = "target";
    check_import(&j, &spec);
    spec.source_vocab = 9;
    check_import(&j, &spec);
    spec.ties = "none";
    check_import(&j, &spec);
    scratch_close(&j.s);
}
END_TEST

START_TEST(does_without_biases)
{
    ct2_spec spec = ct2_small;
    job j;

    job_open(&j, NULL);
    spec.no_bias = true;
    check_import(&j, &spec);
    scratch_close(&j.s);
}
END_TEST

/* Tensor2Tensor: sin((p + 1) / 10000^(i / (h - 1))), then the cosines. */
START_TEST(computes_positions_from_one)
{
    const size_t h = ct2_small.d / 2;
    tr_nmt m;
    job j;

    job_open(&j, NULL);
    convert_and_open(&j, &ct2_small, &m);
    ck_assert(!m.config.learned_positions);
    ck_assert_ptr_eq(m.weights.source_positions, m.weights.target_positions);
    for (size_t p = 0; p < m.config.n_positions; p++)
        for (size_t i = 0; i < h; i++) {
            const double angle = (double)(p + 1) / pow(10000, (double)i / (double)(h - 1));
            const double tolerance = 1e-6 * (double)(p + 2); /* angles are floats */
            ck_assert_double_eq_tol(m.weights.source_positions[p * 2 * h + i], sin(angle),
                                    tolerance);
            ck_assert_double_eq_tol(m.weights.source_positions[p * 2 * h + h + i], cos(angle),
                                    tolerance);
        }
    ck_assert_uint_eq(m.config.max_source, 512);
    tr_nmt_close(&m);
    scratch_close(&j.s);
}
END_TEST

static void check_table(const float *x, const char *side, size_t n)
{
    char name[80];
    snprintf(name, sizeof name, "%s/position_encodings/encodings", side);
    for (size_t i = 0; i < n; i++)
        ck_assert_float_eq(x[i], ct2_value(name, i));
}

START_TEST(takes_position_tables_as_long_as_they_are_needed)
{
    ct2_spec spec = ct2_small;
    tr_nmt m;
    job j;

    job_open(&j, NULL);
    spec.positions = 3000;
    convert_and_open(&j, &spec, &m);
    ck_assert_ptr_eq(m.weights.source_positions, m.weights.target_positions);
    ck_assert_uint_eq(m.config.max_source, 512);
    ck_assert_uint_lt(m.config.n_positions, 3000);
    check_table(m.weights.source_positions, "encoder", (size_t)m.config.n_positions * spec.d);
    tr_nmt_close(&m);

    spec.positions = 40;
    spec.target_positions = 30;
    spec.type = CT2_F16;
    convert_and_open(&j, &spec, &m);
    ck_assert_uint_eq(m.config.max_source, 29); /* and </s> */
    ck_assert_uint_eq(m.config.max_target, 30);
    check_table(m.weights.source_positions, "encoder", (size_t)30 * spec.d);
    check_table(m.weights.target_positions, "decoder", (size_t)30 * spec.d);
    tr_nmt_close(&m);

    spec.target_positions = 1;
    check_refused(&j, &spec, TR_EFORMAT, "encoder/position_encodings/encodings: has 1 rows");
    scratch_close(&j.s);
}
END_TEST

START_TEST(knows_the_activations)
{
    static const int ours[] = {TR_RELU, -1, TR_SWISH, TR_GELU_ERF, TR_GELU_SIGMOID, -1, -1, -1};
    static const char *const refused[] = {[1] = "GELUTanh is not supported",
                                          [5] = "Tanh is not supported",
                                          [6] = "Sigmoid is not supported",
                                          [7] = "7 is not known"};
    ct2_spec spec = ct2_small;
    tr_nmt m;
    job j;

    job_open(&j, NULL);
    for (int i = 0; i < 8; i++) {
        spec.activation = i;
        if (ours[i] < 0) {
            check_refused(&j, &spec, i < 7 ? TR_EUNSUPPORTED : TR_EFORMAT, refused[i]);
            continue;
        }
        convert_and_open(&j, &spec, &m);
        ck_assert_int_eq(m.config.activation, ours[i]);
        tr_nmt_close(&m);
    }
    scratch_close(&j.s);
}
END_TEST

static void add_scales(ct2_maker *m, int type, const float *number)
{
    for (int i = 0; i < 2; i++) {
        const char *name = i ? "encoder/scale_embeddings" : "decoder/scale_embeddings";
        if (number)
            ct2_add(m, name, CT2_F32, 0, 0, number);
        else
            ct2_add_number(m, name, CT2_S8, type);
    }
}

static void scaled(ct2_maker *m)
{
    add_scales(m, 1, NULL);
}

static void not_scaled(ct2_maker *m)
{
    add_scales(m, 0, NULL);
}

static void scaled_by_number(ct2_maker *m)
{
    add_scales(m, 0, &(float){1.25f});
}

static void not_scaled_in_early_words(ct2_maker *m)
{
    ct2_add_number(m, "encoder/embeddings/multiply_by_sqrt_depth", CT2_S8, 0);
    ct2_add_number(m, "decoder/embeddings/multiply_by_sqrt_depth", CT2_S8, 0);
}

static void scaled_differently(ct2_maker *m)
{
    ct2_add_number(m, "encoder/scale_embeddings", CT2_S8, 0);
}

START_TEST(knows_what_embeddings_are_multiplied_by)
{
    static void (*const more[])(ct2_maker *) = {NULL, scaled, not_scaled, scaled_by_number,
                                                not_scaled_in_early_words};
    const float scale[] = {sqrtf(12), sqrtf(12), 1, 1.25f, 1};
    ct2_spec spec = ct2_small;
    tr_nmt m;
    job j;

    job_open(&j, NULL);
    for (size_t i = 0; i < sizeof more / sizeof *more; i++) {
        spec.more = more[i];
        convert_and_open(&j, &spec, &m);
        ck_assert_float_eq(m.config.embedding_scale, scale[i]);
        tr_nmt_close(&m);
    }
    spec.more = scaled_differently;
    check_refused(&j, &spec, TR_EUNSUPPORTED, "differs from the encoder's");
    scratch_close(&j.s);
}
END_TEST

static void align(ct2_maker *m)
{
    ct2_add_number(m, "decoder/alignment_layer", CT2_S16, -2);
    ct2_add_number(m, "decoder/alignment_heads", CT2_S16, 0);
}

static void align_nowhere(ct2_maker *m)
{
    ct2_add_number(m, "decoder/alignment_layer", CT2_S16, 3);
}

START_TEST(knows_which_heads_align)
{
    ct2_spec spec = ct2_small;
    tr_nmt m;
    job j;

    job_open(&j, NULL);
    spec.decoder_layers = 3;
    convert_and_open(&j, &spec, &m);
    ck_assert_int_eq(m.config.alignment_layer, 2);
    ck_assert_uint_eq(m.config.alignment_heads, 1);
    tr_nmt_close(&m);
    spec.more = align;
    convert_and_open(&j, &spec, &m);
    ck_assert_int_eq(m.config.alignment_layer, 1);
    ck_assert_uint_eq(m.config.alignment_heads, 3);
    tr_nmt_close(&m);
    spec.more = align_nowhere;
    check_refused(&j, &spec, TR_EFORMAT, "decoder/alignment_layer: is no layer");
    scratch_close(&j.s);
}
END_TEST

/* ---- Early versions ------------------------------------------------------------------------ */

static void early_tokens(ct2_maker *m)
{
    ct2_add(m, "unk_token", CT2_S8, 2, 0, "d");
    ct2_add(m, "bos_token", CT2_S8, 7, 0, "<blank>");
    ct2_add(m, "eos_token", CT2_S8, 2, 0, "e");
    ct2_add_number(m, "with_source_bos", CT2_S8, 1);
    ct2_add_number(m, "with_source_eos", CT2_S8, 1);
    ct2_add_number(m, "with_target_bos", CT2_S8, 0);
}

static void user_start(ct2_maker *m)
{
    ct2_add_number(m, "user_decoder_start_tokens", CT2_S8, 1);
}

START_TEST(reads_the_tokens_of_versions_without_config_json)
{
    ct2_spec spec = ct2_small;
    tr_nmt m;
    job j;

    job_open(&j, NULL);
    spec.version = 5;
    spec.config = "";
    convert_and_open(&j, &spec, &m);
    ck_assert_uint_eq(m.config.eos, 2);
    ck_assert_uint_eq(m.config.unk, 3);
    ck_assert_int_eq(m.config.start_id, 1);
    ck_assert_int_eq(m.config.source_bos_id, -1);
    ck_assert(!m.config.source_eos);
    tr_nmt_close(&m);
    spec.more = early_tokens;
    convert_and_open(&j, &spec, &m);
    ck_assert_uint_eq(m.config.eos, 5);
    ck_assert_uint_eq(m.config.unk, 4);
    ck_assert_int_eq(m.config.start_id, 5);
    ck_assert_int_eq(m.config.source_bos_id, 0);
    ck_assert(m.config.source_eos);
    tr_nmt_close(&m);
    spec.more = user_start;
    check_refused(&j, &spec, TR_EUNSUPPORTED, "its decoder starts from a token that each request");
    scratch_close(&j.s);
}
END_TEST

static void shared_attributes(ct2_maker *m)
{
    ct2_add_number(m, "num_heads", CT2_S8, 6);
    ct2_add_number(m, "pre_norm", CT2_S8, 0);
    ct2_add_number(m, "activation", CT2_S8, 2);
    ct2_add_number(m, "alignment_layer", CT2_S8, 0);
    ct2_add_number(m, "alignment_heads", CT2_S8, 2);
}

START_TEST(imports_early_versions)
{
    ct2_spec spec = ct2_small;
    tr_nmt m;
    job j;

    job_open(&j, NULL);
    spec.d = 16;
    spec.heads = 8;
    spec.ties = "none";
    spec.config = "";
    spec.version = 1; /* which have no name and eight heads */
    spec.revision = 1;
    check_import(&j, &spec);
    spec.type = CT2_S8;
    spec.version = 2;
    spec.revision = 2;
    spec.spec = "TransformerBase";
    check_import(&j, &spec);
    spec.spec = "TransformerBig";
    spec.heads = 16;
    check_import(&j, &spec);

    spec.version = 4;
    spec.revision = 4;
    spec.d = 12;
    spec.spec = NULL;
    spec.more = shared_attributes;
    spec.post_norm = true;
    convert_and_open(&j, &spec, &m);
    ck_assert_uint_eq(m.config.heads, 6);
    ck_assert(!m.config.pre_norm);
    ck_assert_int_eq(m.config.activation, TR_SWISH);
    ck_assert_int_eq(m.config.alignment_layer, 0);
    ck_assert_uint_eq(m.config.alignment_heads, 2);
    tr_nmt_close(&m);
    scratch_close(&j.s);
}
END_TEST

START_TEST(refuses_other_specifications_and_revisions)
{
    static const char *const others[] = {"TransformerDecoderSpec", "WhisperSpec",
                                         "TransformerBaseRelative"};
    ct2_spec spec = ct2_small;
    job j;

    job_open(&j, NULL);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        spec.spec = others[i];
        check_refused(&j, &spec, TR_EUNSUPPORTED, others[i]);
    }
    spec.spec = NULL;
    spec.revision = 8;
    check_refused(&j, &spec, TR_EVERSION, "revision 8");
    scratch_close(&j.s);
}
END_TEST

/* ---- What stands around texts -------------------------------------------------------------- */

#define CONFIG(bos, eos, start, epsilon)                                                           \
    "{\"add_source_bos\": " bos ", \"add_source_eos\": " eos ", \"bos_token\": \"<s>\","           \
    " \"decoder_start_token\": " start ", \"eos_token\": \"</s>\", \"unk_token\": \"<unk>\","      \
    " \"layer_norm_epsilon\": " epsilon "}"

START_TEST(puts_around_texts_what_the_configuration_says)
{
    ct2_spec spec = ct2_small;
    tr_nmt m;
    job j;

    job_open(&j, NULL);
    convert_and_open(&j, &spec, &m);
    ck_assert(m.config.source_eos);
    ck_assert_int_eq(m.config.source_eos_id, 2);
    ck_assert_int_eq(m.config.source_bos_id, -1);
    ck_assert_int_eq(m.config.start_id, 1);
    tr_nmt_close(&m);

    spec.config = CONFIG("true", "false", "\"d\"", "1e-6");
    convert_and_open(&j, &spec, &m);
    ck_assert(!m.config.source_eos);
    ck_assert_int_eq(m.config.source_bos_id, 1);
    ck_assert_int_eq(m.config.start_id, 4);
    ck_assert_float_eq(m.config.epsilon, 1e-6f);
    tr_nmt_close(&m);

    spec.config = CONFIG("false", "false", "\"nowhere\"", "null");
    convert_and_open(&j, &spec, &m);
    ck_assert_int_eq(m.config.start_id, 3); /* <unk>, as in CTranslate2 */
    tr_nmt_close(&m);

    spec.config = CONFIG("false", "true", "null", "null");
    check_refused(&j, &spec, TR_EUNSUPPORTED, "its decoder starts from a token that each request");
    scratch_close(&j.s);
}
END_TEST

START_TEST(models_that_start_from_zero_have_sources_that_end)
{
    ct2_spec spec = ct2_small;
    tr_nmt m;
    job j;

    job_open(&j, NULL);
    spec.zero_start = true;
    spec.config = CONFIG("false", "false", "null", "null");
    convert_and_open(&j, &spec, &m);
    ck_assert_int_eq(m.config.start_id, -1);
    ck_assert(m.config.source_eos);
    tr_nmt_close(&m);
    scratch_close(&j.s);
}
END_TEST

/* <unk> is the last of a list that does not have it. */
START_TEST(adds_the_unknown_token_to_lists_without_it)
{
    ct2_spec spec = ct2_small;
    tr_nmt m;
    job j;

    job_open(&j, NULL);
    spec.ties = "none";
    spec.source_vocab = 4;
    spec.target_vocab = 6;
    spec.source = "<s>\na\nb\n";
    spec.target = "</s>\nb\nc\nd\ne";
    spec.config = CONFIG("false", "false", "\"</s>\"", "null");
    convert_and_open(&j, &spec, &m);
    ck_assert_uint_eq(m.config.eos, 0);
    ck_assert_uint_eq(m.config.unk, 5);
    ck_assert_int_eq(m.config.source_unk_id, 3);
    ck_assert(!m.config.source_eos);
    tr_nmt_close(&m);
    scratch_close(&j.s);
}
END_TEST

static bool suppressed(const tr_nmt *m, int32_t id)
{
    for (size_t i = 0; i < m->config.n_suppressed; i++)
        if (m->config.suppressed[i] == id) return true;
    return false;
}

START_TEST(suppresses_tokens_of_training)
{
    ct2_spec spec = ct2_small;
    tr_nmt m;
    job j;

    job_open(&j, NULL);
    convert_and_open(&j, &spec, &m);
    ck_assert_uint_eq(m.config.n_suppressed, 2);
    ck_assert(suppressed(&m, 0) && suppressed(&m, 1)); /* <blank>, <s> */
    tr_nmt_close(&m);
    scratch_close(&j.s);
}
END_TEST

static void check_languages(job *j, const char *list, const char *first, const char *second)
{
    ct2_spec spec = ct2_small;
    tr_nmt m;

    spec.source = list;
    spec.config = CONFIG("false", "false", "\"</s>\"", "null");
    convert_and_open(j, &spec, &m);
    ck_assert_uint_eq(m.config.n_languages, first ? 2 : 0);
    if (first) {
        ck_assert_str_eq(m.config.language_codes[0], first);
        ck_assert_str_eq(m.config.language_codes[1], second);
        ck_assert_int_eq(m.config.language_ids[0], 4);
        ck_assert_int_eq(m.config.language_ids[1], 6);
        ck_assert_str_eq(m.config.source_language, "");
        ck_assert(suppressed(&m, 4) && suppressed(&m, 6));
    }
    ck_assert_int_eq(m.config.source_language_token, first ? TR_LANGUAGE_BEFORE : TR_LANGUAGE_NONE);
    ck_assert_int_eq(m.config.target_language_token, first != NULL);
    ck_assert_int_eq(m.config.source_eos, first != NULL);
    tr_nmt_close(&m);
}

START_TEST(finds_languages_among_the_tokens)
{
    job j;

    job_open(&j, NULL);
    j.options.source_language = j.options.target_language = NULL;
    check_languages(&j, "<s>\n<pad>\n</s>\n<unk>\ndeu_Latn\nx\nzho_Hans\n", "deu_Latn", "zho_Hans");
    check_languages(&j, "<s>\n<pad>\n</s>\n<unk>\nde_DE\nx\nen_XX\n", "de_DE", "en_XX");
    check_languages(&j, "<s>\n<pad>\n</s>\n<unk>\n__de__\nx\n__ceb__\n", "de", "ceb");
    j.options.source_language = j.options.target_language = "en";
    check_languages(&j, "<s>\n<pad>\n</s>\n<unk>\nde_de\nx\nen_xx\n", NULL, NULL);
    check_languages(&j, "<s>\n<pad>\n</s>\n<unk>\nde_DE\nx\ny\n", NULL, NULL);
    scratch_close(&j.s);
}
END_TEST

/* ---- Files --------------------------------------------------------------------------------- */

START_TEST(reads_lists_of_tokens_in_both_forms)
{
    static const char json[] =
        "[\"<blank>\", \"<s>\", \"</s>\", \"<unk>\", \"\\u2581a\", \"b\", \"\"]";
    ct2_spec spec = ct2_small;
    tr_nmt m;
    job j;

    job_open(&j, NULL);
    write_model(&j, &spec); /* a list in JSON goes before one in lines */
    write_in(&j, "shared_vocabulary.txt", "x\ny\n", 4);
    write_in(&j, "shared_vocabulary.json", json, sizeof json - 1);
    const int rc = tr_convert(&j.options, &j.err);
    ck_assert_msg(rc == 0, "%s", j.err.msg);
    ck_assert_int_eq(tr_nmt_open(&m, j.gguf, NULL), 0);
    ck_assert_uint_eq(m.config.eos, 2);
    tr_nmt_close(&m);

    /* Carriage returns that end every line are not part of the tokens. */
    spec.source = "<blank>\r\n<s>\r\n</s>\r\n<unk>\r\nd\r\ne\r\nf\r\n";
    check_import(&j, &spec);
    spec.source = "<blank>\r\n<s>\r\n</s>\r\n<unk>\r\nd\r\ne\nf\r\n";
    check_refused(&j, &spec, TR_EFORMAT, "shared_vocabulary.txt: does not have the token </s>");
    scratch_close(&j.s);
}
END_TEST

START_TEST(refuses_lists_that_do_not_fit)
{
    ct2_spec spec = ct2_small;
    job j;

    job_open(&j, NULL);
    spec.source = "a\nb\n<unk>\n";
    check_refused(&j, &spec, TR_EFORMAT, "shared_vocabulary.txt: does not have the token </s>");
    spec.source = "<blank>\n<s>\n</s>\n<unk>\nd\ne\nf\ng\n";
    check_refused(&j, &spec, TR_EFORMAT,
                  "shared_vocabulary.txt: has 8 tokens, but there are embeddings for 7");
    spec.source = "<blank>\n<s>\n</s>\n<unk>\n\xff\n";
    check_refused(&j, &spec, TR_EFORMAT, "shared_vocabulary.txt: line 5 is not UTF-8");
    spec.source = NULL;
    spec.config = "{\"add_source_bos\": false, \"add_source_eos\": true, \"bos_token\": \"<s>\","
                  " \"decoder_start_token\": \"<s>\", \"eos_token\": \"<unk>\","
                  " \"unk_token\": \"<unk>\"}";
    check_refused(&j, &spec, TR_EUNSUPPORTED, "<unk> ends texts and stands for unknown tokens");

    spec = ct2_small;
    spec.source = "";
    check_refused(&j, &spec, TR_EFORMAT, "shared_vocabulary.txt: does not have the token </s>");

    write_model(&j, &ct2_small);
    write_in(&j, "shared_vocabulary.json", "", 0);
    check_files_refused(&j, TR_EFORMAT, "shared_vocabulary.json: is not JSON");
    write_in(&j, "shared_vocabulary.json", "{\"a\": 1}", 8);
    check_files_refused(&j, TR_EFORMAT, "shared_vocabulary.json: is not a list of tokens");
    write_in(&j, "shared_vocabulary.json", "[\"a\", 1]", 8);
    check_files_refused(&j, TR_EFORMAT, "shared_vocabulary.json: item 1 is not a token");
    write_in(&j, "shared_vocabulary.json", "[\"a\"", 4);
    check_files_refused(&j, TR_EFORMAT, "shared_vocabulary.json: is not JSON");
    scratch_close(&j.s);
}
END_TEST

START_TEST(refuses_files_that_are_missing)
{
    job j;

    job_open(&j, NULL);
    j.options.format = "ct2";
    write_model(&j, &ct2_small);
    unlink(scratch_file(&j.s, "config.json"));
    check_files_refused(&j, TR_EIO, "config.json");
    write_model(&j, &ct2_small);
    unlink(scratch_file(&j.s, "shared_vocabulary.txt"));
    check_files_refused(&j, TR_EFORMAT, "stands without its vocabulary");
    write_model(&j, &ct2_small);
    unlink(scratch_file(&j.s, "model.bin"));
    check_files_refused(&j, TR_EIO, "model.bin");
    write_model(&j, &ct2_small);
    j.options.input = scratch_file(&j.s, "model.bin");
    check_files_refused(&j, TR_EINVAL, "is not a directory");
    scratch_close(&j.s);
}
END_TEST

START_TEST(refuses_configurations_that_make_no_sense)
{
    static const char *const bad[][2] = {
        {"[]", "config.json: is not a JSON object"},
        {"{", "config.json: is not JSON"},
        {"{}", "config.json: unk_token: is not a token"},
        {CONFIG("1", "true", "\"<s>\"", "null"), "add_source_bos: is not true or false"},
        {CONFIG("true", "\"no\"", "\"<s>\"", "null"), "add_source_eos: is not true or false"},
        {CONFIG("true", "true", "3", "null"), "decoder_start_token: is not a token"},
        {CONFIG("true", "true", "\"\"", "null"), "decoder_start_token: is not a token"},
        {CONFIG("true", "true", "\"<s>\"", "1"), "layer_norm_epsilon: is not a number above 0"},
        {CONFIG("true", "true", "\"<s>\"", "-1e-5"), "layer_norm_epsilon: is not a number above 0"},
        {CONFIG("true", "true", "\"<s>\"", "\"x\""), "layer_norm_epsilon: is not a number above 0"},
    };
    ct2_spec spec = ct2_small;
    job j;

    job_open(&j, NULL);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        spec.config = bad[i][0];
        check_refused(&j, &spec, TR_EFORMAT, bad[i][1]);
    }
    spec.config = CONFIG("true", "true", "\"<s>\"", "null, \"quantization_type\": 1");
    check_refused(&j, &spec, TR_EUNSUPPORTED, "weights of fewer than 8 bits");
    scratch_close(&j.s);
}
END_TEST

START_TEST(uses_the_sentencepiece_models_beside_it)
{
    job j;
    tr_nmt m;

    job_open(&j, NULL);
    write_model(&j, &ct2_small);
    ck_assert_int_eq(tr_convert(&j.options, &j.err), 0);
    ck_assert_ptr_nonnull(strstr(j.notes, "takes and gives pieces"));
    j.notes[0] = '\0';

    write_vocab(scratch_file(&j.s, "sentencepiece.model"), 5, false);
    ck_assert_int_eq(tr_convert(&j.options, &j.err), 0);
    ck_assert_int_eq(tr_nmt_open(&m, j.gguf, NULL), 0);
    ck_assert_ptr_nonnull(m.source_spm);
    ck_assert_ptr_eq(m.source_spm, m.target_spm);
    tr_nmt_close(&m);
    ck_assert_ptr_null(strstr(j.notes, "pieces"));

    write_vocab(scratch_file(&j.s, "source.spm"), 5, false);
    write_vocab(scratch_file(&j.s, "target.spm"), 6, false);
    ck_assert_int_eq(tr_convert(&j.options, &j.err), 0);
    ck_assert_int_eq(tr_nmt_open(&m, j.gguf, NULL), 0);
    ck_assert(m.source_spm != m.target_spm && m.source_spm_size < m.target_spm_size);
    tr_nmt_close(&m);

    write_in(&j, "target.spm", "", 0);
    check_files_refused(&j, TR_EFORMAT, "target.spm: is empty");
    write_in(&j, "target.spm", "no model", 8);
    check_files_refused(&j, TR_EFORMAT, "target.spm");
    scratch_close(&j.s);
}
END_TEST

START_TEST(says_that_it_leaves_the_vocabulary_map_out)
{
    job j;

    job_open(&j, NULL);
    write_model(&j, &ct2_small);
    write_in(&j, "vmap.txt", "a\tb\n", 4);
    ck_assert_int_eq(tr_convert(&j.options, &j.err), 0);
    ck_assert_ptr_nonnull(strstr(j.notes, "vmap.txt is left out"));
    scratch_close(&j.s);
}
END_TEST

/* ---- What is not supported ----------------------------------------------------------------- */

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
        check_refused(&j, &spec, TR_EUNSUPPORTED, others[i].what);
        ck_assert_ptr_nonnull(strstr(j.err.msg, extra_name));
    }
    scratch_close(&j.s);
}
END_TEST

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
    job j;

    job_open(&j, NULL);
    spec.more = extra;
    for (size_t i = 0; i < sizeof neutral / sizeof *neutral; i++) {
        extra_name = neutral[i].name;
        extra_number = neutral[i].number;
        check_import(&j, &spec);
    }
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
        write_model(&j, &spec);
        check_files_refused(&j, TR_EFORMAT, " is missing");
        ck_assert_ptr_nonnull(strstr(j.err.msg, missing[i]));
    }
    spec.without = NULL;
    spec.wrong = "decoder/layer_0/attention/linear_1/weight";
    check_refused(&j, &spec, TR_EFORMAT, "element 0 is not a finite number");
    spec.wrong = "encoder/layer_1/ffn/layer_norm/beta";
    check_refused(&j, &spec, TR_EFORMAT, "element 0 is not a finite number");
    scratch_close(&j.s);
}
END_TEST

START_TEST(refuses_shapes_that_do_not_fit)
{
    ct2_spec spec = ct2_small;
    job j;

    job_open(&j, NULL);
    spec.heads = 5;
    check_refused(&j, &spec, TR_EFORMAT, "12 columns cannot be shared by 5 heads");
    spec = ct2_small;
    spec.more = extra;
    spec.without = extra_name = "encoder/layer_1/ffn/linear_1/bias";
    extra_number = NAN;
    check_refused(&j, &spec, TR_EFORMAT, "is [3], expected [12]");
    spec.without = extra_name = "encoder/layer_1/ffn/linear_1/weight";
    check_refused(&j, &spec, TR_EFORMAT, "is [3], expected [12, ");
    spec.without = extra_name = "encoder/num_heads_x";
    extra_name = "decoder/embeddings/weight";
    spec.without = extra_name;
    check_refused(&j, &spec, TR_EFORMAT, "is not a table of embeddings");
    scratch_close(&j.s);
}
END_TEST

START_TEST(recognises_a_directory_by_its_files)
{
    job j;

    job_open(&j, NULL);
    write_model(&j, &ct2_small);
    unlink(scratch_file(&j.s, "shared_vocabulary.txt"));
    check_files_refused(&j, TR_EUNSUPPORTED, "is not recognised");
    write_model(&j, &ct2_small);
    unlink(scratch_file(&j.s, "model.bin"));
    check_files_refused(&j, TR_EUNSUPPORTED, "is not recognised");
    scratch_close(&j.s);
}
END_TEST

UNIT_MAIN("import_ct2", imports_both_placements_of_norms, imports_every_type_exactly,
          takes_int8_over_as_it_is, rounds_int16_to_int8_only_when_asked_to,
          finds_what_embeddings_share, does_without_biases, computes_positions_from_one,
          takes_position_tables_as_long_as_they_are_needed, knows_the_activations,
          knows_what_embeddings_are_multiplied_by, knows_which_heads_align,
          reads_the_tokens_of_versions_without_config_json, imports_early_versions,
          refuses_other_specifications_and_revisions, puts_around_texts_what_the_configuration_says,
          models_that_start_from_zero_have_sources_that_end,
          adds_the_unknown_token_to_lists_without_it, suppresses_tokens_of_training,
          finds_languages_among_the_tokens, reads_lists_of_tokens_in_both_forms,
          refuses_lists_that_do_not_fit, refuses_files_that_are_missing,
          refuses_configurations_that_make_no_sense, uses_the_sentencepiece_models_beside_it,
          says_that_it_leaves_the_vocabulary_map_out, refuses_other_networks_by_what_they_have_more,
          accepts_numbers_that_ask_for_nothing, refuses_tensors_that_are_missing_or_no_numbers,
          refuses_shapes_that_do_not_fit, recognises_a_directory_by_its_files)
