/*
 * hf_config.c - config.json and generation_config.json, as transformers understands them.
 */
#include "import/hf/hf_config.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "import/hf/hf_generation.h"

enum { MAX_DIM = 65536, MAX_DEPTH = 1024, MAX_VOCAB = 1 << 21 };

/* Defaults of transformers where config.json is silent. */
typedef struct family {
    const char *model_type, *activation;
    bool scale_embedding;
    int32_t start;
} family;

static const family families[] = {
    [TR_HF_MARIAN] = {"marian", "gelu", false, -1}, [TR_HF_M2M100] = {"m2m_100", "relu", true, 2},
    [TR_HF_MBART] = {"mbart", "gelu", false, -1},   [TR_HF_BART] = {"bart", "gelu", false, 2},
    [TR_HF_FSMT] = {"fsmt", "relu", true, 2},       [TR_HF_INDIC] = {"IndicTrans", "relu", true, 2},
};

bool tr_hf_is_family(const char *model_type)
{
    for (size_t i = 0; i < sizeof families / sizeof *families; i++)
        if (!strcmp(model_type, families[i].model_type)) return true;
    return false;
}

typedef struct reader {
    tr_hf_settings s;
    tr_config *m; /* im->config */
    tr_hf_config *c;
} reader;

/* ---- Values ------------------------------------------------------------------------------- */

static uint32_t read_size(reader *r, const char *key, uint32_t high)
{
    const cJSON *item = tr_hf_settings_find(&r->s, key);
    char why[64];
    uint64_t n = 0;

    if (!item) {
        tr_hf_settings_refuse_own(&r->s, TR_EFORMAT, key, "is missing");
    } else if (!tr_json_is_count(item, &n) || n < 1 || n > high) {
        snprintf(why, sizeof why, "is not a whole number in 1..%" PRIu32, high);
        tr_hf_settings_refuse_own(&r->s, TR_EFORMAT, key, why);
    }
    return (uint32_t)n;
}

static bool read_bool(reader *r, const char *key, bool otherwise)
{
    const cJSON *item = tr_hf_settings_find(&r->s, key);

    if (!item) return otherwise;
    if (!cJSON_IsBool(item))
        tr_hf_settings_refuse_own(&r->s, TR_EFORMAT, key, "is neither true nor false");
    return cJSON_IsTrue(item);
}

static const char *read_json_string(reader *r, const char *key, const char *otherwise)
{
    const cJSON *item = tr_hf_settings_find(&r->s, key);

    if (item && !cJSON_IsString(item))
        tr_hf_settings_refuse_own(&r->s, TR_EFORMAT, key, "is not a string");
    return cJSON_IsString(item) ? item->valuestring : otherwise;
}

/* ---- The network -------------------------------------------------------------------------- */

static void read_family(reader *r)
{
    tr_hf_config *c = r->c;
    char why[128];
    const char *type = read_json_string(r, "model_type", NULL);

    if (!type) {
        tr_hf_settings_refuse_own(&r->s, TR_EFORMAT, "model_type", "is missing");
        return;
    }
    for (c->family = TR_HF_MARIAN; c->family <= TR_HF_INDIC; c->family++)
        if (!strcmp(type, families[c->family].model_type)) return;
    snprintf(why, sizeof why,
             "'%.40s' is not supported, only marian, m2m_100, mbart, bart, fsmt, "
             "IndicTrans and T5's",
             type);
    tr_hf_settings_refuse_own(&r->s, TR_EUNSUPPORTED, "model_type", why);
    c->family = TR_HF_BART;
}

static void read_vocab_sizes(reader *r)
{
    tr_hf_config *c = r->c;
    const bool indic = c->family == TR_HF_INDIC;

    if (indic || c->family == TR_HF_FSMT) {
        c->source_vocab = read_size(r, indic ? "encoder_vocab_size" : "src_vocab_size", MAX_VOCAB);
        c->target_vocab = read_size(r, indic ? "decoder_vocab_size" : "tgt_vocab_size", MAX_VOCAB);
        if (r->s.rc == 0 && c->shared_table && c->source_vocab != c->target_vocab)
            tr_hf_settings_refuse_own(&r->s, TR_EFORMAT, "tie_word_embeddings",
                                      "says that vocabularies of two sizes are one");
        return;
    }
    c->source_vocab = c->target_vocab = read_size(r, "vocab_size", MAX_VOCAB);
    if (c->family == TR_HF_MARIAN && !c->shared_table &&
        tr_hf_settings_find(&r->s, "decoder_vocab_size"))
        c->target_vocab = read_size(r, "decoder_vocab_size", MAX_VOCAB);
}

static void read_width(reader *r)
{
    if (r->c->family != TR_HF_INDIC) {
        r->m->d_model = read_size(r, "d_model", MAX_DIM);
        return;
    }
    r->m->d_model = read_size(r, "encoder_embed_dim", MAX_DIM);
    if (read_size(r, "decoder_embed_dim", MAX_DIM) != r->m->d_model)
        tr_hf_settings_refuse_own(&r->s, TR_EUNSUPPORTED, "decoder_embed_dim",
                                  "another number than encoder_embed_dim is not supported");
}

static void read_sizes(reader *r)
{
    read_width(r);
    r->m->n_encoder_layers = read_size(r, "encoder_layers", MAX_DEPTH);
    r->m->n_decoder_layers = read_size(r, "decoder_layers", MAX_DEPTH);
    r->m->encoder_ffn = read_size(r, "encoder_ffn_dim", MAX_DIM);
    r->m->decoder_ffn = read_size(r, "decoder_ffn_dim", MAX_DIM);
    read_vocab_sizes(r);
    r->m->heads = read_size(r, "encoder_attention_heads", MAX_DIM);
    if (read_size(r, "decoder_attention_heads", MAX_DIM) != r->m->heads)
        tr_hf_settings_refuse_own(&r->s, TR_EUNSUPPORTED, "decoder_attention_heads",
                                  "another number than encoder_attention_heads is not supported");
    if (r->s.rc == 0 && r->m->d_model % r->m->heads != 0)
        tr_hf_settings_refuse_own(&r->s, TR_EFORMAT, "encoder_attention_heads",
                                  "does not divide d_model");
}

static void read_activation(reader *r)
{
    const char *name =
        read_json_string(r, "activation_function", families[r->c->family].activation);

    tr_hf_settings_activation(&r->s, "activation_function", name, &r->m->activation);
}

static void read_ties(reader *r)
{
    tr_hf_config *c = r->c;
    const bool fsmt = c->family == TR_HF_FSMT, indic = c->family == TR_HF_INDIC;
    const bool tied = read_bool(
        r, indic ? "share_decoder_input_output_embed" : "tie_word_embeddings", !fsmt && !indic);

    c->tied_output = tied || fsmt;
    c->shared_table = c->family == TR_HF_MARIAN
                          ? read_bool(r, "share_encoder_decoder_embeddings", true)
                          : !indic && (tied || !fsmt);
}

static void read_norms(reader *r)
{
    tr_hf_config *c = r->c;

    if (c->family != TR_HF_INDIC) return;
    c->pre_norm = read_bool(r, "encoder_normalize_before", false);
    c->embedding_norm = read_bool(r, "layernorm_embedding", false);
    if (read_bool(r, "decoder_normalize_before", false) != c->pre_norm)
        tr_hf_settings_refuse_own(&r->s, TR_EUNSUPPORTED, "decoder_normalize_before",
                                  "another value than encoder_normalize_before is not supported");
}

static void read_network(reader *r)
{
    tr_hf_config *c = r->c;

    read_ties(r);
    read_norms(r);
    read_sizes(r);
    read_activation(r);
    const bool scaled = read_bool(r, "scale_embedding", families[c->family].scale_embedding);
    r->m->embedding_scale = scaled ? sqrtf((float)r->m->d_model) : 1;
    r->m->epsilon = 1e-5f; /* PyTorch's */
    tr_hf_settings_refuse_unsupported(&r->s);
}

/* ---- Tokens --------------------------------------------------------------------------- */

/* An older way to say that BART's translations begin with <s>, which generation_config.json does
 * without. */
static void force_bos(reader *r)
{
    tr_hf_config *c = r->c;
    static const char key[] = "force_bos_token_to_be_generated";
    const bool forced = read_bool(r, key, false);

    if (c->family != TR_HF_BART || c->forced_bos >= 0 || !forced || r->s.generation) return;
    c->forced_bos = c->bos;
    if (c->bos < 0) tr_import_note(r->s.im, "%s: %s is not applied", r->s.path, key);
}

static void read_tokens(reader *r)
{
    tr_hf_config *c = r->c;
    tr_hf_settings *s = &r->s;

    c->pad = tr_hf_settings_token(s, "pad_token_id", -1);
    c->bos = tr_hf_settings_token(s, "bos_token_id", -1);
    c->eos = tr_hf_settings_token(s, "eos_token_id", -1);
    c->start = tr_hf_settings_token(s, "decoder_start_token_id", families[c->family].start);
    c->forced_bos = c->family == TR_HF_MARIAN ? tr_hf_settings_first_token(s)
                                              : tr_hf_settings_token(s, "forced_bos_token_id", -1);
    force_bos(r);
    if (c->start < 0) c->start = c->bos;
    if (c->eos < 0) tr_hf_settings_refuse_own(&r->s, TR_EFORMAT, "eos_token_id", "is missing");
    if (c->start < 0 || (uint32_t)c->start >= c->target_vocab)
        tr_hf_settings_refuse_own(&r->s, TR_EFORMAT, "decoder_start_token_id", "is missing");
}

/* ---- Files -------------------------------------------------------------------------------- */

static void read_hf_files(reader *r)
{
    tr_hf_config *c = r->c;

    read_family(r);
    if (r->s.rc == 0) read_network(r);
    tr_hf_settings_set_vocab(&r->s, c->target_vocab);
    if (r->s.rc < 0) return;
    c->suppressed = r->s.suppressed;
    read_tokens(r);
    tr_hf_settings_read_search(&r->s, c->eos);
    snprintf(c->name, sizeof c->name, "%s", read_json_string(r, "_name_or_path", ""));
    snprintf(c->tokenizer_class, sizeof c->tokenizer_class, "%s",
             read_json_string(r, "tokenizer_class", ""));
}

int tr_hf_config_read(tr_hf_config *c, tr_import *im, tr_error *err)
{
    reader r = {.m = &im->config, .c = c};

    *c = (tr_hf_config){0};
    if (tr_hf_settings_open(&r.s, im, err) == 0) read_hf_files(&r);
    tr_hf_settings_close(&r.s);
    return r.s.rc;
}
