/* ct2_network.c - what is made of the arrays of CTranslate2. */
#include "make/ct2_job.h"
#include "model/verify.h"
#include "unit/unit.h"

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
    ct2_job_convert(j, spec, &m);
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
        ct2_job_convert(&j, &spec, &m);
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
        ct2_job_convert(&j, &spec, &m);
        ck_assert_int_eq(m.config.int8, spec.type != CT2_S16);
        tr_nmt_close(&m);
    }
    spec.type = CT2_S16;
    j.options.type = "int8";
    ct2_job_convert(&j, &spec, &m);
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
    ct2_job_convert(&j, &ct2_small, &m);
    ck_assert(m.config.positions == TR_POSITIONS_SINES);
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
    ct2_job_convert(&j, &spec, &m);
    ck_assert_ptr_eq(m.weights.source_positions, m.weights.target_positions);
    ck_assert_uint_eq(m.config.max_source, 512);
    ck_assert_uint_lt(m.config.n_positions, 3000);
    check_table(m.weights.source_positions, "encoder", (size_t)m.config.n_positions * spec.d);
    tr_nmt_close(&m);

    spec.positions = 40;
    spec.target_positions = 30;
    spec.type = CT2_F16;
    ct2_job_convert(&j, &spec, &m);
    ck_assert_uint_eq(m.config.max_source, 29); /* and </s> */
    ck_assert_uint_eq(m.config.max_target, 30);
    check_table(m.weights.source_positions, "encoder", (size_t)30 * spec.d);
    check_table(m.weights.target_positions, "decoder", (size_t)30 * spec.d);
    tr_nmt_close(&m);

    spec.target_positions = 1;
    ct2_refused(&j, &spec, TR_EFORMAT, "encoder/position_encodings/encodings: has 1 rows");
    scratch_close(&j.s);
}
END_TEST

START_TEST(knows_the_activations)
{
    static const int ours[] = {TR_RELU,         TR_GELU_TANH, TR_SWISH, TR_GELU_ERF,
                               TR_GELU_SIGMOID, -1,           -1,       -1};
    static const char *const refused[] = {
        [5] = "Tanh is not supported", [6] = "Sigmoid is not supported", [7] = "7 is not known"};
    ct2_spec spec = ct2_small;
    tr_nmt m;
    job j;

    job_open(&j, NULL);
    for (int i = 0; i < 8; i++) {
        spec.activation = i;
        if (ours[i] < 0) {
            ct2_refused(&j, &spec, i < 7 ? TR_EUNSUPPORTED : TR_EFORMAT, refused[i]);
            continue;
        }
        ct2_job_convert(&j, &spec, &m);
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
        ct2_job_convert(&j, &spec, &m);
        ck_assert_float_eq(m.config.embedding_scale, scale[i]);
        tr_nmt_close(&m);
    }
    spec.more = scaled_differently;
    ct2_refused(&j, &spec, TR_EUNSUPPORTED, "differs from the encoder's");
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
    ct2_job_convert(&j, &spec, &m);
    ck_assert_int_eq(m.config.alignment_layer, 2);
    ck_assert_uint_eq(m.config.alignment_heads, 1);
    tr_nmt_close(&m);
    spec.more = align;
    ct2_job_convert(&j, &spec, &m);
    ck_assert_int_eq(m.config.alignment_layer, 1);
    ck_assert_uint_eq(m.config.alignment_heads, 3);
    tr_nmt_close(&m);
    spec.more = align_nowhere;
    ct2_refused(&j, &spec, TR_EFORMAT, "decoder/alignment_layer: is no layer");
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
    ct2_job_convert(&j, &spec, &m);
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
        ct2_refused(&j, &spec, TR_EUNSUPPORTED, others[i]);
    }
    spec.spec = NULL;
    spec.revision = 8;
    ct2_refused(&j, &spec, TR_EVERSION, "revision 8");
    scratch_close(&j.s);
}
END_TEST

UNIT_MAIN("ct2_network", imports_both_placements_of_norms, imports_every_type_exactly,
          takes_int8_over_as_it_is, rounds_int16_to_int8_only_when_asked_to,
          finds_what_embeddings_share, does_without_biases, computes_positions_from_one,
          takes_position_tables_as_long_as_they_are_needed, knows_the_activations,
          knows_what_embeddings_are_multiplied_by, knows_which_heads_align, imports_early_versions,
          refuses_other_specifications_and_revisions)
