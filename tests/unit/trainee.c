#include "unit/trainee.h"

#include <check.h>

#include "base/cpu.h"

static const struct {
    const char *name;
    bool pre_norm, query_only, learned_positions, ssru;
    size_t d_key, d_value;
    int self_score, cross_score;
    int ties, activation;
    size_t start;
    float embedding_scale;
    int two_positions, embedding_norm;
} kinds[TRAINEE_NAMED] = {
    [TRAINEE_SHIPPED] = {"shipped", .ties = TR_TIES_ALL, .activation = TR_RELU},
    [TRAINEE_PRE_NORM] = {"pre-norm, swish, three tables", .pre_norm = true, .ties = TR_TIES_NONE,
                          .activation = TR_SWISH},
    [TRAINEE_QUERY_ONLY] = {"keys and values of the raw input", .pre_norm = true,
                            .query_only = true, .ties = TR_TIES_TARGET, .activation = TR_SWISH},
    [TRAINEE_GELU_ERF] = {"learned positions, GELU by erf", .learned_positions = true,
                          .ties = TR_TIES_ALL, .activation = TR_GELU_ERF},
    [TRAINEE_GELU_SIGMOID] = {"learned positions, GELU by sigmoid", .learned_positions = true,
                              .ties = TR_TIES_ALL, .activation = TR_GELU_SIGMOID},
    [TRAINEE_NARROW_KEYS] = {"keys of 5 and values of 11", .d_key = 5, .d_value = 11,
                             .ties = TR_TIES_ALL, .activation = TR_RELU},
    [TRAINEE_WIDE_KEYS] = {"keys of 33 and values of 2, of the raw input", .pre_norm = true,
                           .query_only = true, .d_key = 33, .d_value = 2, .ties = TR_TIES_ALL,
                           .activation = TR_SWISH},
    [TRAINEE_COSINE] = {"cosines", .self_score = TR_COSINE, .cross_score = TR_COSINE,
                        .ties = TR_TIES_ALL, .activation = TR_RELU},
    [TRAINEE_ADDITIVE] = {"additive scores", .self_score = TR_ADDITIVE, .d_key = 9, .d_value = 4,
                          .cross_score = TR_ADDITIVE, .ties = TR_TIES_ALL, .activation = TR_RELU},
    [TRAINEE_LOCATION] = {"locations, and cosines of the raw input", .pre_norm = true,
                          .query_only = true, .self_score = TR_COSINE, .cross_score = TR_LOCATION,
                          .ties = TR_TIES_ALL, .activation = TR_SWISH},
    [TRAINEE_RECURRENT] = {"SSRU, additive scores and locations", .ssru = true,
                           .self_score = TR_LOCATION, .cross_score = TR_ADDITIVE,
                           .ties = TR_TIES_ALL, .activation = TR_RELU},
    [TRAINEE_GENERAL] = {"general scores", .self_score = TR_GENERAL, .cross_score = TR_GENERAL,
                         .ties = TR_TIES_ALL, .activation = TR_SWISH},
    [TRAINEE_DOT] = {"dot products", .self_score = TR_DOT, .cross_score = TR_DOT,
                     .ties = TR_TIES_ALL, .activation = TR_SWISH},
    [TRAINEE_TOKENS] = {"a piece at the start, and a scale", .pre_norm = true, .start = 4,
                        .embedding_scale = 2.5f, .ties = TR_TIES_ALL, .activation = TR_RELU},
    [TRAINEE_NORMED] = {"norms of embeddings, and two tables of positions", .start = 3,
                        .learned_positions = true, .embedding_scale = 3, .two_positions = 1,
                        .embedding_norm = 1, .ties = TR_TIES_ALL, .activation = TR_GELU_ERF},
    [TRAINEE_INPUTS] = {"an output apart from inputs that share, before which norms stand",
                        .pre_norm = true, .start = 1, .embedding_norm = 1, .ties = TR_TIES_INPUTS,
                        .activation = TR_RELU},
    [TRAINEE_SSRU] = {"SSRU", .ssru = true, .ties = TR_TIES_ALL, .activation = TR_RELU},
};

const char *trainee_kind_name(int kind)
{
    return kinds[kind].name;
}

tr_shape trainee_shape(int kind, size_t d_model, size_t heads, size_t vocab)
{
    const bool shared = kinds[kind].ties == TR_TIES_ALL || kinds[kind].ties == TR_TIES_INPUTS;
    return (tr_shape){
        .d_model = d_model,
        .heads = heads,
        .d_key = kinds[kind].d_key,
        .d_value = kinds[kind].d_value,
        .self_score = kinds[kind].self_score,
        .cross_score = kinds[kind].cross_score,
        .n_places =
            kinds[kind].self_score == TR_LOCATION || kinds[kind].cross_score == TR_LOCATION ? 4 : 0,
        .encoder_ffn = d_model + 8,
        .decoder_ffn = d_model + 4,
        .n_encoder_layers = 2,
        .n_decoder_layers = 2,
        .source_vocab = shared ? vocab : vocab - 2,
        .target_vocab = vocab,
        .n_positions = TRAINEE_POSITIONS,
        .ties = kinds[kind].ties,
        .activation = kinds[kind].activation,
        .pre_norm = kinds[kind].pre_norm,
        .norm_query_only = kinds[kind].query_only,
        .ssru = kinds[kind].ssru,
        .learned_positions = kinds[kind].learned_positions,
        .output_bias = true,
        .epsilon = 1e-6f,
        .start = kinds[kind].start,
        .embedding_scale = kinds[kind].embedding_scale,
        .two_positions = kinds[kind].two_positions,
        .embedding_norm = kinds[kind].embedding_norm};
}

float trainee_noise(uint32_t *state)
{
    *state = *state * 1664525 + 1013904223;
    return (float)(*state >> 8) * 0x1p-23f - 1;
}

/* Any piece but </s>. */
static int32_t random_piece(size_t vocab, uint32_t *state)
{
    const float share = (trainee_noise(state) + 1) / 2;
    return 1 + (int32_t)(share * (float)(vocab - 1)) % (int32_t)(vocab - 1);
}

static void fill_pack(trainee *e, size_t n, size_t n_source, size_t n_target, uint32_t *state)
{
    ck_assert(n_source <= TRAINEE_LONGEST && n_target <= TRAINEE_LONGEST);
    ck_assert(n <= TRAINEE_SENTENCES && n * n_source <= TRAINEE_ROWS &&
              n * n_target <= TRAINEE_ROWS);
    for (size_t i = 0; i < n * n_source; i++)
        e->source[i] = random_piece(e->p.shape.source_vocab, state);
    for (size_t i = 0; i < n * n_target; i++)
        e->target[i] = random_piece(e->p.shape.target_vocab, state);
    for (size_t s = 0; s <= n; s++) {
        e->source_start[s] = s * n_source;
        e->target_start[s] = s * n_target;
    }
    e->pack = (tr_pack){{e->source, e->source_start, n * n_source, 0},
                        {e->target, e->target_start, n * n_target, 0},
                        n};
}

/* Biases and gains; exponents become small, so that a softmax is no step. */
static void shake(tr_parameters *p, uint32_t *state)
{
    for (size_t i = 0; i < p->n_tensors; i++) {
        const tr_parameter_tensor *t = &p->tensors[i];
        for (size_t at = 0; t->kind == TR_SCORE_EXPONENT && at < t->n_out; at++)
            p->w[t->at + at] = 0;
        const bool shaken = t->n_in == 1 || t->kind == TR_SCORE_MAP;
        for (size_t at = 0; shaken && at < t->n_out * t->n_in; at++)
            p->w[t->at + at] += 0.2f * trainee_noise(state);
    }
}

const float *trainee_positions(const trainee *e)
{
    return e->p.shape.learned_positions ? NULL : e->positions;
}

void trainee_open(trainee *e, const tr_shape *shape, size_t n, size_t n_source, size_t n_target)
{
    static const tr_panel_format format = {1, 1};
    const tr_pack_limits limits = {
        .rows = TRAINEE_ROWS, .longest = TRAINEE_LONGEST, .teacher = true};
    uint32_t state = 17;
    tr_error err;

    ck_assert(shape->d_model <= TRAINEE_WIDEST);
    *e = (trainee){0};
    ck_assert_int_eq(tr_parameters_create(&e->p, shape, &format, &err), 0);
    tr_parameters_initialise(&e->p, 5);
    shake(&e->p, &state);
    tr_transformer_sinusoids(TRAINEE_POSITIONS, shape->d_model, e->positions);
    ck_assert_int_eq(
        tr_workers_create(&e->workers, 1, tr_transformer_scratch(shape, &limits), &err), 0);
    ck_assert_int_eq(tr_transformer_create(&e->t, &e->p, e->workers, tr_cpu_detect(), TR_FLOAT32,
                                           trainee_positions(e), &limits, &err),
                     0);
    fill_pack(e, n, n_source, n_target, &state);
}

void trainee_close(trainee *e)
{
    tr_transformer_free(e->t);
    tr_workers_free(e->workers);
    tr_parameters_free(&e->p);
}
