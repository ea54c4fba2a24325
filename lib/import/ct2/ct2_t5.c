/*
 * ct2_t5.c - T5 and MADLAD-400 in CTranslate2's arrays, as its converter writes them: RMS norms
 * before the blocks, queries that are not scaled, biases by distance.
 */
#include "import/ct2/ct2_t5.h"

#include <inttypes.h>
#include <math.h>

enum { MAX_DEPTH = 1024, MAX_BUCKETS = 4096, FARTHEST = 128, MAX_DIM = 65536 };

typedef tr_ct2_builder builder;

#define BIAS     "self_attention/relative_attention_bias"
#define DISTANCE "self_attention/relative_attention_max_distance"

bool tr_ct2_is_t5(const tr_ct2_model *m)
{
    return tr_ct2_find(m, "encoder/layer_0/" BIAS) && tr_ct2_find(m, "encoder/layer_norm/gamma") &&
           !tr_ct2_find(m, "encoder/layer_norm/beta");
}

/* ---- Sizes --------------------------------------------------------------------------------- */

/* Layers of a side; *ffn: the inner size of the first one. */
static uint32_t count_layers(builder *b, const char *side, uint32_t *ffn)
{
    uint32_t n = 0;

    const tr_foreign_array *up = tr_tensor_builder_require(
        &b->b, tr_import_named("%s/layer_0/ffn/linear_0/weight", side).text);
    if (up && up->dims[0] <= MAX_DIM) *ffn = (uint32_t)up->dims[0];
    while (n <= MAX_DEPTH &&
           tr_ct2_find(b->model,
                       tr_import_named("%s/layer_%" PRIu32 "/ffn/linear_0/weight", side, n).text))
        n++;
    if (up && (n > MAX_DEPTH || up->dims[0] > MAX_DIM))
        tr_tensor_builder_refuse(&b->b, TR_EUNSUPPORTED, up->name, "is too large, or of too many");
    return n;
}

/* All heads of one may be wider or narrower than the network. */
static void describe_head(builder *b)
{
    tr_config *m = &b->b.im->config;
    const tr_foreign_array *qkv =
        tr_tensor_builder_require(&b->b, "encoder/layer_0/self_attention/linear_0/weight");

    if (!qkv) return;
    const uint64_t head = qkv->dims[0] / 3 / m->heads;
    if (qkv->dims[0] != 3 * head * m->heads || head < 1 || head > TR_HEAD_MOST ||
        head * m->heads > MAX_DIM)
        tr_tensor_builder_refuse(&b->b, TR_EFORMAT, qkv->name,
                                 "%" PRIu64 " rows cannot be shared by %" PRIu32 " heads",
                                 qkv->dims[0], m->heads);
    m->d_key = m->d_value = (uint32_t)head;
}

static void describe_distances(builder *b, tr_t5_config *c)
{
    const tr_foreign_array *bias = tr_tensor_builder_require(&b->b, "encoder/layer_0/" BIAS);
    const double most = tr_ct2_attribute(b, "encoder/layer_0/" DISTANCE, FARTHEST);

    if (!bias) return;
    c->buckets = (uint32_t)bias->dims[0];
    c->max_distance = most >= 1 && most <= MAX_DIM ? (uint32_t)most : 0;
    if (bias->n_dims != 2 || bias->dims[0] < 4 || bias->dims[0] > MAX_BUCKETS || c->buckets % 4)
        tr_tensor_builder_refuse(&b->b, TR_EUNSUPPORTED, bias->name,
                                 "has not a multiple of 4 up to %d as rows", MAX_BUCKETS);
    if (c->max_distance <= c->buckets / 2 || c->max_distance != most)
        tr_tensor_builder_refuse(&b->b, TR_EFORMAT, "encoder/layer_0/" DISTANCE,
                                 "is not more than half of the buckets");
}

/* A number that each attention has, and that has to be this one. */
static void require_number(builder *b, bool decoder, const char *end, double expected,
                           double otherwise)
{
    const tr_config *m = &b->b.im->config;

    for (uint32_t i = 0; i < (decoder ? m->n_decoder_layers : m->n_encoder_layers); i++) {
        const tr_import_name name =
            tr_import_named("%s/layer_%" PRIu32 "/%s", decoder ? "decoder" : "encoder", i, end);
        if (tr_ct2_attribute(b, name.text, otherwise) != expected)
            tr_tensor_builder_refuse(&b->b, TR_EUNSUPPORTED, name.text,
                                     "is another number than the first layer's, or T5's");
    }
}

void tr_ct2_t5_sizes(tr_ct2_builder *b, tr_t5_config *c)
{
    tr_config *m = &b->b.im->config;
    const double scaled = 1 / sqrt(m->heads ? (double)m->d_model / m->heads : 1);

    *c = (tr_t5_config){.vocab = m->source_vocab, .score = -1};
    m->n_encoder_layers = count_layers(b, "encoder", &m->encoder_ffn);
    m->n_decoder_layers = count_layers(b, "decoder", &m->decoder_ffn);
    if (b->b.rc == 0) describe_head(b);
    if (b->b.rc == 0) describe_distances(b, c);
    m->gated_ffn = tr_ct2_find(b->model, "encoder/layer_0/ffn/linear_0_noact/weight") != NULL;
    c->output_scale = (float)tr_ct2_attribute(b, "decoder/scale_outputs", 1);
    for (int decoder = 0; decoder < 2 && b->b.rc == 0; decoder++) {
        require_number(b, decoder, "self_attention/queries_scale", 1, scaled);
        require_number(b, decoder, DISTANCE, c->max_distance, c->max_distance);
    }
    require_number(b, true, "attention/queries_scale", 1, scaled);
    if (b->b.rc == 0 && m->source_vocab != m->target_vocab)
        tr_tensor_builder_refuse(&b->b, TR_EUNSUPPORTED, "decoder/embeddings/weight",
                                 "is another table than the encoder's");
}

/* ---- Names --------------------------------------------------------------------------------- */

tr_t5_names tr_ct2_t5_names(const tr_config *m, const char *source)
{
    const char *const gate = m->gated_ffn ? "ffn/linear_0_noact/*" : NULL;

    return (tr_t5_names){
        .encoder = {.weight = "weight",
                    .bias = "bias",
                    .gain = "gamma",
                    .may_lack_bias = true,
                    .layer = {{TR_ATTN_QKV, {"self_attention/linear_0/*"}},
                              {TR_ATTN_OUT, {"self_attention/linear_1/*"}},
                              {TR_ATTN_NORM, {"self_attention/layer_norm/*"}},
                              {TR_FFN_UP, {"ffn/linear_0/*", gate}},
                              {TR_FFN_DOWN, {"ffn/linear_1/*"}},
                              {TR_FFN_NORM, {"ffn/layer_norm/*"}}}},
        .decoder = {.weight = "weight",
                    .bias = "bias",
                    .gain = "gamma",
                    .may_lack_bias = true,
                    .layer = {{TR_ATTN_QKV, {"self_attention/linear_0/*"}},
                              {TR_ATTN_OUT, {"self_attention/linear_1/*"}},
                              {TR_ATTN_NORM, {"self_attention/layer_norm/*"}},
                              {TR_CROSS_ATTN_Q, {"attention/linear_0/*"}},
                              {TR_CROSS_ATTN_KV, {"attention/linear_1/*"}},
                              {TR_CROSS_ATTN_OUT, {"attention/linear_2/*"}},
                              {TR_CROSS_ATTN_NORM, {"attention/layer_norm/*"}},
                              {TR_FFN_UP, {"ffn/linear_0/*", gate}},
                              {TR_FFN_DOWN, {"ffn/linear_1/*"}},
                              {TR_FFN_NORM, {"ffn/layer_norm/*"}}}},
        .encoder_layer = "encoder/layer_%" PRIu32 "/",
        .decoder_layer = "decoder/layer_%" PRIu32 "/",
        .encoder_bias = BIAS,
        .decoder_bias = BIAS,
        .encoder_norm = "encoder/layer_norm/gamma",
        .decoder_norm = "decoder/layer_norm/gamma",
        .embeddings = {source},
        .output = "decoder/projection/weight",
    };
}
