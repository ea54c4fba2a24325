#include "import/marian/marian_config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "formats/flat_yaml.h"
#include "kernels/kernels.h"

enum { MAX_WIDTH = 65536, MAX_VOCAB = 1 << 24 };

/* Looking options up leaves the first failure in `rc`, so that the list of them reads plainly. */
typedef struct reader {
    tr_config *m;
    tr_marian_config *c;
    const char *path;
    tr_flat_yaml yaml;
    tr_error *err;
    int rc;
} reader;

static void refuse_marian(reader *r, const char *key, const char *value)
{
    if (r->rc == 0)
        r->rc =
            tr_fail(r->err, TR_EUNSUPPORTED, "%s: %s: '%s' is not supported", r->path, key, value);
}

static void refuse_form(reader *r, const char *key, const char *form)
{
    if (r->rc == 0) r->rc = tr_fail(r->err, TR_EFORMAT, "%s: %s: is not %s", r->path, key, form);
}

static const char *read_marian_word(reader *r, const char *key, const char *missing)
{
    const tr_yaml_option *o = tr_flat_yaml_find(&r->yaml, key);
    if (!o) return missing;
    if (o->kind != TR_YAML_SCALAR) refuse_form(r, key, "a single value");
    return o->value;
}

static bool read_marian_flag(reader *r, const char *key)
{
    static const char *const yes[] = {"true", "yes", "on", "True", "TRUE"};
    static const char *const no[] = {"false", "no", "off", "False", "FALSE"};
    const char *word = read_marian_word(r, key, no[0]);

    for (size_t i = 0; i < sizeof yes / sizeof *yes; i++) {
        if (!strcmp(word, yes[i])) return true;
        if (!strcmp(word, no[i])) return false;
    }
    refuse_form(r, key, "true or false");
    return false;
}

/* The number that starts at *text, blanks after it included; false when there is none. */
static bool take_number(const char **text, uint32_t low, uint32_t high, uint32_t *x)
{
    char *end;

    if (**text < '0' || **text > '9') return false;
    const unsigned long long value = strtoull(*text, &end, 10);
    if ((*end && *end != ' ') || value < low || value > high) return false;
    *text = end + (*end == ' ');
    *x = (uint32_t)value;
    return true;
}

static uint32_t read_marian_number(reader *r, const char *key, uint32_t missing, uint32_t low,
                                   uint32_t high)
{
    char form[64];
    const tr_yaml_option *o = tr_flat_yaml_find(&r->yaml, key);
    uint32_t x = missing;

    if (!o) return missing;
    const char *text = read_marian_word(r, key, "");
    if (!take_number(&text, low, high, &x) || *text) {
        snprintf(form, sizeof form, "a number from %u to %u", low, high);
        refuse_form(r, key, form);
    }
    return x;
}

/* Up to `size` numbers into x; how many there are, or 0 after a failure. */
static size_t read_numbers(reader *r, const char *key, uint32_t low, uint32_t high, uint32_t *x,
                           size_t size)
{
    const tr_yaml_option *o = tr_flat_yaml_find(&r->yaml, key);
    size_t n = 0;

    if (!o) return 0;
    const char *text = o->value;
    while (o->kind == TR_YAML_LIST && *text && n < size && take_number(&text, low, high, &x[n]))
        n++;
    if (o->kind != TR_YAML_LIST || *text) {
        refuse_form(r, key, "a list of numbers in their range");
        return 0;
    }
    return n;
}

/* Options that ask for another network than the one that is written, and the values that do
 * not. */
static const tr_yaml_fixed always[] = {
    {"type", {"transformer"}},
    {"transformer-ffn-depth", {"2"}},
    {"transformer-decoder-ffn-depth", {"0", "2"}},
    {"transformer-no-projection", {"false"}},
    {"transformer-no-bias", {"false"}},
    {"transformer-no-affine", {"false"}},
    {"transformer-pool", {"false"}},
    {"transformer-disable-position-embeddings", {"false"}},
    {"transformer-attention-mask", {"default", ""}},
    {"transformer-alibi-shift", {"false"}},
    {"transformer-alibi-trainable", {"false"}},
    {"right-left", {"false"}},
    {"ulr", {"false"}},
    {"ulr-dim-emb", {"0"}},
    {"lemma-dim-emb", {"0"}},
    {"lemma-dependency", {""}},
    {"factors-dim-emb", {"0"}},
    {"factors-combine", {"sum", ""}},
};

/* Options that matter with a recurrent decoder only. */
static const tr_yaml_fixed of_rnn[] = {
    {"dec-cell", {"ssru"}},
    {"layer-normalization", {"false"}},
    {"transformer-rnn-projection", {"false"}},
};

static void check_marian_fixed(reader *r, const tr_yaml_fixed *fixed, size_t n)
{
    const tr_yaml_option *o = tr_flat_yaml_odd(&r->yaml, fixed, n);
    if (o) refuse_marian(r, o->key, o->value);
}

static void check_inputs(reader *r)
{
    const tr_yaml_option *inputs = tr_flat_yaml_find(&r->yaml, "input-types");
    if (inputs && *inputs->value) refuse_marian(r, inputs->key, inputs->value);
}

static void require_marian(reader *r, const char *key)
{
    if (r->rc == 0 && !tr_flat_yaml_find(&r->yaml, key))
        r->rc = tr_fail(r->err, TR_EFORMAT, "%s: special:model.yml: %s is missing", r->path, key);
}

/* Operations without dropout, which only training has. */
static void read_operations(reader *r, const char *key, const char *missing, char *out, size_t size)
{
    const char *word = read_marian_word(r, key, missing);
    size_t n = 0;

    for (const char *p = word; *p; p++) {
        if (*p == 'd') continue;
        if (n + 1 == size) {
            refuse_marian(r, key, word);
            break;
        }
        out[n++] = *p;
    }
    out[n] = '\0';
}

/* Operations that are either nothing or a norm. */
static bool read_norm(reader *r, const char *key, const char *missing)
{
    char ops[4];

    read_operations(r, key, missing, ops, sizeof ops);
    if (*ops && strcmp(ops, "n") != 0) refuse_marian(r, key, read_marian_word(r, key, missing));
    return *ops != '\0';
}

/* True if the model was trained by this version of Marian or a later one. */
static bool is_since(reader *r, const char *key, unsigned major, unsigned minor, unsigned patch)
{
    unsigned v[3];
    const unsigned than[] = {major, minor, patch};
    const char *text = read_marian_word(r, "version", "");

    if (sscanf(text, "v%9u.%9u.%9u", &v[0], &v[1], &v[2]) != 3) {
        if (r->rc == 0)
            r->rc = tr_fail(r->err, TR_EUNSUPPORTED,
                            "%s: version: what %s means depends on it, and '%s' is not a version",
                            r->path, key, text);
        return false;
    }
    for (size_t i = 0; i < 3; i++)
        if (v[i] != than[i]) return v[i] > than[i];
    return true;
}

/* Marian's releases before 1.10.28 (and the browser's fork of 1.9) normalise the query alone;
 * releases up to 1.12.0 have the sigmoid form of gelu. */
static void read_arithmetic(reader *r)
{
    tr_config *m = r->m;
    static const char pre_key[] = "transformer-preprocess", post_key[] = "transformer-postprocess";
    static const char activation_key[] = "transformer-ffn-activation";
    char post[4];

    m->pre_norm = read_norm(r, pre_key, "");
    read_operations(r, post_key, "dan", post, sizeof post);
    if (strcmp(post, m->pre_norm ? "a" : "an") != 0)
        refuse_marian(r, post_key, read_marian_word(r, post_key, "dan"));
    if (m->pre_norm) m->norm_query_only = !is_since(r, pre_key, 1, 10, 28);
    r->c->embedding_norm = read_norm(r, "transformer-postprocess-emb", "d");
    r->c->top_norm = read_norm(r, "transformer-postprocess-top", "");

    const char *activation = read_marian_word(r, activation_key, "swish");
    if (!strcmp(activation, "relu"))
        m->activation = TR_RELU;
    else if (!strcmp(activation, "swish"))
        m->activation = TR_SWISH;
    else if (!strcmp(activation, "gelu"))
        m->activation = is_since(r, activation_key, 1, 12, 1) ? TR_GELU_ERF : TR_GELU_SIGMOID;
    else
        refuse_marian(r, activation_key, activation);
}

static void read_layers(reader *r)
{
    tr_config *m = r->m;
    static const char key[] = "transformer-tied-layers";

    /* Marian's own default is a single layer, of its recurrent networks. */
    m->n_encoder_layers = read_marian_number(r, "enc-depth", 1, 1, TR_MARIAN_MAX_DEPTH);
    m->n_decoder_layers = read_marian_number(r, "dec-depth", 1, 1, TR_MARIAN_MAX_DEPTH);
    const size_t n = read_numbers(r, key, 1, m->n_decoder_layers, r->c->layer, TR_MARIAN_MAX_DEPTH);
    if (n && n != m->n_decoder_layers) refuse_form(r, key, "as long as dec-depth says");
    for (uint32_t i = 0; !n && i < m->n_decoder_layers; i++)
        r->c->layer[i] = i + 1;
}

/* Marian's default cell is another one. */
static void read_marian_decoder(reader *r)
{
    tr_config *m = r->m;
    static const char kind_key[] = "transformer-decoder-autoreg";
    static const char layer_key[] = "transformer-guided-alignment-layer";
    const char *kind = read_marian_word(r, kind_key, "self-attention");

    m->ssru = !strcmp(kind, "rnn");
    if (!m->ssru && strcmp(kind, "self-attention") != 0) refuse_marian(r, kind_key, kind);
    if (m->ssru) {
        require_marian(r, "dec-cell");
        check_marian_fixed(r, of_rnn, sizeof of_rnn / sizeof *of_rnn);
    }
    m->alignment_heads = m->heads;
    m->alignment_layer = (int32_t)m->n_decoder_layers - 1;
    if (strcmp(read_marian_word(r, layer_key, "last"), "last") != 0)
        m->alignment_layer =
            (int32_t)read_marian_number(r, layer_key, 1, 1, m->n_decoder_layers) - 1;
}

static void read_marian_shape(reader *r)
{
    tr_config *m = r->m;
    uint32_t vocabs[8];

    m->d_model = read_marian_number(r, "dim-emb", 512, 4, MAX_WIDTH);
    m->heads = read_marian_number(r, "transformer-heads", 8, 1, MAX_WIDTH);
    if (m->d_model % m->heads || m->d_model % 2)
        refuse_form(r, "dim-emb", "even and a multiple of the heads");
    m->encoder_ffn = read_marian_number(r, "transformer-dim-ffn", 2048, 1, MAX_WIDTH);
    m->decoder_ffn = read_marian_number(r, "transformer-decoder-dim-ffn", 0, 0, MAX_WIDTH);
    if (!m->decoder_ffn) m->decoder_ffn = m->encoder_ffn;

    const size_t n = read_numbers(r, "dim-vocabs", 2, MAX_VOCAB, vocabs, 8);
    if (n > 2) refuse_marian(r, "dim-vocabs", tr_flat_yaml_find(&r->yaml, "dim-vocabs")->value);
    if (n < 2) refuse_form(r, "dim-vocabs", "a pair of sizes");
    if (r->rc < 0) return;
    m->source_vocab = vocabs[0];
    m->target_vocab = vocabs[1];
}

static void read_embeddings(reader *r)
{
    tr_config *m = r->m;
    const bool all = read_marian_flag(r, "tied-embeddings-all");

    r->c->shared_table = read_marian_flag(r, "tied-embeddings-src") || all;
    r->c->tied_output = read_marian_flag(r, "tied-embeddings") || all;
    r->c->output_bias = !read_marian_flag(r, "output-omit-bias");
    if (r->c->shared_table && m->source_vocab != m->target_vocab)
        refuse_form(r, "dim-vocabs", "one size, though one table serves both languages");
}

static void read_marian_config(reader *r)
{
    /* Marian has defaults for these two, but of another kind of network (type), or without any
     * shape to tell that they are wrong (heads). */
    require_marian(r, "type");
    check_marian_fixed(r, always, sizeof always / sizeof *always);
    check_inputs(r);
    require_marian(r, "transformer-heads");
    read_marian_shape(r);
    read_layers(r);
    read_marian_decoder(r);
    read_arithmetic(r);
    read_embeddings(r);
}

int tr_marian_config_read(tr_config *m, tr_marian_config *c, const char *yaml, size_t len,
                          const char *path, tr_error *err)
{
    reader r = {.m = m, .c = c, .path = path, .err = err};
    tr_buf name = {0};

    *c = (tr_marian_config){0};
    m->eos = 0;
    m->unk = 1;
    m->epsilon = 1e-6f;
    tr_buf_printf(&name, "%s: special:model.yml", path);
    r.rc = name.failed ? tr_fail_memory(err)
                       : tr_flat_yaml_read(&r.yaml, yaml, len, tr_buf_text(&name), err);
    if (r.rc == 0) read_marian_config(&r);
    tr_flat_yaml_free(&r.yaml);
    tr_buf_free(&name);
    return r.rc;
}
