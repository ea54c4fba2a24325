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

void tr_nmt_init(tr_nmt *m)
{
    *m = (tr_nmt){.source_eos = true,
                  .source_eos_id = -1,
                  .source_unk_id = -1,
                  .source_bos_id = -1,
                  .start_id = -1,
                  .forced_first = -1,
                  .alignment_layer = -1,
                  .alignment_heads = 1,
                  .length_penalty = -1};
}

/* Letters, digits and hyphens, as BCP 47 says; empty for a language that is not known. */
static void check_language(tr_keys *k, const char *key, const char *tag)
{
    static const char allowed[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-";
    if (k->rc == 0 && (strlen(tag) > MAX_TAG || tag[strspn(tag, allowed)] != '\0'))
        tr_keys_refuse(k, TR_EFORMAT, key, "is not a language tag");
}

static void read_names(tr_nmt *m, tr_keys *k)
{
    const char *text;
    size_t len;

    tr_keys_string(k, "general.architecture", &text, &len);
    if (k->rc == 0 && (len != 3 || memcmp(text, "nmt", 3) != 0))
        tr_keys_refuse(k, TR_EFORMAT, "general.architecture",
                       "is not nmt: not a translation model");
    m->name = tr_keys_optional_copy(k, "general.name");
    m->license = tr_keys_optional_copy(k, "general.license");
    m->source_language = tr_keys_copy(k, "nmt.source_language");
    m->target_language = tr_keys_copy(k, "nmt.target_language");
    check_language(k, "nmt.source_language", m->source_language);
    check_language(k, "nmt.target_language", m->target_language);
}

static void read_shape(tr_nmt *m, tr_keys *k)
{
    tr_keys_u32(k, "nmt.embedding_length", 1, MAX_D_MODEL, &m->d_model);
    tr_keys_u32(k, "nmt.attention.head_count", 1, MAX_D_MODEL, &m->heads);
    if (k->rc == 0 && m->d_model % m->heads != 0)
        tr_keys_refuse(k, TR_EFORMAT, "nmt.attention.head_count",
                       "does not divide nmt.embedding_length");
    tr_keys_u32(k, "nmt.encoder.block_count", 1, MAX_LAYERS, &m->n_encoder_layers);
    tr_keys_u32(k, "nmt.decoder.block_count", 1, MAX_LAYERS, &m->n_decoder_layers);
    tr_keys_u32(k, "nmt.encoder.feed_forward_length", 1, MAX_FFN, &m->encoder_ffn);
    tr_keys_u32(k, "nmt.decoder.feed_forward_length", 1, MAX_FFN, &m->decoder_ffn);
    tr_keys_u32(k, "nmt.vocab_size.source", 2, INT32_MAX, &m->source_vocab);
    tr_keys_u32(k, "nmt.vocab_size.target", 2, INT32_MAX, &m->target_vocab);
    tr_keys_u32(k, "nmt.max_source_length", 1, MAX_LENGTH, &m->max_source);
    tr_keys_u32(k, "nmt.max_target_length", 1, MAX_LENGTH, &m->max_target);
}

/* The ids of </s> and <unk>: the source's are the target's unless they are given. */
static void read_special_ids(tr_nmt *m, tr_keys *k)
{
    if (k->rc < 0) return;
    tr_keys_u32(k, "nmt.eos_id", 0, m->target_vocab - 1, &m->eos);
    tr_keys_u32(k, "nmt.unk_id", 0, m->target_vocab - 1, &m->unk);
    if (m->eos == m->unk) tr_keys_refuse(k, TR_EFORMAT, "nmt.unk_id", "is nmt.eos_id too");

    m->source_eos_id = (int32_t)m->eos;
    m->source_unk_id = (int32_t)m->unk;
    tr_keys_optional_id(k, "nmt.source_eos_id", m->source_vocab, &m->source_eos_id);
    tr_keys_optional_id(k, "nmt.source_unk_id", m->source_vocab, &m->source_unk_id);
    if ((uint32_t)m->source_eos_id >= m->source_vocab)
        tr_keys_refuse(k, TR_EFORMAT, "nmt.eos_id", "is not in the vocabulary of the source");
    if ((uint32_t)m->source_unk_id >= m->source_vocab)
        tr_keys_refuse(k, TR_EFORMAT, "nmt.unk_id", "is not in the vocabulary of the source");
    if (m->source_eos_id == m->source_unk_id && tr_keys_have(k, "nmt.source_unk_id"))
        tr_keys_refuse(k, TR_EFORMAT, "nmt.source_unk_id", "is the id of </s> too");
    if (m->source_eos_id == m->source_unk_id && tr_keys_have(k, "nmt.source_eos_id"))
        tr_keys_refuse(k, TR_EFORMAT, "nmt.source_eos_id", "is the id of <unk> too");
}

/* What stands around the source's tokens and before the target's. */
static void read_ends(tr_nmt *m, tr_keys *k)
{
    uint32_t start;
    const bool token = TR_KEYS_CHOICE(k, "nmt.decoder.start", "zero", "token") == 1;

    if (k->rc < 0) return;
    if (token) {
        tr_keys_u32(k, "nmt.decoder.start_id", 0, m->target_vocab - 1, &start);
        m->start_id = (int32_t)start;
    } else if (tr_keys_have(k, "nmt.decoder.start_id")) {
        tr_keys_refuse(k, TR_EFORMAT, "nmt.decoder.start_id", "needs nmt.decoder.start token");
    }
    tr_keys_optional_bool(k, "nmt.source_eos", &m->source_eos);
    tr_keys_optional_id(k, "nmt.source_bos_id", m->source_vocab, &m->source_bos_id);
    tr_keys_optional_id(k, "nmt.forced_first_id", m->target_vocab, &m->forced_first);
    if (m->forced_first == (int32_t)m->eos)
        tr_keys_refuse(k, TR_EFORMAT, "nmt.forced_first_id", "is nmt.eos_id");
    m->suppressed = tr_keys_ids(k, "nmt.suppressed_ids", m->target_vocab, &m->n_suppressed);
    for (size_t i = 0; i < m->n_suppressed; i++)
        if (m->suppressed[i] == (int32_t)m->eos)
            tr_keys_refuse(k, TR_EFORMAT, "nmt.suppressed_ids", "holds nmt.eos_id");
}

static bool is_language_code(const char *code)
{
    static const char allowed[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const size_t len = strlen(code);
    return len >= 1 && len <= MAX_TAG && code[strspn(code, allowed)] == '\0';
}

static void check_languages(const tr_nmt *m, tr_keys *k)
{
    for (size_t i = 0; i < m->n_languages; i++) {
        if (m->target_language_token && m->language_ids[i] == (int32_t)m->eos)
            tr_keys_refuse(k, TR_EFORMAT, "nmt.language_ids", "holds nmt.eos_id");
        if (!is_language_code(m->language_codes[i]))
            tr_keys_refuse(k, TR_EFORMAT, "nmt.language_codes", "holds what is not a language");
        for (size_t j = 0; j < i; j++)
            if (!strcmp(m->language_codes[i], m->language_codes[j]))
                tr_keys_refuse(k, TR_EFORMAT, "nmt.language_codes", "holds a language twice");
    }
}

/* The vocabulary that holds the languages' tokens: the smaller one where both do. */
static uint32_t language_vocab(const tr_nmt *m)
{
    if (m->source_language_token == TR_LANGUAGE_NONE) return m->target_vocab;
    if (!m->target_language_token || m->source_vocab < m->target_vocab) return m->source_vocab;
    return m->target_vocab;
}

static void read_languages(tr_nmt *m, tr_keys *k)
{
    size_t n_ids;

    if (tr_keys_have(k, "nmt.source_language_token"))
        m->source_language_token =
            TR_KEYS_CHOICE(k, "nmt.source_language_token", "none", "before", "after", "target");
    tr_keys_optional_bool(k, "nmt.target_language_token", &m->target_language_token);
    m->language_codes = tr_keys_strings(k, "nmt.language_codes", &m->n_languages);
    m->language_ids = tr_keys_ids(k, "nmt.language_ids", language_vocab(m), &n_ids);
    if (k->rc < 0) return;
    if (m->n_languages != n_ids || m->n_languages > MAX_LANGUAGES)
        tr_keys_refuse(k, TR_EFORMAT, n_ids ? "nmt.language_ids" : "nmt.language_codes",
                       "are not as many as nmt.language_codes, or more than 4096");
    if (n_ids == 0 && m->target_language_token)
        tr_keys_refuse(k, TR_EFORMAT, "nmt.target_language_token", "needs nmt.language_codes");
    if (n_ids == 0 && m->source_language_token != TR_LANGUAGE_NONE)
        tr_keys_refuse(k, TR_EFORMAT, "nmt.source_language_token", "needs nmt.language_codes");
    if (n_ids && !m->target_language_token && m->source_language_token == TR_LANGUAGE_NONE)
        tr_keys_refuse(k, TR_EFORMAT, "nmt.language_codes",
                       "has no use without nmt.source_language_token or .target_language_token");
    if (m->target_language_token && m->forced_first >= 0)
        tr_keys_refuse(k, TR_EFORMAT, "nmt.forced_first_id",
                       "stands beside nmt.target_language_token");
    if (k->rc == 0) check_languages(m, k);
    if ((m->target_language_token || m->forced_first >= 0) && m->max_target < 2)
        tr_keys_refuse(k, TR_EFORMAT, "nmt.max_target_length",
                       "has no room behind the first token, which is forced");
}

static void read_alignment(tr_nmt *m, tr_keys *k)
{
    if (k->rc < 0) return;
    tr_keys_optional_id(k, "nmt.alignment.layer", m->n_decoder_layers, &m->alignment_layer);
    if (!tr_keys_have(k, "nmt.alignment.heads")) return;
    tr_keys_u32(k, "nmt.alignment.heads", 1, m->heads, &m->alignment_heads);
    if (m->alignment_layer < 0)
        tr_keys_refuse(k, TR_EFORMAT, "nmt.alignment.heads", "needs nmt.alignment.layer");
}

static void read_arithmetic(tr_nmt *m, tr_keys *k)
{
    m->pre_norm = TR_KEYS_CHOICE(k, "nmt.norm.placement", "post", "pre") == 1;
    tr_keys_optional_bool(k, "nmt.norm.query_only", &m->norm_query_only);
    if (m->norm_query_only && !m->pre_norm)
        tr_keys_refuse(k, TR_EFORMAT, "nmt.norm.query_only", "needs nmt.norm.placement pre");
    tr_keys_f32(k, "nmt.norm.epsilon", 0, 1, &m->epsilon);
    m->activation =
        TR_KEYS_CHOICE(k, "nmt.activation", "relu", "swish", "gelu-sigmoid", "gelu-erf");
    m->ssru = TR_KEYS_CHOICE(k, "nmt.decoder.kind", "self-attention", "ssru") == 1;
    m->learned_positions = TR_KEYS_CHOICE(k, "nmt.position.kind", "sinusoidal", "learned") == 1;
    tr_keys_f32(k, "nmt.embedding_scale", 0, INFINITY, &m->embedding_scale);
    m->int8 = TR_KEYS_CHOICE(k, "nmt.weight_type", "float32", "int8") == 1;
}

static void read_search(tr_nmt *m, tr_keys *k)
{
    if (tr_keys_have(k, "nmt.beam_size"))
        tr_keys_u32(k, "nmt.beam_size", 1, TR_MAX_BEAM, &m->beam_size);
    if (tr_keys_have(k, "nmt.length_penalty"))
        tr_keys_f32(k, "nmt.length_penalty", -FLT_TRUE_MIN, INFINITY, &m->length_penalty);
    if (tr_keys_have(k, "nmt.max_length_factor"))
        tr_keys_f32(k, "nmt.max_length_factor", 0, 10000, &m->max_length_factor);
    if (tr_keys_have(k, "nmt.length_penalty_kind"))
        m->penalty = TR_KEYS_CHOICE(k, "nmt.length_penalty_kind", "power", "gnmt");
}

/* Its lists are tensors. */
static void read_lexicon(tr_nmt *m, tr_keys *k)
{
    tr_lexicon *l = &m->lexicon;

    if (!tr_keys_have(k, "nmt.shortlist.first")) return;
    tr_keys_u32(k, "nmt.shortlist.first", 0, m->target_vocab, &l->first);
    tr_keys_optional_bool(k, "nmt.shortlist.source_ids", &l->source_ids);
    if (l->source_ids && m->source_vocab != m->target_vocab)
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
    m->normalization = forms[0];
    if (tr_keys_have(k, "tokenizer.normalization"))
        m->normalization = forms[tr_keys_choice(k, "tokenizer.normalization", forms)];
    if (kind == NONE) return;
    m->source_pieces = read_pieces(k, "tokenizer.vocab.source", m->source_vocab);
    m->target_pieces = read_pieces(k, "tokenizer.vocab.target", m->target_vocab);
    if (!m->target_pieces)
        m->target_pieces = read_pieces(k, "tokenizer.vocab.source", m->target_vocab);
    if (kind == PIECES && !m->source_pieces)
        tr_keys_refuse(k, TR_EFORMAT, "tokenizer.kind", "needs tokenizer.vocab.source");
    if (!m->source_pieces && m->target_pieces)
        tr_keys_refuse(k, TR_EFORMAT, "tokenizer.vocab.target", "needs tokenizer.vocab.source");
}

/* In the order of enum tr_ties. */
static int read_ties(tr_nmt *m, tr_keys *k)
{
    const int ties = TR_KEYS_CHOICE(k, "nmt.ties", "all", "target", "none");
    if (ties == TR_TIES_ALL && m->source_vocab != m->target_vocab)
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
    tr_keys k = {.file = &m->file, .err = err};

    tr_nmt_init(m);
    k.rc = tr_gguf_open(&m->file, path, err);
    if (k.rc < 0) return k.rc;
    read_names(m, &k);
    read_shape(m, &k);
    read_special_ids(m, &k);
    read_ends(m, &k);
    read_languages(m, &k);
    read_arithmetic(m, &k);
    read_alignment(m, &k);
    read_search(m, &k);
    read_digest(&k);
    const int ties = read_ties(m, &k);
    read_tokenizer(m, &k, &spm);
    read_lexicon(m, &k);
    if (k.rc == 0) k.rc = tr_nmt_bind(m, ties, spm, err);
    if (k.rc < 0) tr_nmt_close(m);
    return k.rc;
}

void tr_nmt_close(tr_nmt *m)
{
    free(m->encoder);
    free(m->decoder);
    free(m->name);
    free(m->license);
    free(m->source_language);
    free(m->target_language);
    free(m->suppressed);
    free(m->language_codes);
    free(m->language_ids);
    tr_gguf_close(&m->file);
    *m = (tr_nmt){0};
}
