/* nmt.c - reads what a translation network is from the keys of a GGUF file. */
#include "model/nmt.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/bind.h"
#include "model/keys.h"

enum {
    MAX_D_MODEL = 65536,
    MAX_FFN = 65536,
    MAX_LAYERS = 1024,
    MAX_LENGTH = 1000000,
    MAX_LANGUAGES = 4096,
    MAX_TAG = 63
};

/* Letters, digits and hyphens, as BCP 47 says; empty for a language that is not known. */
static void check_language(tr_keys *k, const char *key, const char *tag)
{
    static const char allowed[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-";
    if (k->rc == 0 && (strlen(tag) > MAX_TAG || tag[strspn(tag, allowed)] != '\0'))
        tr_keys_refuse(k, TR_EFORMAT, key, "is not a language tag");
}

static void read_names(tr_config *c, tr_keys *k)
{
    const char *text;
    size_t len;

    tr_keys_string(k, "general.architecture", &text, &len);
    if (k->rc == 0 && (len != 3 || memcmp(text, "nmt", 3) != 0))
        tr_keys_refuse(k, TR_EFORMAT, "general.architecture",
                       "is not nmt: not a translation model");
    c->name = tr_keys_optional_copy(k, "general.name");
    c->license = tr_keys_optional_copy(k, "general.license");
    c->source_language = tr_keys_copy(k, "nmt.source_language");
    c->target_language = tr_keys_copy(k, "nmt.target_language");
    check_language(k, "nmt.source_language", c->source_language);
    check_language(k, "nmt.target_language", c->target_language);
}

static void read_shape(tr_config *c, tr_keys *k)
{
    tr_keys_u32(k, "nmt.embedding_length", 1, MAX_D_MODEL, &c->d_model);
    tr_keys_u32(k, "nmt.attention.head_count", 1, MAX_D_MODEL, &c->heads);
    if (k->rc == 0 && c->d_model % c->heads != 0)
        tr_keys_refuse(k, TR_EFORMAT, "nmt.attention.head_count",
                       "does not divide nmt.embedding_length");
    tr_keys_u32(k, "nmt.encoder.block_count", 1, MAX_LAYERS, &c->n_encoder_layers);
    tr_keys_u32(k, "nmt.decoder.block_count", 1, MAX_LAYERS, &c->n_decoder_layers);
    tr_keys_u32(k, "nmt.encoder.feed_forward_length", 1, MAX_FFN, &c->encoder_ffn);
    tr_keys_u32(k, "nmt.decoder.feed_forward_length", 1, MAX_FFN, &c->decoder_ffn);
    tr_keys_u32(k, "nmt.vocab_size.source", 2, INT32_MAX, &c->source_vocab);
    tr_keys_u32(k, "nmt.vocab_size.target", 2, INT32_MAX, &c->target_vocab);
    tr_keys_u32(k, "nmt.max_source_length", 1, MAX_LENGTH, &c->max_source);
    tr_keys_u32(k, "nmt.max_target_length", 1, MAX_LENGTH, &c->max_target);
}

/* The ids of </s> and <unk>: the source's are the target's unless they are given. */
static void read_special_ids(tr_config *c, tr_keys *k)
{
    if (k->rc < 0) return;
    tr_keys_id(k, "nmt.eos_id", c->target_vocab, &c->eos);
    tr_keys_id(k, "nmt.unk_id", c->target_vocab, &c->unk);
    if (c->eos == c->unk) tr_keys_refuse(k, TR_EFORMAT, "nmt.unk_id", "is nmt.eos_id too");

    c->source_eos_id = c->eos;
    c->source_unk_id = c->unk;
    tr_keys_optional_id(k, "nmt.source_eos_id", c->source_vocab, &c->source_eos_id);
    tr_keys_optional_id(k, "nmt.source_unk_id", c->source_vocab, &c->source_unk_id);
    if ((uint32_t)c->source_eos_id >= c->source_vocab)
        tr_keys_refuse(k, TR_EFORMAT, "nmt.eos_id", "is not in the vocabulary of the source");
    if ((uint32_t)c->source_unk_id >= c->source_vocab)
        tr_keys_refuse(k, TR_EFORMAT, "nmt.unk_id", "is not in the vocabulary of the source");
    if (c->source_eos_id == c->source_unk_id && tr_keys_have(k, "nmt.source_unk_id"))
        tr_keys_refuse(k, TR_EFORMAT, "nmt.source_unk_id", "is the id of </s> too");
    if (c->source_eos_id == c->source_unk_id && tr_keys_have(k, "nmt.source_eos_id"))
        tr_keys_refuse(k, TR_EFORMAT, "nmt.source_eos_id", "is the id of <unk> too");
}

/* What stands around the source's tokens and before the target's. */
static void read_ends(tr_config *c, tr_keys *k)
{
    const bool token = TR_KEYS_CHOICE(k, "nmt.decoder.start", "zero", "token") == 1;

    if (k->rc < 0) return;
    if (token) {
        tr_keys_id(k, "nmt.decoder.start_id", c->target_vocab, &c->start_id);
    } else if (tr_keys_have(k, "nmt.decoder.start_id")) {
        tr_keys_refuse(k, TR_EFORMAT, "nmt.decoder.start_id", "needs nmt.decoder.start token");
    }
    tr_keys_optional_bool(k, "nmt.source_eos", &c->source_eos);
    tr_keys_optional_id(k, "nmt.source_bos_id", c->source_vocab, &c->source_bos_id);
    tr_keys_optional_id(k, "nmt.forced_first_id", c->target_vocab, &c->forced_first);
    if (c->forced_first == c->eos)
        tr_keys_refuse(k, TR_EFORMAT, "nmt.forced_first_id", "is nmt.eos_id");
    c->suppressed = tr_keys_ids(k, "nmt.suppressed_ids", c->target_vocab, &c->n_suppressed);
    for (size_t i = 0; i < c->n_suppressed; i++)
        if (c->suppressed[i] == c->eos)
            tr_keys_refuse(k, TR_EFORMAT, "nmt.suppressed_ids", "holds nmt.eos_id");
}

static bool is_language_code(const char *code)
{
    static const char allowed[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const size_t len = strlen(code);
    return len >= 1 && len <= MAX_TAG && code[strspn(code, allowed)] == '\0';
}

static void check_languages(const tr_config *c, tr_keys *k)
{
    for (size_t i = 0; i < c->n_languages; i++) {
        if (c->target_language_token && c->language_ids[i] == c->eos)
            tr_keys_refuse(k, TR_EFORMAT, "nmt.language_ids", "holds nmt.eos_id");
        if (!is_language_code(c->language_codes[i]))
            tr_keys_refuse(k, TR_EFORMAT, "nmt.language_codes", "holds what is not a language");
        for (size_t j = 0; j < i; j++)
            if (!strcmp(c->language_codes[i], c->language_codes[j]))
                tr_keys_refuse(k, TR_EFORMAT, "nmt.language_codes", "holds a language twice");
    }
}

/* The vocabulary that holds the languages' tokens: the smaller one where both do. */
static uint32_t language_vocab(const tr_config *c)
{
    if (c->source_language_token == TR_LANGUAGE_NONE) return c->target_vocab;
    if (!c->target_language_token || c->source_vocab < c->target_vocab) return c->source_vocab;
    return c->target_vocab;
}

static void read_languages(tr_config *c, tr_keys *k)
{
    size_t n_ids;

    if (tr_keys_have(k, "nmt.source_language_token"))
        c->source_language_token =
            TR_KEYS_CHOICE(k, "nmt.source_language_token", "none", "before", "after", "target");
    tr_keys_optional_bool(k, "nmt.target_language_token", &c->target_language_token);
    c->language_codes = tr_keys_strings(k, "nmt.language_codes", &c->n_languages);
    c->language_ids = tr_keys_ids(k, "nmt.language_ids", language_vocab(c), &n_ids);
    if (k->rc < 0) return;
    if (c->n_languages != n_ids || c->n_languages > MAX_LANGUAGES)
        tr_keys_refuse(k, TR_EFORMAT, n_ids ? "nmt.language_ids" : "nmt.language_codes",
                       "are not as many as nmt.language_codes, or more than 4096");
    if (n_ids == 0 && c->target_language_token)
        tr_keys_refuse(k, TR_EFORMAT, "nmt.target_language_token", "needs nmt.language_codes");
    if (n_ids == 0 && c->source_language_token != TR_LANGUAGE_NONE)
        tr_keys_refuse(k, TR_EFORMAT, "nmt.source_language_token", "needs nmt.language_codes");
    if (n_ids && !c->target_language_token && c->source_language_token == TR_LANGUAGE_NONE)
        tr_keys_refuse(k, TR_EFORMAT, "nmt.language_codes",
                       "has no use without nmt.source_language_token or .target_language_token");
    if (c->target_language_token && c->forced_first >= 0)
        tr_keys_refuse(k, TR_EFORMAT, "nmt.forced_first_id",
                       "stands beside nmt.target_language_token");
    if (k->rc == 0) check_languages(c, k);
    if ((c->target_language_token || c->forced_first >= 0) && c->max_target < 2)
        tr_keys_refuse(k, TR_EFORMAT, "nmt.max_target_length",
                       "has no room behind the first token, which is forced");
}

static void read_alignment(tr_config *c, tr_keys *k)
{
    if (k->rc < 0) return;
    tr_keys_optional_id(k, "nmt.alignment.layer", c->n_decoder_layers, &c->alignment_layer);
    if (!tr_keys_have(k, "nmt.alignment.heads")) return;
    tr_keys_u32(k, "nmt.alignment.heads", 1, c->heads, &c->alignment_heads);
    if (c->alignment_layer < 0)
        tr_keys_refuse(k, TR_EFORMAT, "nmt.alignment.heads", "needs nmt.alignment.layer");
}

static void read_arithmetic(tr_config *c, tr_keys *k)
{
    c->pre_norm = TR_KEYS_CHOICE(k, "nmt.norm.placement", "post", "pre") == 1;
    tr_keys_optional_bool(k, "nmt.norm.query_only", &c->norm_query_only);
    if (c->norm_query_only && !c->pre_norm)
        tr_keys_refuse(k, TR_EFORMAT, "nmt.norm.query_only", "needs nmt.norm.placement pre");
    tr_keys_f32(k, "nmt.norm.epsilon", 0, 1, &c->epsilon);
    c->activation =
        TR_KEYS_CHOICE(k, "nmt.activation", "relu", "swish", "gelu-sigmoid", "gelu-erf");
    c->ssru = TR_KEYS_CHOICE(k, "nmt.decoder.kind", "self-attention", "ssru") == 1;
    c->learned_positions = TR_KEYS_CHOICE(k, "nmt.position.kind", "sinusoidal", "learned") == 1;
    tr_keys_f32(k, "nmt.embedding_scale", 0, INFINITY, &c->embedding_scale);
    c->int8 = TR_KEYS_CHOICE(k, "nmt.weight_type", "float32", "int8") == 1;
}

static void read_search(tr_config *c, tr_keys *k)
{
    if (tr_keys_have(k, "nmt.beam_size"))
        tr_keys_u32(k, "nmt.beam_size", 1, TR_MAX_BEAM, &c->beam_size);
    if (tr_keys_have(k, "nmt.length_penalty"))
        tr_keys_f32(k, "nmt.length_penalty", -FLT_TRUE_MIN, INFINITY, &c->length_penalty);
    if (tr_keys_have(k, "nmt.max_length_factor"))
        tr_keys_f32(k, "nmt.max_length_factor", 0, 10000, &c->max_length_factor);
    if (tr_keys_have(k, "nmt.length_penalty_kind"))
        c->penalty = TR_KEYS_CHOICE(k, "nmt.length_penalty_kind", "power", "gnmt");
}

/* Its lists are tensors. */
static void read_shortlist(tr_config *c, tr_keys *k)
{
    if (!tr_keys_have(k, "nmt.shortlist.first")) return;
    tr_keys_id(k, "nmt.shortlist.first", c->target_vocab + 1, &c->shortlist_first);
    tr_keys_optional_bool(k, "nmt.shortlist.source_ids", &c->shortlist_source_ids);
    if (c->shortlist_source_ids && c->source_vocab != c->target_vocab)
        tr_keys_refuse(k, TR_EFORMAT, "nmt.shortlist.source_ids",
                       "needs nmt.vocab_size.source and .target to be equal");
}

/* NULL when the file does not have it. */
static const tr_gguf_value *read_pieces(tr_keys *k, const char *key, uint32_t vocab)
{
    if (!tr_keys_have(k, key)) return NULL;
    const tr_gguf_value *v = tr_gguf_find(k->file, key);
    if (v->type != TR_GGUF_ARRAY || v->element_type != TR_GGUF_STRING)
        tr_keys_refuse(k, TR_EFORMAT, key, "is not an array of strings");
    else if (v->n < 1 || v->n > vocab)
        tr_keys_refuse(k, TR_EFORMAT, key, "does not fit the vocabulary's size");
    return v;
}

static void read_tokenizer(tr_nmt *m, tr_keys *k, bool *spm)
{
    enum { NONE, SPM, PIECES };
    static const char *const forms[] = {"none", "nfc", "nfkc", "opus-mt", "opus-mt-faithful", NULL};

    const int kind = TR_KEYS_CHOICE(k, "tokenizer.kind", "none", "spm", "pieces");
    *spm = kind == SPM;
    m->config.normalization = forms[0];
    if (tr_keys_have(k, "tokenizer.normalization"))
        m->config.normalization = forms[tr_keys_choice(k, "tokenizer.normalization", forms)];
    if (kind == NONE) return;
    m->source_pieces = read_pieces(k, "tokenizer.vocab.source", m->config.source_vocab);
    m->target_pieces = read_pieces(k, "tokenizer.vocab.target", m->config.target_vocab);
    if (!m->target_pieces)
        m->target_pieces = read_pieces(k, "tokenizer.vocab.source", m->config.target_vocab);
    if (kind == PIECES && !m->source_pieces)
        tr_keys_refuse(k, TR_EFORMAT, "tokenizer.kind", "needs tokenizer.vocab.source");
    if (!m->source_pieces && m->target_pieces)
        tr_keys_refuse(k, TR_EFORMAT, "tokenizer.vocab.target", "needs tokenizer.vocab.source");
}

/* In the order of enum tr_ties. */
static int read_ties(tr_config *c, tr_keys *k)
{
    const int ties = TR_KEYS_CHOICE(k, "nmt.ties", "all", "target", "none");
    if (ties == TR_TIES_ALL && c->source_vocab != c->target_vocab)
        tr_keys_refuse(k, TR_EFORMAT, "nmt.ties",
                       "needs nmt.vocab_size.source and .target to be equal");
    return ties;
}

static void read_digest(tr_keys *k)
{
    const char *text;
    size_t len;

    tr_keys_string(k, "nmt.sha256", &text, &len);
    bool good = len == 64;
    for (size_t i = 0; good && i < len; i++)
        good = strchr("0123456789abcdef", text[i]) != NULL;
    if (!good)
        tr_keys_refuse(k, TR_EFORMAT, "nmt.sha256", "is not 64 lower-case hexadecimal digits");
}

int tr_nmt_open(tr_nmt *m, const char *path, tr_error *err)
{
    bool spm;
    tr_config *c = &m->config;
    tr_keys k = {.file = &m->file, .err = err};

    *m = (tr_nmt){0};
    tr_config_init(c);
    k.rc = tr_gguf_open(&m->file, path, err);
    if (k.rc < 0) return k.rc;
    read_names(c, &k);
    read_shape(c, &k);
    read_special_ids(c, &k);
    read_ends(c, &k);
    read_languages(c, &k);
    read_arithmetic(c, &k);
    read_alignment(c, &k);
    read_search(c, &k);
    read_digest(&k);
    const int ties = read_ties(c, &k);
    read_tokenizer(m, &k, &spm);
    read_shortlist(c, &k);
    if (k.rc == 0) k.rc = tr_nmt_bind(m, ties, spm, err);
    if (k.rc < 0) tr_nmt_close(m);
    return k.rc;
}

void tr_nmt_close(tr_nmt *m)
{
    tr_config *c = &m->config;

    free(m->weights.encoder);
    free(m->weights.decoder);
    free(c->name);
    free(c->license);
    free(c->source_language);
    free(c->target_language);
    free(c->suppressed);
    free(c->language_codes);
    free(c->language_ids);
    tr_gguf_close(&m->file);
    *m = (tr_nmt){0};
}
