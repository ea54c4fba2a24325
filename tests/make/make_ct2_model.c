#include "make_ct2_model.h"

#include <math.h>

const ct2_spec ct2_small = {.version = 6,
                            .revision = 7,
                            .d = 12,
                            .heads = 3,
                            .encoder_layers = 2,
                            .decoder_layers = 1,
                            .encoder_ffn = 20,
                            .decoder_ffn = 8,
                            .source_vocab = 7,
                            .target_vocab = 7,
                            .ties = "all"};

static const char ct2_config[] =
    "{\"add_source_bos\": false, \"add_source_eos\": true, \"bos_token\": \"<s>\","
    " \"decoder_start_token\": \"<s>\", \"eos_token\": \"</s>\", \"layer_norm_epsilon\": null,"
    " \"multi_query_attention\": false, \"unk_token\": \"<unk>\"}\n";

/* `n` tokens, of which ids 0 to 3 have a meaning. */
static void ct2_tokens(tr_buf *b, uint32_t n)
{
    static const char *const special[] = {"<blank>", "<s>", "</s>", "<unk>"};
    for (uint32_t i = 0; i < n; i++)
        if (i < 4)
            tr_buf_printf(b, "%s\n", special[i]);
        else
            tr_buf_printf(b, "%c\n", (int)('d' + i - 4)); /* as write_vocab() has them */
}

float ct2_value(const char *name, size_t i)
{
    return floorf(marian_value(name, i) * 64) / 64;
}

int8_t ct2_s8(const char *name, size_t i)
{
    return (int8_t)(127 * marian_value(name, i));
}

float ct2_scale(size_t row)
{
    return 100 + 3 * (float)row;
}

static void ct2_put_value(tr_buf *b, int type, const char *name, size_t i)
{
    const float x = ct2_value(name, i);
    uint32_t bits;

    memcpy(&bits, &x, sizeof bits);
    if (type == CT2_F32)
        put_le(b, bits, 4);
    else if (type == CT2_BF16)
        put_le(b, bits >> 16, 2);
    else if (type == CT2_F16)
        put_le(b,
               x == 0
                   ? 0
                   : (bits >> 16 & 0x8000) | ((bits >> 23 & 255) - 112) << 10 | (bits >> 13 & 1023),
               2);
    else if (type == CT2_S16)
        put_le(b, (uint16_t)(int16_t)(x * CT2_S16_SCALE), 2);
    else
        put_le(b, (uint8_t)ct2_s8(name, i), 1);
}

static void ct2_add_values(ct2_maker *m, const ct2_spec *s, const char *name, int type,
                           uint32_t rows, uint32_t columns)
{
    tr_buf data = {0};
    char scale[120];

    if (s->without && !strcmp(s->without, name)) return;
    for (size_t i = 0; i < (size_t)rows * (columns ? columns : 1); i++)
        ct2_put_value(&data, type, name, i);
    if (s->wrong && !strcmp(s->wrong, name)) memset(data.data, 0xff, 4);
    ct2_add(m, name, type, rows, columns, data.data);
    tr_buf_free(&data);
    snprintf(scale, sizeof scale, "%s_scale", name);
    if (type == CT2_S16) ct2_add(m, scale, CT2_F32, 0, 0, &(float){CT2_S16_SCALE});
    if (type != CT2_S8) return;
    for (size_t i = 0; i < rows; i++)
        tr_buf_add(&data, &(float){ct2_scale(i)}, sizeof(float));
    ct2_add(m, scale, CT2_F32, rows, 0, data.data);
    tr_buf_free(&data);
}

/* The type of what is not a weight. */
static int ct2_plain_type(const ct2_spec *s)
{
    return s->type == CT2_F16 || s->type == CT2_BF16 ? s->type : CT2_F32;
}

static void ct2_add_dense(ct2_maker *m, const ct2_spec *s, const char *stem, uint32_t n_out,
                          uint32_t n_in)
{
    char name[120];
    snprintf(name, sizeof name, "%s/weight", stem);
    ct2_add_values(m, s, name, s->type, n_out, n_in);
    snprintf(name, sizeof name, "%s/bias", stem);
    if (!s->no_bias) ct2_add_values(m, s, name, ct2_plain_type(s), n_out, 0);
}

static void ct2_add_norm(ct2_maker *m, const ct2_spec *s, const char *stem)
{
    char name[120];
    snprintf(name, sizeof name, "%s/gamma", stem);
    ct2_add_values(m, s, name, ct2_plain_type(s), s->d, 0);
    snprintf(name, sizeof name, "%s/beta", stem);
    ct2_add_values(m, s, name, ct2_plain_type(s), s->d, 0);
}

static void ct2_add_layer(ct2_maker *m, const ct2_spec *s, const char *side, uint32_t i)
{
    const bool decoder = side[0] == 'd';
    const uint32_t ffn = decoder ? s->decoder_ffn : s->encoder_ffn;
    char layer[40], stem[80];

    snprintf(layer, sizeof layer, "%s/layer_%u", side, i);
    snprintf(stem, sizeof stem, "%s/self_attention/linear_0", layer);
    ct2_add_dense(m, s, stem, 3 * s->d, s->d);
    snprintf(stem, sizeof stem, "%s/self_attention/linear_1", layer);
    ct2_add_dense(m, s, stem, s->d, s->d);
    snprintf(stem, sizeof stem, "%s/self_attention/layer_norm", layer);
    ct2_add_norm(m, s, stem);
    for (uint32_t k = 0; decoder && k < 3; k++) {
        snprintf(stem, sizeof stem, "%s/attention/linear_%u", layer, k);
        ct2_add_dense(m, s, stem, k == 1 ? 2 * s->d : s->d, s->d);
    }
    snprintf(stem, sizeof stem, "%s/attention/layer_norm", layer);
    if (decoder) ct2_add_norm(m, s, stem);
    snprintf(stem, sizeof stem, "%s/ffn/linear_0", layer);
    ct2_add_dense(m, s, stem, ffn, s->d);
    snprintf(stem, sizeof stem, "%s/ffn/linear_1", layer);
    ct2_add_dense(m, s, stem, s->d, ffn);
    snprintf(stem, sizeof stem, "%s/ffn/layer_norm", layer);
    ct2_add_norm(m, s, stem);
}

static void ct2_add_side(ct2_maker *m, const ct2_spec *s, const char *side)
{
    const uint32_t layers = side[0] == 'd' ? s->decoder_layers : s->encoder_layers;
    char name[80];

    for (uint32_t i = 0; i < layers; i++)
        ct2_add_layer(m, s, side, i);
    snprintf(name, sizeof name, "%s/layer_norm", side);
    if (!s->post_norm) ct2_add_norm(m, s, name);
    snprintf(name, sizeof name, "%s/layernorm_embedding", side);
    if (s->embedding_norms) ct2_add_norm(m, s, name);
    if (s->revision < 5) return;
    snprintf(name, sizeof name, "%s/num_heads", side);
    ct2_add_number(m, name, CT2_S16, (int)s->heads);
    snprintf(name, sizeof name, "%s/pre_norm", side);
    ct2_add_number(m, name, CT2_S8, !s->post_norm);
    snprintf(name, sizeof name, "%s/activation", side);
    ct2_add_number(m, name, CT2_S8, s->activation);
}

static void ct2_add_tables(ct2_maker *m, const ct2_spec *s)
{
    const char *source =
        s->version < 3 ? "encoder/embeddings/weight" : "encoder/embeddings_0/weight";

    ct2_add_values(m, s, "decoder/embeddings/weight", s->type, s->target_vocab, s->d);
    if (!strcmp(s->ties, "all"))
        ct2_add_alias(m, source, "decoder/embeddings/weight");
    else
        ct2_add_values(m, s, source, s->type, s->source_vocab, s->d);
    if (strcmp(s->ties, "none") != 0)
        ct2_add_alias(m, "decoder/projection/weight", "decoder/embeddings/weight");
    else
        ct2_add_values(m, s, "decoder/projection/weight", s->type, s->target_vocab, s->d);
    if (!s->no_bias)
        ct2_add_values(m, s, "decoder/projection/bias", ct2_plain_type(s), s->target_vocab, 0);
    if (s->positions)
        ct2_add_values(m, s, "encoder/position_encodings/encodings", ct2_plain_type(s),
                       s->positions, s->d);
    if (s->target_positions)
        ct2_add_values(m, s, "decoder/position_encodings/encodings", ct2_plain_type(s),
                       s->target_positions, s->d);
    else if (s->positions)
        ct2_add_alias(m, "decoder/position_encodings/encodings",
                      "encoder/position_encodings/encodings");
}

void make_ct2_model(ct2_maker *m, const ct2_spec *s)
{
    *m = (ct2_maker){.version = s->version, .revision = s->revision, .spec = s->spec};
    ct2_add_tables(m, s);
    ct2_add_side(m, s, "encoder");
    ct2_add_side(m, s, "decoder");
    if (s->zero_start) ct2_add_number(m, "decoder/start_from_zero_embedding", CT2_S8, 1);
    if (s->more) s->more(m);
    ct2_end(m);
}

void make_ct2_files(const ct2_spec *s,
                    void (*write)(void *ctx, const char *name, const void *bytes, size_t n),
                    void *ctx)
{
    const bool shared = !strcmp(s->ties, "all");
    const char *config = s->config ? s->config : ct2_config;
    ct2_maker m;
    tr_buf source = {0}, target = {0};

    make_ct2_model(&m, s);
    write(ctx, "model.bin", m.bytes.data, m.bytes.len);
    tr_buf_free(&m.bytes);
    if (*config) write(ctx, "config.json", config, strlen(config));
    ct2_tokens(&source, s->source_vocab);
    ct2_tokens(&target, s->target_vocab);
    const char *source_list = s->source ? s->source : source.data;
    const char *target_list = s->target ? s->target : target.data;
    write(ctx, shared ? "shared_vocabulary.txt" : "source_vocabulary.txt", source_list,
          strlen(source_list));
    if (!shared) write(ctx, "target_vocabulary.txt", target_list, strlen(target_list));
    tr_buf_free(&source);
    tr_buf_free(&target);
}
