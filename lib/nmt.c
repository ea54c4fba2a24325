/*
 * nmt.c - reads what a translation network is from the keys of a GGUF file.
 *
 * Each step leaves its failure in the loader, and the steps behind a failure do nothing, so that
 * the lists of keys read like translate-model(5).
 */
#include "nmt.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "nmt_bind.h"

enum { MAX_D_MODEL = 65536, MAX_FFN = 65536, MAX_LAYERS = 1024, MAX_LENGTH = 1000000 };

typedef struct loader {
    tr_nmt *m;
    tr_error *err;
    int rc;
} loader;

static bool has(const loader *l, const char *key)
{
    return tr_gguf_find(&l->m->file, key) != NULL;
}

/* Refuses a key for its value, which the message shows, and `why`. */
static void refuse(loader *l, int code, const char *key, const char *why)
{
    char value[200];
    tr_gguf_format(tr_gguf_find(&l->m->file, key), value, sizeof value);
    l->rc = tr_fail(l->err, code, "%s: key %s: %s %s", l->m->file.path, key, value, why);
}

static void read_u32(loader *l, const char *key, uint32_t low, uint32_t high, uint32_t *out)
{
    char why[64];

    if (l->rc < 0) return;
    l->rc = tr_gguf_u32(&l->m->file, key, out, l->err);
    if (l->rc < 0 || (*out >= low && *out <= high)) return;
    snprintf(why, sizeof why, "is not in %" PRIu32 "..%" PRIu32, low, high);
    refuse(l, TR_EFORMAT, key, why);
}

/* A finite float x with low < x < high. */
static void read_f32(loader *l, const char *key, float low, float high, float *out)
{
    char why[64];

    if (l->rc < 0) return;
    l->rc = tr_gguf_f32(&l->m->file, key, out, l->err);
    if (l->rc < 0 || (*out > low && *out < high)) return;
    snprintf(why, sizeof why, "is not between %g and %g", (double)low, (double)high);
    refuse(l, TR_EFORMAT, key, why);
}

static void read_string(loader *l, const char *key, const char **text, size_t *len)
{
    *text = "";
    *len = 0;
    if (l->rc == 0) l->rc = tr_gguf_string(&l->m->file, key, text, len, l->err);
}

static void copy_string(loader *l, const char *key, char **copy)
{
    const char *text;
    size_t len;

    read_string(l, key, &text, &len);
    if (l->rc < 0) return;
    *copy = malloc(len + 1);
    if (!*copy) {
        l->rc = tr_fail_memory(l->err);
        return;
    }
    memcpy(*copy, text, len);
    (*copy)[len] = '\0';
}

/* "" when the file does not have the key. */
static void copy_optional_string(loader *l, const char *key, char **copy)
{
    if (has(l, key)) {
        copy_string(l, key, copy);
    } else if (l->rc == 0) {
        *copy = calloc(1, 1);
        if (!*copy) l->rc = tr_fail_memory(l->err);
    }
}

/* The place in `names`, a list that ends in NULL, of the key's text. */
static int read_choice(loader *l, const char *key, const char *const *names)
{
    const char *text;
    size_t len;
    tr_buf why = {0};

    read_string(l, key, &text, &len);
    if (l->rc < 0) return 0;
    for (int i = 0; names[i]; i++)
        if (strlen(names[i]) == len && memcmp(names[i], text, len) == 0) return i;

    tr_buf_add_string(&why, "is not supported, only");
    for (int i = 0; names[i]; i++)
        tr_buf_printf(&why, "%s %s", i ? "," : "", names[i]);
    refuse(l, TR_EUNSUPPORTED, key, tr_buf_text(&why));
    tr_buf_free(&why);
    return 0;
}

#define CHOICE(l, key, ...) read_choice((l), (key), (const char *const[]){__VA_ARGS__, NULL})

/* Letters, digits and hyphens, as BCP 47 says; empty for a language that is not known. */
static void check_language(loader *l, const char *key, const char *tag)
{
    static const char allowed[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-";
    if (l->rc == 0 && (strlen(tag) > 63 || tag[strspn(tag, allowed)] != '\0'))
        refuse(l, TR_EFORMAT, key, "is not a language tag");
}

static void read_names(loader *l)
{
    tr_nmt *m = l->m;
    const char *text;
    size_t len;

    read_string(l, "general.architecture", &text, &len);
    if (l->rc == 0 && (len != 3 || memcmp(text, "nmt", 3) != 0))
        refuse(l, TR_EFORMAT, "general.architecture", "is not nmt: not a translation model");
    copy_optional_string(l, "general.name", &m->name);
    copy_optional_string(l, "general.license", &m->license);
    copy_string(l, "nmt.source_language", &m->source_language);
    copy_string(l, "nmt.target_language", &m->target_language);
    check_language(l, "nmt.source_language", m->source_language);
    check_language(l, "nmt.target_language", m->target_language);
}

static void read_shape(loader *l)
{
    tr_nmt *m = l->m;

    read_u32(l, "nmt.embedding_length", 1, MAX_D_MODEL, &m->d_model);
    read_u32(l, "nmt.attention.head_count", 1, MAX_D_MODEL, &m->heads);
    if (l->rc == 0 && m->d_model % m->heads != 0)
        refuse(l, TR_EFORMAT, "nmt.attention.head_count", "does not divide nmt.embedding_length");
    read_u32(l, "nmt.encoder.block_count", 1, MAX_LAYERS, &m->n_encoder_layers);
    read_u32(l, "nmt.decoder.block_count", 1, MAX_LAYERS, &m->n_decoder_layers);
    read_u32(l, "nmt.encoder.feed_forward_length", 1, MAX_FFN, &m->encoder_ffn);
    read_u32(l, "nmt.decoder.feed_forward_length", 1, MAX_FFN, &m->decoder_ffn);
    read_u32(l, "nmt.vocab_size.source", 2, INT32_MAX, &m->source_vocab);
    read_u32(l, "nmt.vocab_size.target", 2, INT32_MAX, &m->target_vocab);
    read_u32(l, "nmt.max_source_length", 1, MAX_LENGTH, &m->max_source);
    read_u32(l, "nmt.max_target_length", 1, MAX_LENGTH, &m->max_target);
    if (l->rc < 0) return;
    const uint32_t vocab = m->source_vocab < m->target_vocab ? m->source_vocab : m->target_vocab;
    read_u32(l, "nmt.eos_id", 0, vocab - 1, &m->eos);
    read_u32(l, "nmt.unk_id", 0, vocab - 1, &m->unk);
    if (l->rc == 0 && m->eos == m->unk) refuse(l, TR_EFORMAT, "nmt.unk_id", "is nmt.eos_id too");
}

static void read_arithmetic(loader *l)
{
    tr_nmt *m = l->m;

    m->pre_norm = CHOICE(l, "nmt.norm.placement", "post", "pre") == 1;
    if (l->rc == 0 && has(l, "nmt.norm.query_only"))
        l->rc = tr_gguf_bool(&m->file, "nmt.norm.query_only", &m->norm_query_only, l->err);
    if (l->rc == 0 && m->norm_query_only && !m->pre_norm)
        refuse(l, TR_EFORMAT, "nmt.norm.query_only", "needs nmt.norm.placement pre");
    read_f32(l, "nmt.norm.epsilon", 0, 1, &m->epsilon);
    m->activation = CHOICE(l, "nmt.activation", "relu", "swish", "gelu-sigmoid", "gelu-erf");
    CHOICE(l, "nmt.decoder.kind", "self-attention");
    CHOICE(l, "nmt.decoder.start", "zero");
    m->learned_positions = CHOICE(l, "nmt.position.kind", "sinusoidal", "learned") == 1;
    read_f32(l, "nmt.embedding_scale", 0, INFINITY, &m->embedding_scale);
    m->int8 = CHOICE(l, "nmt.weight_type", "float32", "int8") == 1;
}

static void read_search(loader *l)
{
    tr_nmt *m = l->m;

    m->length_penalty = -1;
    if (has(l, "nmt.beam_size")) read_u32(l, "nmt.beam_size", 1, TR_MAX_BEAM, &m->beam_size);
    if (has(l, "nmt.length_penalty"))
        read_f32(l, "nmt.length_penalty", -FLT_TRUE_MIN, INFINITY, &m->length_penalty);
    if (has(l, "nmt.length_penalty_kind"))
        m->penalty = CHOICE(l, "nmt.length_penalty_kind", "power", "gnmt");
}

static void read_tokenizer(loader *l, bool *spm)
{
    static const char *const forms[] = {"none", "nfc", "nfkc", NULL};

    *spm = CHOICE(l, "tokenizer.kind", "none", "spm") == 1;
    l->m->normalization = forms[0];
    if (has(l, "tokenizer.normalization"))
        l->m->normalization = forms[read_choice(l, "tokenizer.normalization", forms)];
}

/* In the order of enum tr_ties. */
static int read_ties(loader *l)
{
    const int ties = CHOICE(l, "nmt.ties", "all", "target", "none");
    if (l->rc == 0 && ties == TR_TIES_ALL && l->m->source_vocab != l->m->target_vocab)
        refuse(l, TR_EFORMAT, "nmt.ties", "needs nmt.vocab_size.source and .target to be equal");
    return ties;
}

static void read_digest(loader *l)
{
    const char *text;
    size_t len;

    read_string(l, "nmt.sha256", &text, &len);
    bool good = len == 64;
    for (size_t i = 0; good && i < len; i++)
        good = strchr("0123456789abcdef", text[i]) != NULL;
    if (l->rc == 0 && !good)
        refuse(l, TR_EFORMAT, "nmt.sha256", "is not 64 lower-case hexadecimal digits");
}

int tr_nmt_open(tr_nmt *m, const char *path, tr_error *err)
{
    bool spm;

    *m = (tr_nmt){0};
    loader l = {.m = m, .err = err, .rc = tr_gguf_open(&m->file, path, err)};
    if (l.rc < 0) return l.rc;
    read_names(&l);
    read_shape(&l);
    read_arithmetic(&l);
    read_search(&l);
    read_digest(&l);
    const int ties = read_ties(&l);
    read_tokenizer(&l, &spm);
    if (l.rc == 0) l.rc = tr_nmt_bind(m, ties, spm, err);
    if (l.rc < 0) tr_nmt_close(m);
    return l.rc;
}

void tr_nmt_close(tr_nmt *m)
{
    free(m->encoder);
    free(m->decoder);
    free(m->name);
    free(m->license);
    free(m->source_language);
    free(m->target_language);
    tr_gguf_close(&m->file);
    *m = (tr_nmt){0};
}
