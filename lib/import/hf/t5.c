/*
 * t5.c - config.json of T5, mT5, umT5 and MADLAD-400, and transformers' names of their tensors.
 */
#include "import/hf/t5.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "import/hf/byt5_vocab.h"
#include "import/hf/hf_cutting.h"
#include "import/hf/hf_generation.h"
#include "import/hf/hf_tokenizer.h"
#include "import/hf/t5_vocab.h"
#include "import/shared/t5_network.h"
#include "import/shared/vocabs.h"

enum { MAX_DIM = 65536, MAX_DEPTH = 1024, MAX_VOCAB = 1 << 21, MAX_BUCKETS = 4096 };

/* Defaults of transformers where config.json is silent. */
typedef struct kind {
    const char *model_type, *feed_forward;
    bool tied_output;
} kind;

static const kind kinds[] = {
    {"t5", "relu", true}, {"mt5", "gated-gelu", false}, {"umt5", "gated-gelu", true}};

static const kind *find_kind(const char *type)
{
    for (size_t i = 0; type && i < sizeof kinds / sizeof *kinds; i++)
        if (!strcmp(type, kinds[i].model_type)) return &kinds[i];
    return NULL;
}

bool tr_t5_is_family(const char *model_type)
{
    return find_kind(model_type) != NULL;
}

int tr_t5_is(tr_import *im, tr_error *err)
{
    const char *path;
    cJSON *config;

    const int rc = tr_import_json(im, "config.json", &config, &path, err);
    if (rc < 0) return rc;
    const bool is = find_kind(tr_json_text(config, "model_type")) != NULL;
    cJSON_Delete(config);
    return is;
}

/* ---- config.json --------------------------------------------------------------------------- */

typedef struct reader {
    tr_hf_settings s;
    const kind *kind;
} reader;

/* From `low` to `high`; `otherwise` where it is missing, -1 for none. */
static uint32_t read_number(reader *r, const char *key, uint32_t low, uint32_t high,
                            int64_t otherwise)
{
    const cJSON *item = tr_hf_settings_find(&r->s, key);
    char why[80];
    uint64_t n = 0;

    if (!item && otherwise >= 0) return (uint32_t)otherwise;
    snprintf(why, sizeof why, "is not a whole number in %" PRIu32 "..%" PRIu32, low, high);
    if (!item)
        tr_hf_settings_refuse_own(&r->s, TR_EFORMAT, key, "is missing");
    else if (!tr_json_is_count(item, &n) || n < low || n > high)
        tr_hf_settings_refuse_own(&r->s, TR_EFORMAT, key, why);
    return r->s.rc < 0 ? low : (uint32_t)n;
}

static void read_activation(reader *r, tr_config *m)
{
    const char *given = tr_json_text(r->s.config, "feed_forward_proj"), *act;
    const char *proj = given ? given : r->kind->feed_forward;
    const cJSON *gated = tr_hf_settings_find(&r->s, "is_gated_act");

    m->gated_ffn = !strncmp(proj, "gated-", 6);
    act = m->gated_ffn ? proj + 6 : proj;
    if (!strcmp(proj, "gated-gelu")) act = "gelu_new";
    if (tr_json_text(r->s.config, "dense_act_fn")) act = tr_json_text(r->s.config, "dense_act_fn");
    if (cJSON_IsBool(gated)) m->gated_ffn = cJSON_IsTrue(gated);
    tr_hf_settings_activation(&r->s, "feed_forward_proj", act, &m->activation);
}

/* Version 5 of transformers says of every model that its tables are tied, and tells apart whether
 * what the output matrix gets is scaled; what mT5's gets never is. */
static void read_output(reader *r, const tr_config *m, tr_t5_config *c)
{
    const cJSON *const tied = tr_hf_settings_find(&r->s, "tie_word_embeddings");
    const cJSON *const scaled = tr_hf_settings_find(&r->s, "scale_decoder_outputs");
    const char *const version = tr_json_text(r->s.config, "transformers_version");
    const bool is_new = version && (strcspn(version, ".") > 1 || *version >= '5');

    c->tied_output = cJSON_IsBool(tied) ? cJSON_IsTrue(tied) : r->kind->tied_output;
    c->may_have_output = is_new || cJSON_IsBool(scaled);
    const bool is_scaled = cJSON_IsBool(scaled)                            ? cJSON_IsTrue(scaled)
                           : is_new && !strcmp(r->kind->model_type, "mt5") ? false
                                                                           : c->tied_output;
    c->output_scale = is_scaled ? 1 / sqrtf((float)m->d_model) : 1;
}

static void read_sizes(reader *r, tr_config *m, tr_t5_config *c)
{
    const cJSON *epsilon = tr_hf_settings_find(&r->s, "layer_norm_epsilon");

    m->d_model = read_number(r, "d_model", 1, MAX_DIM, -1);
    m->d_key = m->d_value = read_number(r, "d_kv", 1, TR_HEAD_MOST, -1);
    m->heads = read_number(r, "num_heads", 1, MAX_DIM, -1);
    m->encoder_ffn = m->decoder_ffn = read_number(r, "d_ff", 1, MAX_DIM, -1);
    m->n_encoder_layers = read_number(r, "num_layers", 1, MAX_DEPTH, -1);
    m->n_decoder_layers = read_number(r, "num_decoder_layers", 1, MAX_DEPTH, m->n_encoder_layers);
    c->vocab = m->source_vocab = m->target_vocab = read_number(r, "vocab_size", 4, MAX_VOCAB, -1);
    c->buckets = read_number(r, "relative_attention_num_buckets", 4, MAX_BUCKETS, 32);
    c->max_distance = read_number(r, "relative_attention_max_distance", 1, MAX_DIM, 128);
    if (r->s.rc == 0 && c->buckets % 4)
        tr_hf_settings_refuse_own(&r->s, TR_EUNSUPPORTED, "relative_attention_num_buckets",
                                  "is no multiple of 4");
    if (r->s.rc == 0 && c->max_distance <= c->buckets / 2)
        tr_hf_settings_refuse_own(&r->s, TR_EFORMAT, "relative_attention_max_distance",
                                  "is not more than half of the buckets");
    if (r->s.rc == 0 && (uint64_t)m->heads * m->d_key > MAX_DIM)
        tr_hf_settings_refuse_own(&r->s, TR_EUNSUPPORTED, "d_kv",
                                  "makes heads of more than 65536 together");
    read_output(r, m, c);
    m->epsilon = cJSON_IsNumber(epsilon) ? (float)epsilon->valuedouble : 1e-6f;
    if (!(m->epsilon > 0 && m->epsilon < 1))
        tr_hf_settings_refuse_own(&r->s, TR_EFORMAT, "layer_norm_epsilon",
                                  "is not between 0 and 1");
}

static void read_tokens(reader *r, tr_config *m)
{
    tr_hf_settings *s = &r->s;
    const int32_t pad = tr_hf_settings_token(s, "pad_token_id", 0);

    m->eos = tr_hf_settings_token(s, "eos_token_id", 1);
    m->start_id = tr_hf_settings_token(s, "decoder_start_token_id", pad);
    m->forced_first = tr_hf_settings_first_token(s);
}

/* MetricX has a class of its own, whose only output is one word of the vocabulary. */
static void read_class(reader *r, tr_config *m)
{
    const cJSON *const first = cJSON_GetArrayItem(tr_hf_settings_find(&r->s, "architectures"), 0);

    if (!strcmp(r->kind->model_type, "mt5") && cJSON_IsString(first) &&
        !strcmp(first->valuestring, "MT5ForRegression"))
        m->metric = TR_METRIC_METRICX;
}

/* MetricX reads texts without </s>, cut at the length of its training. */
static void set_metric(reader *r, tr_config *m, tr_t5_config *c)
{
    enum { EXTRA_ID_10 = 250089, PAD = 0, LONGEST = 1535 };

    c->score = EXTRA_ID_10;
    if (r->s.rc == 0 && c->vocab <= EXTRA_ID_10)
        tr_hf_settings_refuse_own(&r->s, TR_EUNSUPPORTED, "vocab_size",
                                  "has no <extra_id_10>, 250089, by which MetricX scores");
    m->start_id = PAD;
    m->forced_first = -1;
    if (!r->s.im->options->max_source) m->max_source = LONGEST;
    m->source_language = m->target_language = "";
    r->s.im->prefers_float32 = true;
    if (r->s.rc == 0) r->s.rc = tr_import_take_folder_name(r->s.im, r->s.err);
}

static void read_config(reader *r, tr_config *m, tr_t5_config *c)
{
    read_class(r, m);
    read_sizes(r, m, c);
    read_activation(r, m);
    tr_hf_settings_refuse_unsupported(&r->s);
    tr_hf_settings_set_vocab(&r->s, c->vocab);
    if (r->s.rc < 0) return;
    read_tokens(r, m);
    if (m->metric != TR_METRIC_NONE)
        set_metric(r, m, c);
    else
        tr_hf_settings_read_search(&r->s, m->eos);
}

/* ---- Names --------------------------------------------------------------------------------- */

/* Layers have two parts in the encoder and three in the decoder, each with a norm of its own. */
static tr_t5_names names_of(const tr_config *m)
{
    static const char *const up[2][2] = {
        {"layer.1.DenseReluDense.wi.*", NULL},
        {"layer.1.DenseReluDense.wi_0.*", "layer.1.DenseReluDense.wi_1.*"}};
    static const char *const decoder_up[2][2] = {
        {"layer.2.DenseReluDense.wi.*", NULL},
        {"layer.2.DenseReluDense.wi_0.*", "layer.2.DenseReluDense.wi_1.*"}};
    const bool gated = m->gated_ffn;

    return (tr_t5_names){
        .encoder = {.weight = "weight",
                    .bias = "bias",
                    .gain = "weight",
                    .may_lack_bias = true,
                    .layer = {{TR_ATTN_QKV,
                               {"layer.0.SelfAttention.q.*", "layer.0.SelfAttention.k.*",
                                "layer.0.SelfAttention.v.*"}},
                              {TR_ATTN_OUT, {"layer.0.SelfAttention.o.*"}},
                              {TR_ATTN_NORM, {"layer.0.layer_norm.*"}},
                              {TR_FFN_UP, {up[gated][0], up[gated][1]}},
                              {TR_FFN_DOWN, {"layer.1.DenseReluDense.wo.*"}},
                              {TR_FFN_NORM, {"layer.1.layer_norm.*"}}}},
        .decoder = {.weight = "weight",
                    .bias = "bias",
                    .gain = "weight",
                    .may_lack_bias = true,
                    .layer = {{TR_ATTN_QKV,
                               {"layer.0.SelfAttention.q.*", "layer.0.SelfAttention.k.*",
                                "layer.0.SelfAttention.v.*"}},
                              {TR_ATTN_OUT, {"layer.0.SelfAttention.o.*"}},
                              {TR_ATTN_NORM, {"layer.0.layer_norm.*"}},
                              {TR_CROSS_ATTN_Q, {"layer.1.EncDecAttention.q.*"}},
                              {TR_CROSS_ATTN_KV,
                               {"layer.1.EncDecAttention.k.*", "layer.1.EncDecAttention.v.*"}},
                              {TR_CROSS_ATTN_OUT, {"layer.1.EncDecAttention.o.*"}},
                              {TR_CROSS_ATTN_NORM, {"layer.1.layer_norm.*"}},
                              {TR_FFN_UP, {decoder_up[gated][0], decoder_up[gated][1]}},
                              {TR_FFN_DOWN, {"layer.2.DenseReluDense.wo.*"}},
                              {TR_FFN_NORM, {"layer.2.layer_norm.*"}}}},
        .encoder_layer = "encoder.block.%" PRIu32 ".",
        .decoder_layer = "decoder.block.%" PRIu32 ".",
        .encoder_bias = "layer.0.SelfAttention.relative_attention_bias.weight",
        .decoder_bias = "layer.0.SelfAttention.relative_attention_bias.weight",
        .encoder_norm = "encoder.final_layer_norm.weight",
        .decoder_norm = "decoder.final_layer_norm.weight",
        .embeddings = {"shared.weight", "encoder.embed_tokens.weight",
                       "decoder.embed_tokens.weight"},
        .output = "lm_head.weight",
        .unused = {"layer.1.EncDecAttention.relative_attention_bias.weight"},
    };
}

/* ---- The model ----------------------------------------------------------------------------- */

/* A SentencePiece model that tokenizer.json was made of serves as its own file does. */
static int use_json(reader *r, tr_import *im, tr_hf_tokenizer *json)
{
    tr_hf_settings *const s = &r->s;
    tr_config *const m = &im->config;

    if (json->bos >= 0 || json->more_around || json->unk < 0 ||
        (json->eos >= 0 && json->eos != m->eos))
        return tr_fail(s->err, TR_EUNSUPPORTED,
                       "%s: its post_processor is not supported: more stands around a text than "
                       "the network's end",
                       json->pieces.path);
    int rc = tr_hf_fill_gaps(&json->pieces, s->suppressed, s->err);
    if (rc == 0) rc = tr_hf_take_tokenizer(json, &im->source, s->err);
    for (size_t id = 0; rc == 0 && id < json->pieces.n; id++)
        if (json->special[id] && (int32_t)id != m->eos) s->suppressed[id] = true;
    m->unk = json->unk;
    m->source_eos = json->eos >= 0;
    if (im->source.spm) im->source.text = NULL;
    return rc;
}

/* T5's own tokenizer may be one of bytes, as CodeT5's is, which its files tell. */
static int refuse_no_tokenizer(const tr_import *im, tr_error *err)
{
    const tr_bundle *const b = &im->bundle;
    int rc = 0;

    const bool has_bytes =
        tr_bundle_finds(b, "vocab.json", &rc, err) && tr_bundle_finds(b, "merges.txt", &rc, err);
    if (rc < 0) return rc;
    return tr_fail(err, TR_EUNSUPPORTED,
                   "%s: has no tokenizer that is read: neither spiece.model nor tokenizer.json is "
                   "there%s",
                   b->path,
                   has_bytes ? "; transformers makes one of vocab.json and merges.txt, with "
                               "AutoTokenizer.from_pretrained(FOLDER).save_pretrained(FOLDER)"
                             : "");
}

/* What the user gives; else bytes, or spiece.model, and without it, tokenizer.json. */
static void read_tokenizer(reader *r, tr_import *im, uint32_t vocab)
{
    static const char name[] = "spiece.model";
    tr_hf_settings *const s = &r->s;
    tr_hf_tokenizer json;

    if (im->options->source_vocab) {
        s->rc = tr_import_load_vocab(im, &im->source, im->options->source_vocab, s->err);
        return;
    }
    if ((s->rc = tr_byt5_is(im, s->config, s->err)) != 0) {
        if (s->rc > 0) s->rc = tr_byt5_read_vocab(im, s->err);
        return;
    }
    const bool has_own = tr_bundle_finds(&im->bundle, name, &s->rc, s->err);
    if (s->rc < 0) return;
    if (has_own) {
        s->rc = tr_import_map_spm(im, &im->source, name, s->err);
        return;
    }
    s->rc = tr_hf_tokenizer_is_there(im, s->err);
    if (s->rc == 0) s->rc = refuse_no_tokenizer(im, s->err);
    if (s->rc < 0) return;
    s->rc = tr_hf_tokenizer_open(&json, im, vocab, s->err);
    if (s->rc == 0) s->rc = use_json(r, im, &json);
    tr_hf_tokenizer_close(&json);
}

static void read_files(reader *r, tr_import *im, tr_t5_config *c)
{
    tr_hf_settings *s = &r->s;

    r->kind = find_kind(tr_json_text(s->config, "model_type"));
    read_config(r, &im->config, c);
    if (s->rc == 0) read_tokenizer(r, im, c->vocab);
    if (s->rc < 0) return;
    if (im->config.metric != TR_METRIC_NONE)
        s->rc = tr_t5_read_vocab(im, NULL, s->err);
    else
        s->rc = tr_t5_read_vocab(im, tr_hf_settings_find(&r->s, "task_specific_params"), s->err);
    if (s->rc == 0 && im->config.metric == TR_METRIC_NONE)
        s->rc = tr_hf_set_suppressed(im, s->suppressed, s->err);
}

int tr_t5_describe(tr_import *im, tr_error *err)
{
    tr_t5_config c = {.score = -1};
    reader r;

    if (tr_hf_settings_open(&r.s, im, err) == 0) read_files(&r, im, &c);
    tr_hf_settings_close(&r.s);
    if (r.s.rc < 0) return r.s.rc;
    const tr_t5_names names = names_of(&im->config);
    return tr_t5_add_tensors(im, &c, &names, err);
}
