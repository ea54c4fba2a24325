#include "make_hf.h"

#include <math.h>

void hf_set(hf_json *j, const char *key, const char *value)
{
    size_t i = 0;
    while (i < j->n && strcmp(j->key[i], key) != 0)
        i++;
    if (i == j->n) ck_assert_uint_lt(j->n++, HF_MAX_MEMBERS);
    j->key[i] = key;
    j->value[i] = value;
}

void hf_write_json(scratch *s, const char *name, const hf_json *j)
{
    tr_buf text = {0};
    for (size_t i = 0; i < j->n; i++)
        if (j->value[i])
            tr_buf_printf(&text, "%s\"%s\": %s", text.len ? ", " : "{", j->key[i], j->value[i]);
    tr_buf_add_string(&text, text.len ? "}\n" : "{}\n");
    write_file(scratch_file(s, name), text.data, text.len);
    tr_buf_free(&text);
}

void hf_write_text(scratch *s, const char *name, const char *text)
{
    write_file(scratch_file(s, name), text, strlen(text));
}

void hf_add(hf_maker *m, const char *name, size_t rows, size_t columns)
{
    static unsigned count;
    const size_t n = (rows ? rows : 1) * columns;
    float *x = calloc(n, sizeof *x);
    char shape[64];

    count++;
    for (size_t i = 0; i < n; i++)
        x[i] = (float)((count * 131 + i * 7) % 201) / 100 - 1;
    if (m->not_a_number && !strcmp(name, m->not_a_number)) x[n - 1] = NAN;
    if (m->zero_end && strstr(m->zero_end, name))
        for (size_t i = n - (rows > 1 ? columns : 1); i < n; i++)
            x[i] = 0;
    if (rows)
        snprintf(shape, sizeof shape, "%zu,%zu", rows, columns);
    else
        snprintf(shape, sizeof shape, "%zu", columns);
    if (!m->left_out || strcmp(name, m->left_out) != 0)
        safetensors_add(&m->tensors, name, "F32", shape, x, n * sizeof *x);
    free(x);
}

static void hf_add_both(hf_maker *m, const char *stem, size_t n_out, size_t n_in)
{
    char name[160];
    snprintf(name, sizeof name, "%s.weight", stem);
    hf_add(m, name, n_in ? n_out : 0, n_in ? n_in : n_out);
    snprintf(name, sizeof name, "%s.bias", stem);
    hf_add(m, name, 0, n_out);
}

static void hf_add_attention(hf_maker *m, const char *layer, const char *which)
{
    static const char *const parts[] = {"q_proj", "k_proj", "v_proj", "out_proj"};
    char stem[128];
    for (size_t i = 0; i < 4; i++) {
        snprintf(stem, sizeof stem, "%s.%s.%s", layer, which, parts[i]);
        hf_add_both(m, stem, HF_DIM, HF_DIM);
    }
    snprintf(stem, sizeof stem, "%s.%s_layer_norm", layer, which);
    hf_add_both(m, stem, HF_DIM, 0);
}

static void hf_add_stack(hf_maker *m, const char *side)
{
    char layer[64], stem[128];
    snprintf(layer, sizeof layer, "%s%s.layers.0", m->prefix, side);
    hf_add_attention(m, layer, "self_attn");
    if (side[0] == 'd') hf_add_attention(m, layer, "encoder_attn");
    snprintf(stem, sizeof stem, "%s.fc1", layer);
    hf_add_both(m, stem, HF_FFN, HF_DIM);
    snprintf(stem, sizeof stem, "%s.fc2", layer);
    hf_add_both(m, stem, HF_DIM, HF_FFN);
    snprintf(stem, sizeof stem, "%s.final_layer_norm", layer);
    hf_add_both(m, stem, HF_DIM, 0);
    snprintf(stem, sizeof stem, "%s%s.layernorm_embedding", m->prefix, side);
    if (m->embedding_norm) hf_add_both(m, stem, HF_DIM, 0);
    snprintf(stem, sizeof stem, "%s%s.layer_norm", m->prefix, side);
    if (m->top_norm) hf_add_both(m, stem, HF_DIM, 0);
    snprintf(stem, sizeof stem, "%s%s.embed_positions.weight", m->prefix, side);
    if (m->positions) hf_add(m, stem, m->positions, HF_DIM);
}

void hf_open(hf_maker *m, const char *model_type)
{
    static const char *const sizes[][2] = {{"d_model", "4"},
                                           {"encoder_layers", "1"},
                                           {"decoder_layers", "1"},
                                           {"encoder_ffn_dim", "6"},
                                           {"decoder_ffn_dim", "6"},
                                           {"encoder_attention_heads", "2"},
                                           {"pad_token_id", "1"},
                                           {"decoder_attention_heads", "2"},
                                           {"bos_token_id", "0"},
                                           {"eos_token_id", "2"},
                                           {"decoder_start_token_id", "2"},
                                           {"vocab_size", "20"},
                                           {"activation_function", "\"gelu\""}};
    static char type[32];
    const bool bart = !strcmp(model_type, "bart"), mbart = !strcmp(model_type, "mbart");

    *m = (hf_maker){.vocab = 20, .prefix = "model.", .table = "shared.weight"};
    scratch_open(&m->dir);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        hf_set(&m->config, sizes[i][0], sizes[i][1]);
    snprintf(type, sizeof type, "\"%s\"", model_type);
    hf_set(&m->config, "model_type", type);
    m->positions = bart || mbart ? 40 : 0;
    m->embedding_norm = bart || mbart;
    m->top_norm = mbart || !strcmp(model_type, "m2m_100");
}

void hf_write(hf_maker *m)
{
    char name[128];

    snprintf(name, sizeof name, "%s%s", m->prefix, m->table);
    hf_add(m, name, m->vocab, HF_DIM);
    if (m->bias) hf_add(m, "final_logits_bias", 1, m->vocab);
    hf_add_stack(m, "encoder");
    hf_add_stack(m, "decoder");
    tr_buf file = safetensors_end(&m->tensors);
    write_file(scratch_file(&m->dir, "model.safetensors"), file.data, file.len);
    tr_buf_free(&file);
    hf_write_json(&m->dir, "config.json", &m->config);
}

void hf_close(hf_maker *m)
{
    tr_buf_free(&m->tensors.header);
    tr_buf_free(&m->tensors.data);
    scratch_close(&m->dir);
}

void hf_write_spm(scratch *s, const char *name)
{
    tr_buf spm = {0};
    put_base(&spm);
    put_trainer(&spm, ALGORITHM_UNIGRAM, false);
    write_file(scratch_file(s, name), spm.data, spm.len);
    tr_buf_free(&spm);
}
