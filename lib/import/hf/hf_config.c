/*
 * hf_config.c - config.json and generation_config.json, as transformers understands them.
 */
#include "import/hf/hf_config.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MAX_DIM = 65536, MAX_DEPTH = 1024, MAX_VOCAB = 1 << 21, MAX_BEAM = 64 };

/* Defaults of transformers where config.json is silent. */
typedef struct family {
    const char *model_type, *activation;
    bool scale_embedding;
    int32_t start;
} family;

static const family families[] = {
    [TR_HF_MARIAN] = {"marian", "gelu", false, -1},
    [TR_HF_M2M100] = {"m2m_100", "relu", true, 2},
    [TR_HF_MBART] = {"mbart", "gelu", false, -1},
    [TR_HF_BART] = {"bart", "gelu", false, 2},
};

bool tr_hf_is_family(const char *model_type)
{
    for (size_t i = 0; i < sizeof families / sizeof *families; i++)
        if (!strcmp(model_type, families[i].model_type)) return true;
    return false;
}

/* The first failure stays, and what is read after it does nothing. */
typedef struct reader {
    tr_import *im;
    tr_config *m; /* im->config */
    tr_hf_config *c;
    const char *path, *generation_path;
    cJSON *config, *generation; /* the second may be NULL */
    tr_error *err;
    int rc;
} reader;

static void refuse_config(reader *r, int code, const char *path, const char *key, const char *why)
{
    if (r->rc == 0) r->rc = tr_fail(r->err, code, "%s: %s: %s", path, key, why);
}

/* NULL for what is not there, or null. */
static const cJSON *find_in(const cJSON *object, const char *key)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);

    return cJSON_IsNull(item) ? NULL : item;
}

static const cJSON *find_json_key(const reader *r, const char *key)
{
    return find_in(r->config, key);
}

/* Settings of the search may stand in either file; the second goes first. */
static const cJSON *find_generation(const reader *r, const char *key, const char **path)
{
    const cJSON *item = find_in(r->generation, key);

    *path = item ? r->generation_path : r->path;
    return item ? item : find_json_key(r, key);
}

/* ---- Values ------------------------------------------------------------------------------- */

static uint32_t read_size(reader *r, const char *key, uint32_t high)
{
    const cJSON *item = find_json_key(r, key);
    char why[64];
    uint64_t n = 0;

    if (!item) {
        refuse_config(r, TR_EFORMAT, r->path, key, "is missing");
    } else if (!tr_json_is_count(item, &n) || n < 1 || n > high) {
        snprintf(why, sizeof why, "is not a whole number in 1..%" PRIu32, high);
        refuse_config(r, TR_EFORMAT, r->path, key, why);
    }
    return (uint32_t)n;
}

static bool read_bool(reader *r, const char *key, bool otherwise)
{
    const cJSON *item = find_json_key(r, key);

    if (!item) return otherwise;
    if (!cJSON_IsBool(item))
        refuse_config(r, TR_EFORMAT, r->path, key, "is neither true nor false");
    return cJSON_IsTrue(item);
}

static const char *read_json_string(reader *r, const char *key, const char *otherwise)
{
    const cJSON *item = find_json_key(r, key);

    if (item && !cJSON_IsString(item))
        refuse_config(r, TR_EFORMAT, r->path, key, "is not a string");
    return cJSON_IsString(item) ? item->valuestring : otherwise;
}

/* An id, or a list of one. */
static int32_t read_token_id(reader *r, const char *key, uint32_t vocab, int32_t otherwise)
{
    const char *path;
    uint64_t id;

    const cJSON *item = find_generation(r, key, &path);
    if (!item) return otherwise;
    if (cJSON_IsArray(item) && cJSON_GetArraySize(item) == 1) item = item->child;
    if (cJSON_IsArray(item)) {
        refuse_config(r, TR_EUNSUPPORTED, path, key, "more than one id is not supported");
    } else if (!tr_json_is_count(item, &id) || id >= vocab) {
        refuse_config(r, TR_EFORMAT, path, key, "is not an id of the vocabulary");
    } else {
        return (int32_t)id;
    }
    return -1;
}

/* ---- The network -------------------------------------------------------------------------- */

static void read_family(reader *r)
{
    tr_hf_config *c = r->c;
    char why[128];
    const char *type = read_json_string(r, "model_type", NULL);

    if (!type) {
        refuse_config(r, TR_EFORMAT, r->path, "model_type", "is missing");
        return;
    }
    for (c->family = TR_HF_MARIAN; c->family <= TR_HF_BART; c->family++)
        if (!strcmp(type, families[c->family].model_type)) return;
    snprintf(why, sizeof why,
             "'%.40s' is not supported, only marian, m2m_100, mbart, bart and T5's", type);
    refuse_config(r, TR_EUNSUPPORTED, r->path, "model_type", why);
    c->family = TR_HF_BART;
}

static void read_sizes(reader *r)
{
    tr_hf_config *c = r->c;
    r->m->d_model = read_size(r, "d_model", MAX_DIM);
    r->m->n_encoder_layers = read_size(r, "encoder_layers", MAX_DEPTH);
    r->m->n_decoder_layers = read_size(r, "decoder_layers", MAX_DEPTH);
    r->m->encoder_ffn = read_size(r, "encoder_ffn_dim", MAX_DIM);
    r->m->decoder_ffn = read_size(r, "decoder_ffn_dim", MAX_DIM);
    c->source_vocab = c->target_vocab = read_size(r, "vocab_size", MAX_VOCAB);
    if (c->family == TR_HF_MARIAN && !c->shared_table && find_json_key(r, "decoder_vocab_size"))
        c->target_vocab = read_size(r, "decoder_vocab_size", MAX_VOCAB);

    r->m->heads = read_size(r, "encoder_attention_heads", MAX_DIM);
    if (read_size(r, "decoder_attention_heads", MAX_DIM) != r->m->heads)
        refuse_config(r, TR_EUNSUPPORTED, r->path, "decoder_attention_heads",
                      "another number than encoder_attention_heads is not supported");
    if (r->rc == 0 && r->m->d_model % r->m->heads != 0)
        refuse_config(r, TR_EFORMAT, r->path, "encoder_attention_heads", "does not divide d_model");
}

static void read_activation(reader *r)
{
    static const struct {
        const char *name;
        int activation;
    } names[] = {
        {"relu", TR_RELU},     {"swish", TR_SWISH},          {"silu", TR_SWISH},
        {"gelu", TR_GELU_ERF}, {"gelu_python", TR_GELU_ERF}, {"quick_gelu", TR_GELU_SIGMOID}};
    const char *name =
        read_json_string(r, "activation_function", families[r->c->family].activation);
    char why[80];

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(name, names[i].name)) {
            r->m->activation = names[i].activation;
            return;
        }
    snprintf(why, sizeof why, "'%.40s' is not supported", name);
    refuse_config(r, TR_EUNSUPPORTED, r->path, "activation_function", why);
}

static void read_network(reader *r)
{
    tr_hf_config *c = r->c;
    static const char *const refused[] = {"quantization_config", "pruned_heads"};

    c->tied_output = read_bool(r, "tie_word_embeddings", true);
    c->shared_table =
        c->family != TR_HF_MARIAN || read_bool(r, "share_encoder_decoder_embeddings", true);
    read_sizes(r);
    read_activation(r);
    const bool scaled = read_bool(r, "scale_embedding", families[c->family].scale_embedding);
    r->m->embedding_scale = scaled ? sqrtf((float)r->m->d_model) : 1;
    r->m->epsilon = 1e-5f; /* PyTorch's */
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        const cJSON *item = find_json_key(r, refused[i]);
        if (item && (!cJSON_IsObject(item) || item->child))
            refuse_config(r, TR_EUNSUPPORTED, r->path, refused[i], "is not supported");
    }
}

/* ---- The search --------------------------------------------------------------------------- */

/* Ids that are words of their own; of words of several ids, which are passed over, none alone is
 * bad. */
static void suppress_list(reader *r, const char *key)
{
    const char *path;
    const cJSON *item;
    const cJSON *list = find_generation(r, key, &path);
    bool has_longer = false;
    uint64_t id;

    if (list && !cJSON_IsArray(list)) refuse_config(r, TR_EFORMAT, path, key, "is not a list");
    cJSON_ArrayForEach(item, list)
    {
        const cJSON *word = cJSON_IsArray(item) ? item->child : item;
        if (word && word->next && cJSON_IsArray(item))
            has_longer = true;
        else if (r->rc == 0 && tr_json_is_count(word, &id) && id < r->c->target_vocab)
            r->c->suppressed[id] = true;
        else
            refuse_config(r, TR_EFORMAT, path, key, "holds what is not an id of the vocabulary");
    }
    if (has_longer)
        tr_import_note(r->im, "%s: %s: words of several ids are not left out", path, key);
}

static double number_or(const cJSON *item, double otherwise)
{
    return cJSON_IsNumber(item) ? item->valuedouble : cJSON_IsTrue(item) ? 1 : otherwise;
}

/* Ways to search that translate does not know. */
static void note_others(const reader *r)
{
    static const struct {
        const char *key;
        double neutral;
    } others[] = {{"no_repeat_ngram_size", 0}, {"encoder_no_repeat_ngram_size", 0},
                  {"repetition_penalty", 1},   {"num_beam_groups", 1},
                  {"min_length", 0},           {"do_sample", 0}};
    const char *path;

    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        const cJSON *item = find_generation(r, others[i].key, &path);
        if (number_or(item, others[i].neutral) != others[i].neutral)
            tr_import_note(r->im, "%s: %s is not applied", path, others[i].key);
    }
}

static void read_generation(reader *r)
{
    tr_hf_config *c = r->c;
    const char *path;

    c->pad = read_token_id(r, "pad_token_id", c->target_vocab, -1);
    c->bos = read_token_id(r, "bos_token_id", c->target_vocab, -1);
    c->eos = read_token_id(r, "eos_token_id", c->target_vocab, -1);
    c->start =
        read_token_id(r, "decoder_start_token_id", c->target_vocab, families[c->family].start);
    c->forced_bos = read_token_id(r, "forced_bos_token_id", c->target_vocab, -1);
    if (c->start < 0) c->start = c->bos;
    if (c->eos < 0) refuse_config(r, TR_EFORMAT, r->path, "eos_token_id", "is missing");
    if (c->start < 0 || (uint32_t)c->start >= c->target_vocab)
        refuse_config(r, TR_EFORMAT, r->path, "decoder_start_token_id", "is missing");
    const double beams = number_or(find_generation(r, "num_beams", &path), 0);
    if (beams >= 1 && beams <= MAX_BEAM) r->m->beam_size = (uint32_t)beams;
    r->m->length_penalty = (float)number_or(find_generation(r, "length_penalty", &path), -1);
    if (!(r->m->length_penalty <= 10)) r->m->length_penalty = -1;
    suppress_list(r, "bad_words_ids");
    suppress_list(r, "suppress_tokens");
    note_others(r);
}

/* ---- Files -------------------------------------------------------------------------------- */

static void read_hf_files(reader *r)
{
    tr_hf_config *c = r->c;

    read_family(r);
    if (r->rc == 0) read_network(r);
    if (r->rc < 0) return;
    c->suppressed = TR_REGION_TAKE(&r->im->memory, bool, c->target_vocab);
    if (c->suppressed)
        read_generation(r);
    else
        r->rc = tr_fail_memory(r->err);
    snprintf(c->name, sizeof c->name, "%s", read_json_string(r, "_name_or_path", ""));
    snprintf(c->tokenizer_class, sizeof c->tokenizer_class, "%s",
             read_json_string(r, "tokenizer_class", ""));
}

int tr_hf_config_read(tr_hf_config *c, tr_import *im, tr_error *err)
{
    static const char generation[] = "generation_config.json";
    reader r = {.im = im, .m = &im->config, .c = c, .err = err};

    *c = (tr_hf_config){0};
    r.rc = tr_import_json(im, "config.json", &r.config, &r.path, err);
    if (r.rc == 0 && tr_bundle_finds(&im->bundle, generation, &r.rc, err))
        r.rc = tr_import_json(im, generation, &r.generation, &r.generation_path, err);
    if (r.rc == 0) read_hf_files(&r);
    cJSON_Delete(r.config);
    cJSON_Delete(r.generation);
    return r.rc;
}
