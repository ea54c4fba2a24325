#include "make_model.h"
#include "formats/gguf_write.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Every tensor passes here twice: once to be declared, once to be written. */
typedef struct model_maker {
    const model_spec *spec;
    tr_gguf_writer *w;
    bool declaring;
    uint64_t random;
    int rc;
    tr_error *err;
} model_maker;

const model_spec model_spec_small = {.d_model = 16,
                                     .heads = 2,
                                     .encoder_layers = 2,
                                     .decoder_layers = 1,
                                     .encoder_ffn = 24,
                                     .decoder_ffn = 40,
                                     .source_vocab = 37,
                                     .target_vocab = 37,
                                     .max_source = 12,
                                     .max_target = 20,
                                     .unk = 1,
                                     .placement = "post",
                                     .activation = "relu",
                                     .ties = "all",
                                     .position = "sinusoidal",
                                     .int8 = true,
                                     .biases = true,
                                     .output_bias = true,
                                     .embedding_scale = 4,
                                     .epsilon = 1e-6f,
                                     .seed = 1};

/* Uniform in [-1, 1): xorshift64*, the upper 24 bits. */
static float maker_random(model_maker *m)
{
    m->random ^= m->random >> 12;
    m->random ^= m->random << 25;
    m->random ^= m->random >> 27;
    const uint64_t bits = m->random * UINT64_C(2685821657736338717) >> 40;
    return (float)bits / (float)(1 << 23) - 1;
}

static void maker_tensor(model_maker *m, const char *name, const char *suffix, int type,
                         unsigned n_dims, const uint64_t *dims, const void *data)
{
    char full[TR_GGUF_MAX_NAME + 1];
    snprintf(full, sizeof full, "%s%s", name, suffix);
    if (m->declaring)
        tr_gguf_declare(m->w, full, type, n_dims, dims);
    else if (m->rc == 0)
        m->rc = tr_gguf_write(m->w, data, tr_gguf_tensor_size(type, n_dims, dims), m->err);
}

/* F32, center +- spread. */
static void maker_floats(model_maker *m, const char *name, const char *suffix, unsigned n_dims,
                         const uint64_t *dims, float center, float spread)
{
    const size_t size = tr_gguf_tensor_size(TR_TENSOR_F32, n_dims, dims);
    float *x = malloc(size);
    for (size_t i = 0; i < size / sizeof *x; i++)
        x[i] = center + spread * maker_random(m);
    maker_tensor(m, name, suffix, TR_TENSOR_F32, n_dims, dims, x);
    free(x);
}

static void maker_s8(model_maker *m, const char *name, const float *x, size_t n_out, size_t n_in)
{
    const uint64_t dims[] = {(n_out + 15) / 16, (n_in + 3) / 4, 16, 4};
    int8_t *packed = malloc(tr_packed_s8_size(n_out, n_in));
    float *scale = malloc(n_out * sizeof *scale);
    int32_t *sum = malloc(n_out * sizeof *sum);
    tr_pack_s8(x, n_out, n_in, n_in, 1, packed, scale, sum);
    maker_tensor(m, name, ".weight", TR_TENSOR_I8, 4, dims, packed);
    maker_tensor(m, name, ".scale", TR_TENSOR_F32, 1, (uint64_t[]){n_out}, scale);
    maker_tensor(m, name, ".sum", TR_TENSOR_I32, 1, (uint64_t[]){n_out}, sum);
    free(packed);
    free(scale);
    free(sum);
}

static void maker_matrix(model_maker *m, const char *name, size_t n_out, size_t n_in, bool bias)
{
    float *x = malloc(n_out * n_in * sizeof *x);
    for (size_t i = 0; i < n_out * n_in; i++)
        x[i] = maker_random(m) * 0.25f;
    if (m->spec->int8) {
        maker_s8(m, name, x, n_out, n_in);
    } else {
        float *packed = malloc(tr_packed_f32_size(n_out, n_in));
        tr_pack_f32(x, n_out, n_in, n_in, 1, packed);
        maker_tensor(m, name, ".weight", TR_TENSOR_F32, 3,
                     (uint64_t[]){(n_out + 15) / 16, n_in, 16}, packed);
        free(packed);
    }
    free(x);
    if (bias) maker_floats(m, name, ".bias", 1, (uint64_t[]){n_out}, 0, 0.125f);
}

static void maker_norm(model_maker *m, const char *name)
{
    maker_floats(m, name, ".weight", 1, (uint64_t[]){m->spec->d_model}, 1, 0.25f);
    maker_floats(m, name, ".bias", 1, (uint64_t[]){m->spec->d_model}, 0, 0.25f);
}

static const char *maker_name(char *name, size_t size, const char *side, uint32_t i,
                              const char *part)
{
    snprintf(name, size, "%s.blk.%" PRIu32 ".%s", side, i, part);
    return name;
}

static void maker_layer(model_maker *m, const char *side, uint32_t i, bool decoder)
{
    const model_spec *s = m->spec;
    const size_t d = s->d_model, ffn = decoder ? s->decoder_ffn : s->encoder_ffn;
    char name[48];
#define PART(part) maker_name(name, sizeof name, side, i, part)
    if (decoder && s->ssru) {
        maker_matrix(m, PART("ssru"), 2 * d, d, true);
    } else if (s->query_only) {
        maker_matrix(m, PART("attn_q"), d, d, s->biases);
        maker_matrix(m, PART("attn_kv"), 2 * d, d, s->biases);
    } else {
        maker_matrix(m, PART("attn_qkv"), 3 * d, d, s->biases);
    }
    if (!decoder || !s->ssru) maker_matrix(m, PART("attn_out"), d, d, s->biases);
    maker_norm(m, PART(decoder && s->ssru ? "ssru_norm" : "attn_norm"));
    if (decoder) {
        maker_matrix(m, PART("cross_attn_q"), d, d, s->biases);
        maker_matrix(m, PART("cross_attn_kv"), 2 * d, d, s->biases);
        maker_matrix(m, PART("cross_attn_out"), d, d, s->biases);
        maker_norm(m, PART("cross_attn_norm"));
    }
    maker_matrix(m, PART("ffn_up"), ffn, d, s->biases);
    maker_matrix(m, PART("ffn_down"), d, ffn, s->biases);
    maker_norm(m, PART("ffn_norm"));
#undef PART
}

static void maker_embeddings(model_maker *m)
{
    const model_spec *s = m->spec;
    const uint32_t source = s->max_source + 1 + s->extra_rows;
    const uint64_t positions[] = {source > s->max_target ? source : s->max_target, s->d_model};
    const bool all = strcmp(s->ties, "all") == 0;

    maker_matrix(m, all ? "token_embd" : "source_embd", s->source_vocab, s->d_model, false);
    if (!all) maker_matrix(m, "target_embd", s->target_vocab, s->d_model, false);
    if (strcmp(s->ties, "none") == 0) maker_matrix(m, "output", s->target_vocab, s->d_model, false);
    if (s->output_bias) maker_floats(m, "output", ".bias", 1, (uint64_t[]){s->target_vocab}, 0, 1);
    if (s->two_position_tables) maker_floats(m, "source_position", ".weight", 2, positions, 0, 1);
    maker_floats(m, s->two_position_tables ? "target_position" : "position", ".weight", 2,
                 positions, 0, 1);
}

static void maker_integers(model_maker *m, const char *name, const int32_t *x, size_t n)
{
    maker_tensor(m, name, "", TR_TENSOR_I32, 1, (uint64_t[]){n}, x);
}

/* Lists of 0 to 6 words, some twice. */
static void maker_lexicon(model_maker *m)
{
    const uint32_t n_source = m->spec->source_vocab, n_target = m->spec->target_vocab;
    int32_t *offset = malloc((n_source + 1) * sizeof *offset), n = 0;
    int32_t *id = malloc((size_t)n_source * 6 * sizeof *id);
    for (uint32_t s = 0; s < n_source; s++) {
        offset[s] = n;
        for (uint32_t i = 0; i < s * 5 % 7; i++)
            id[n++] = (int32_t)((s * 31 + i * i * 11) % n_target);
    }
    offset[n_source] = n;
    maker_integers(m, "shortlist.offset", offset, n_source + 1);
    maker_integers(m, "shortlist.id", id, (size_t)n);
    free(offset);
    free(id);
}

static void maker_tensors(model_maker *m, bool declaring)
{
    const model_spec *s = m->spec;

    m->declaring = declaring;
    m->random = s->seed * UINT64_C(0x9E3779B97F4A7C15) + 1;
    maker_embeddings(m);
    if (s->embedding_norms) maker_norm(m, "enc.embd_norm");
    if (s->embedding_norms) maker_norm(m, "dec.embd_norm");
    for (uint32_t i = 0; i < s->encoder_layers; i++)
        maker_layer(m, "enc", i, false);
    for (uint32_t i = 0; i < s->decoder_layers; i++)
        maker_layer(m, "dec", i, true);
    if (s->output_norms) maker_norm(m, "enc.output_norm");
    if (s->output_norms) maker_norm(m, "dec.output_norm");
    if (s->source_spm)
        maker_tensor(m, "tokenizer.spm.source", "", TR_TENSOR_I8, 1,
                     (uint64_t[]){s->source_spm_size}, s->source_spm);
    if (s->target_spm)
        maker_tensor(m, "tokenizer.spm.target", "", TR_TENSOR_I8, 1,
                     (uint64_t[]){s->target_spm_size}, s->target_spm);
    if (s->lexicon) maker_lexicon(m);
}

static void maker_keys(tr_gguf_writer *w, const model_spec *s)
{
    tr_gguf_put_string(w, "general.architecture", "nmt");
    tr_gguf_put_string(w, "general.name", "random");
    tr_gguf_put_string(w, "nmt.source_language", "en");
    tr_gguf_put_string(w, "nmt.target_language", "de");
    tr_gguf_put_u32(w, "nmt.embedding_length", s->d_model);
    tr_gguf_put_u32(w, "nmt.attention.head_count", s->heads);
    tr_gguf_put_u32(w, "nmt.encoder.block_count", s->encoder_layers);
    tr_gguf_put_u32(w, "nmt.decoder.block_count", s->decoder_layers);
    tr_gguf_put_u32(w, "nmt.encoder.feed_forward_length", s->encoder_ffn);
    tr_gguf_put_u32(w, "nmt.decoder.feed_forward_length", s->decoder_ffn);
    tr_gguf_put_u32(w, "nmt.vocab_size.source", s->source_vocab);
    tr_gguf_put_u32(w, "nmt.vocab_size.target", s->target_vocab);
    tr_gguf_put_string(w, "nmt.norm.placement", s->placement);
    tr_gguf_put_f32(w, "nmt.norm.epsilon", s->epsilon);
    tr_gguf_put_bool(w, "nmt.norm.query_only", s->query_only);
    tr_gguf_put_string(w, "nmt.activation", s->activation);
    tr_gguf_put_string(w, "nmt.decoder.kind", s->ssru ? "ssru" : "self-attention");
    tr_gguf_put_string(w, "nmt.decoder.start", s->start_id ? "token" : "zero");
    if (s->start_id) tr_gguf_put_u32(w, "nmt.decoder.start_id", s->start_id);
    tr_gguf_put_f32(w, "nmt.embedding_scale", s->embedding_scale);
    tr_gguf_put_string(w, "nmt.position.kind", s->position);
    tr_gguf_put_string(w, "nmt.ties", s->ties);
    tr_gguf_put_string(w, "nmt.weight_type", s->int8 ? "int8" : "float32");
    tr_gguf_put_u32(w, "nmt.max_source_length", s->max_source);
    tr_gguf_put_u32(w, "nmt.max_target_length", s->max_target);
    tr_gguf_put_u32(w, "nmt.eos_id", s->eos);
    tr_gguf_put_u32(w, "nmt.unk_id", s->unk);
    if (s->lexicon) {
        tr_gguf_put_u32(w, "nmt.shortlist.first", 5);
        tr_gguf_put_bool(w, "nmt.shortlist.source_ids", s->source_vocab == s->target_vocab);
    }
    tr_gguf_put_string(w, "tokenizer.kind", s->source_spm ? "spm" : "none");
    if (s->more_keys) s->more_keys(w);
}

int make_model(const char *path, const model_spec *spec, tr_error *err)
{
    model_maker m = {.spec = spec, .err = err};

    if ((m.rc = tr_gguf_create(&m.w, path, err)) < 0) return m.rc;
    maker_keys(m.w, spec);
    maker_tensors(&m, true);
    m.rc = tr_gguf_begin_data(m.w, err);
    if (m.rc == 0) maker_tensors(&m, false);
    if (m.rc == 0) return tr_gguf_finish(m.w, err);
    tr_gguf_abandon(m.w);
    return m.rc;
}
