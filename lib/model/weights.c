/*
 * weights.c - binds the tensors of a file to the fields of a network.
 *
 * Each step leaves its failure in the loader, and the steps behind a failure do nothing, so that
 * the lists of tensors read like translate-model(5).
 */
#include "model/weights.h"

#include <inttypes.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- What a layer consists of --------------------------------------------------------------- */

/* QUERIES, KEYS_VALUES, ALL_THREE and VALUES may belong to cross-attention, too. */
enum { D, TWO_D, FFN, UP, QUERIES, KEYS_VALUES, ALL_THREE, VALUES, CROSS };
enum { ALWAYS, ATTENTION, FUSED_QKV, SPLIT_QKV, SSRU, DECODER };

#define MATRIX(name, field, n_out, n_in, when)                                                     \
    {                                                                                              \
        name, false, offsetof(tr_layer, field), n_out, n_in, when                                  \
    }
#define NORM(name, field, when)                                                                    \
    {                                                                                              \
        name, true, offsetof(tr_layer, field), 0, 0, when                                          \
    }

// clang-format off
const tr_layer_part tr_layer_parts[TR_N_LAYER_PARTS] = {
    [TR_ATTN_QKV]        = MATRIX("attn_qkv",       self.qkv,   ALL_THREE, D, FUSED_QKV),
    [TR_ATTN_Q]          = MATRIX("attn_q",         self.q,     QUERIES, D,   SPLIT_QKV),
    [TR_ATTN_KV]         = MATRIX("attn_kv",        self.kv,    KEYS_VALUES, D, SPLIT_QKV),
    [TR_ATTN_OUT]        = MATRIX("attn_out",       self.out,   D,  VALUES,   ATTENTION),
    [TR_ATTN_NORM]       = NORM("attn_norm",        self.norm,  ATTENTION),
    [TR_SSRU]            = MATRIX("ssru",           ssru,       TWO_D,   D,   SSRU),
    [TR_SSRU_NORM]       = NORM("ssru_norm",        ssru_norm,  SSRU),
    [TR_CROSS_ATTN_Q]    = MATRIX("cross_attn_q",   cross.q,    CROSS + QUERIES, D,   DECODER),
    [TR_CROSS_ATTN_KV]   = MATRIX("cross_attn_kv",  cross.kv,   CROSS + KEYS_VALUES, D, DECODER),
    [TR_CROSS_ATTN_OUT]  = MATRIX("cross_attn_out", cross.out,  D,  VALUES,   DECODER),
    [TR_CROSS_ATTN_NORM] = NORM("cross_attn_norm",  cross.norm, DECODER),
    [TR_FFN_UP]          = MATRIX("ffn_up",         up,         UP,      D,   ALWAYS),
    [TR_FFN_DOWN]        = MATRIX("ffn_down",       down,       D,       FFN, ALWAYS),
    [TR_FFN_NORM]        = NORM("ffn_norm",         ffn_norm,   ALWAYS),
};
// clang-format on

bool tr_layer_has(const tr_config *c, const tr_layer_part *part, bool decoder)
{
    const bool ssru = decoder && c->ssru, split = c->norm_query_only;

    switch (part->when) {
    case ATTENTION:
        return !ssru;
    case FUSED_QKV:
        return !ssru && !split;
    case SPLIT_QKV:
        return !ssru && split;
    case SSRU:
        return ssru;
    case DECODER:
        return decoder;
    default:
        return true;
    }
}

size_t tr_layer_extent(const tr_config *c, int extent, bool decoder)
{
    const tr_head_widths w = tr_config_head(c, extent >= CROSS);
    switch (extent >= CROSS ? extent - CROSS : extent) {
    case TWO_D:
        return 2 * (size_t)c->d_model;
    case FFN:
        return decoder ? c->decoder_ffn : c->encoder_ffn;
    case UP:
        return (c->gated_ffn ? 2 : 1) * (size_t)(decoder ? c->decoder_ffn : c->encoder_ffn);
    case QUERIES:
        return c->heads * w.query;
    case KEYS_VALUES:
        return c->heads * (w.key + w.value);
    case ALL_THREE:
        return c->heads * (w.query + w.key + w.value);
    case VALUES:
        return c->heads * w.value;
    default:
        return c->d_model;
    }
}

/* ---- Binding -------------------------------------------------------------------------------- */

typedef struct loader {
    tr_weights *weights;
    tr_config *config;
    const tr_gguf *file;
    tr_region *memory;
    bool *bound; /* [n_tensors]: whether a field refers to it */
    tr_error *err;
    int rc;
} loader;

static void shape_text(char *text, size_t size, int type, unsigned n_dims, const uint64_t *dims)
{
    int n = snprintf(text, size, "%s [", tr_gguf_type_name(type));
    for (unsigned i = 0; i < n_dims; i++)
        n += snprintf(text + n, size - (size_t)n, "%s%" PRIu64, i ? ", " : "", dims[i]);
    snprintf(text + n, size - (size_t)n, "]");
}

static void refuse_tensor_shape(loader *l, const tr_gguf_tensor *t, int type, unsigned n_dims,
                                const uint64_t *dims)
{
    char expected[120], found[120];
    shape_text(expected, sizeof expected, type, n_dims, dims);
    shape_text(found, sizeof found, t->type, t->n_dims, t->dims);
    l->rc = tr_fail(l->err, TR_EFORMAT, "%s: tensor %s: expected %s, found %s", l->file->path,
                    t->name, expected, found);
}

/* The tensor `prefix` + `name` + `suffix`; NULL when the file does not have it. */
static const tr_gguf_tensor *find_tensor(const loader *l, const char *prefix, const char *name,
                                         const char *suffix)
{
    char full[TR_GGUF_MAX_NAME + 1];
    snprintf(full, sizeof full, "%s%s%s", prefix, name, suffix);
    return tr_gguf_find_tensor(l->file, full);
}

static const tr_gguf_tensor *require_tensor(loader *l, const char *prefix, const char *name,
                                            const char *suffix)
{
    if (l->rc < 0) return NULL;
    const tr_gguf_tensor *t = find_tensor(l, prefix, name, suffix);
    if (t)
        l->bound[t - l->file->tensors] = true;
    else
        l->rc = tr_fail(l->err, TR_EFORMAT, "%s: tensor %s%s%s is missing", l->file->path, prefix,
                        name, suffix);
    return t;
}

static const void *bind(loader *l, const char *prefix, const char *name, const char *suffix,
                        int type, unsigned n_dims, const uint64_t *dims)
{
    const tr_gguf_tensor *t = require_tensor(l, prefix, name, suffix);
    if (!t) return NULL;
    if (t->type == type && t->n_dims == n_dims && memcmp(t->dims, dims, n_dims * sizeof *dims) == 0)
        return t->data;
    refuse_tensor_shape(l, t, type, n_dims, dims);
    return NULL;
}

/* The first of x [n] that is not finite, or n.  Blocks have no branch inside, so that compilers
 * use vectors: position tables have a few hundred thousand elements. */
static size_t first_not_finite(const float *x, size_t n)
{
    enum { BLOCK = 256 };

    for (size_t at = 0; at < n; at += BLOCK) {
        const size_t end = n - at < BLOCK ? n : at + BLOCK;
        int bad = 0;
        for (size_t i = at; i < end; i++)
            bad |= !isfinite(x[i]);
        for (size_t i = at; bad && i < end; i++)
            if (!isfinite(x[i])) return i;
    }
    return n;
}

/* Binds F32 [n], all finite. */
static const float *bind_floats(loader *l, const char *prefix, const char *name, const char *suffix,
                                size_t n)
{
    const float *x = bind(l, prefix, name, suffix, TR_TENSOR_F32, 1, (uint64_t[]){n});
    const size_t bad = x ? first_not_finite(x, n) : n;
    if (bad < n)
        l->rc = tr_fail(l->err, TR_EFORMAT, "%s: tensor %s%s%s: element %zu is not finite",
                        l->file->path, prefix, name, suffix, bad);
    return x;
}

static void bind_scale_tensor(loader *l, const char *prefix, const char *name, tr_matrix *w)
{
    w->scale = bind_floats(l, prefix, name, ".scale", w->n_out);
    for (size_t i = 0; l->rc == 0 && i < w->n_out; i++)
        if (w->scale[i] < 0)
            l->rc = tr_fail(l->err, TR_EFORMAT, "%s: tensor %s%s.scale: element %zu is negative",
                            l->file->path, prefix, name, i);
}

/* Sums beyond what rows of int8 can have would overflow where the kernels add them up. */
static void bind_sum(loader *l, const char *prefix, const char *name, tr_matrix *w)
{
    const int32_t limit = 127 * (int32_t)w->n_in;

    w->sum = bind(l, prefix, name, ".sum", TR_TENSOR_I32, 1, (uint64_t[]){w->n_out});
    for (size_t i = 0; l->rc == 0 && i < w->n_out; i++)
        if (w->sum[i] < -limit || w->sum[i] > limit)
            l->rc = tr_fail(l->err, TR_EFORMAT,
                            "%s: tensor %s%s.sum: element %zu is more than a row can sum to",
                            l->file->path, prefix, name, i);
}

/* A matrix [n_out, n_in] and, where the file has one, its bias. */
static void bind_matrix(loader *l, const char *prefix, const char *name, size_t n_out, size_t n_in,
                        tr_matrix *w)
{
    const uint64_t blocks = (n_out + TR_BLOCK - 1) / TR_BLOCK;
    const uint64_t quads = (n_in + TR_QUAD - 1) / TR_QUAD;

    if (l->rc < 0) return;
    *w = (tr_matrix){.n_out = n_out, .n_in = n_in};
    if (l->config->int8) {
        w->weight = bind(l, prefix, name, ".weight", TR_TENSOR_I8, 4,
                         (uint64_t[]){blocks, quads, TR_BLOCK, TR_QUAD});
        bind_scale_tensor(l, prefix, name, w);
        bind_sum(l, prefix, name, w);
    } else {
        w->weight = bind(l, prefix, name, ".weight", TR_TENSOR_F32, 3,
                         (uint64_t[]){blocks, n_in, TR_BLOCK});
    }
}

static void bind_bias(loader *l, const char *prefix, const char *name, tr_matrix *w)
{
    if (find_tensor(l, prefix, name, ".bias"))
        w->bias = bind_floats(l, prefix, name, ".bias", w->n_out);
}

static void bind_norm(loader *l, const char *prefix, const char *name, tr_norm *norm)
{
    norm->gain = bind_floats(l, prefix, name, ".weight", l->config->d_model);
    if (!l->config->rms_norm)
        norm->bias = bind_floats(l, prefix, name, ".bias", l->config->d_model);
}

static void bind_optional_norm(loader *l, const char *prefix, const char *name, tr_norm *norm)
{
    if (find_tensor(l, prefix, name, ".weight")) bind_norm(l, prefix, name, norm);
}

static void bind_layer(loader *l, const char *prefix, bool decoder, tr_layer *layer)
{
    for (const tr_layer_part *p = tr_layer_parts + 1; p < tr_layer_parts + TR_N_LAYER_PARTS; p++) {
        void *field = (char *)layer + p->field;
        if (!tr_layer_has(l->config, p, decoder)) continue;
        if (p->is_norm) {
            bind_norm(l, prefix, p->name, field);
            continue;
        }
        bind_matrix(l, prefix, p->name, tr_layer_extent(l->config, p->n_out, decoder),
                    tr_layer_extent(l->config, p->n_in, decoder), field);
        bind_bias(l, prefix, p->name, field);
    }
}

/* The tensor of a block's score, where it has one. */
static const float *bind_score(loader *l, const char *prefix, const char *name, bool cross)
{
    const size_t n = tr_config_score_size(l->config, cross);
    return n ? bind_floats(l, prefix, name, ".weight", n) : NULL;
}

/* The layout of a row of biases that attend() reads: every lane has its head's. */
static void spread_biases(const tr_heads *heads, const float *x, float *to)
{
    for (size_t h = 0, g; h < heads->n; h += g, to += TR_LANES) {
        g = tr_head_group(heads, h);
        for (size_t lane = 0; lane < TR_LANES; lane++)
            to[lane] = x[h + lane % g];
    }
}

/* A table [distances, heads], which a layer may have of its own; the first one's serves all that
 * have none. */
static void bind_biases(loader *l, const char *prefix, bool decoder, const tr_attention *first,
                        tr_attention *to)
{
    const tr_heads heads = {.n = l->config->heads, .d_head = tr_config_head(l->config, false).key};
    const tr_gguf_tensor *t = find_tensor(l, prefix, "attn_bias", "");
    size_t groups;

    if (l->rc < 0) return;
    to->bias = first->bias;
    to->n_biases = first->n_biases;
    if (!t && to->bias) return;
    t = require_tensor(l, prefix, "attn_bias", "");
    if (!t) return;
    const uint64_t n = t->n_dims == 2 ? t->dims[0] : 0;
    const bool is_table =
        t->type == TR_TENSOR_F32 && n > 0 && t->dims[1] == heads.n && (decoder || n % 2 == 1);
    if (!is_table) {
        refuse_tensor_shape(l, t, TR_TENSOR_F32, 2, (uint64_t[]){n + (n % 2 == 0), heads.n});
        return;
    }
    const float *x = t->data;
    const size_t bad = first_not_finite(x, (size_t)n * heads.n);
    if (bad < n * heads.n) {
        l->rc = tr_fail(l->err, TR_EFORMAT, "%s: tensor %s: element %zu is not finite",
                        l->file->path, t->name, bad);
        return;
    }
    tr_row_width(&heads, &groups);
    float *bias = TR_REGION_TAKE(l->memory, float, (size_t)n *groups *TR_LANES);
    if (!bias) l->rc = tr_fail_memory(l->err);
    for (size_t i = 0; bias && i < n; i++)
        spread_biases(&heads, x + i * heads.n, bias + i * groups * TR_LANES);
    to->bias = bias;
    to->n_biases = (size_t)n;
}

static tr_layer *bind_layers(loader *l, const char *side, uint32_t n, bool decoder)
{
    if (l->rc < 0) return NULL;
    tr_layer *layers = TR_REGION_TAKE(l->memory, tr_layer, n);
    if (!layers) l->rc = tr_fail_memory(l->err);
    for (uint32_t i = 0; l->rc == 0 && i < n; i++) {
        char prefix[32];
        snprintf(prefix, sizeof prefix, "%s.blk.%" PRIu32 ".", side, i);
        bind_layer(l, prefix, decoder, &layers[i]);
        if (!decoder || !l->config->ssru)
            layers[i].self.score = bind_score(l, prefix, "attn_score", false);
        if (decoder) layers[i].cross.score = bind_score(l, prefix, "cross_attn_score", true);
        if (l->config->positions == TR_POSITIONS_RELATIVE && !(decoder && l->config->ssru))
            bind_biases(l, prefix, decoder, &layers[0].self, &layers[i].self);
    }
    return layers;
}

static void bind_embeddings(loader *l)
{
    tr_weights *w = l->weights;
    const tr_config *c = l->config;
    const bool one_input = c->ties == TR_TIES_ALL || c->ties == TR_TIES_INPUTS;
    const bool own_output = c->ties == TR_TIES_NONE || c->ties == TR_TIES_INPUTS;
    const char *name = one_input ? "token_embd" : "source_embd";

    bind_matrix(l, "", name, c->source_vocab, c->d_model, &w->source_embedding);
    w->target_embedding = w->source_embedding;
    if (!one_input)
        bind_matrix(l, "", "target_embd", c->target_vocab, c->d_model, &w->target_embedding);
    w->output = w->target_embedding;
    const size_t n_out = c->metric == TR_METRIC_METRICX ? 1 : c->target_vocab;
    if (own_output) bind_matrix(l, "", "output", n_out, c->d_model, &w->output);
    bind_bias(l, "", "output", &w->output);
}

/* A table [rows, d_model] of at least as many rows as lengths ask for. */
static const float *bind_positions(loader *l, const char *name, uint32_t *rows)
{
    const tr_config *c = l->config;
    const size_t longest = tr_config_longest_source(c);
    const size_t need = longest > c->max_target ? longest : c->max_target;
    const tr_gguf_tensor *t = require_tensor(l, "", name, ".weight");

    if (!t) return NULL;
    if (t->type != TR_TENSOR_F32 || t->n_dims != 2 || t->dims[0] < need ||
        t->dims[0] > UINT32_MAX || t->dims[1] != c->d_model) {
        refuse_tensor_shape(l, t, TR_TENSOR_F32, 2, (uint64_t[]){need, c->d_model});
        return NULL;
    }
    const size_t n = t->size / sizeof(float), bad = first_not_finite(t->data, n);
    if (bad < n)
        l->rc = tr_fail(l->err, TR_EFORMAT, "%s: tensor %s: element %zu is not finite",
                        l->file->path, t->name, bad);
    *rows = (uint32_t)t->dims[0];
    tr_file_release(&l->file->watch, t->data, t->size); /* few of the rows are read again */
    return t->data;
}

static void bind_both_positions(loader *l)
{
    tr_weights *w = l->weights;
    uint32_t source = 0, target = 0;

    if (l->config->positions == TR_POSITIONS_RELATIVE) return;
    if (find_tensor(l, "", "source_position", ".weight") ||
        find_tensor(l, "", "target_position", ".weight")) {
        w->source_positions = bind_positions(l, "source_position", &source);
        w->target_positions = bind_positions(l, "target_position", &target);
    } else {
        w->source_positions = w->target_positions = bind_positions(l, "position", &source);
        target = source;
    }
    l->config->n_positions = source < target ? source : target;
}

static void bind_estimator(loader *l)
{
    const tr_config *c = l->config;
    tr_estimator *e = &l->weights->estimator;
    size_t n_in = tr_config_features(c);

    if (!tr_config_encodes_alone(c)) return;
    e->mix = bind_floats(l, "", "metric.mix", "", (size_t)c->n_encoder_layers + 1);
    for (size_t i = 0; i <= c->n_estimator_widths; i++) {
        const size_t n_out = i < c->n_estimator_widths ? (size_t)c->estimator_widths[i] : 1;
        char name[48];
        snprintf(name, sizeof name, "metric.estimator.%zu", i);
        bind_matrix(l, "", name, n_out, n_in, &e->layer[i]);
        bind_bias(l, "", name, &e->layer[i]);
        n_in = n_out;
    }
}

static const void *bind_bytes(loader *l, const char *name, size_t *size)
{
    const tr_gguf_tensor *t = require_tensor(l, "", name, "");
    if (!t) return NULL;
    *size = t->size;
    return bind(l, "", name, "", TR_TENSOR_I8, 1, (uint64_t[]){t->size});
}

static void bind_tokenizer(loader *l)
{
    tr_weights *w = l->weights;

    if (l->rc < 0) return;
    if (!find_tensor(l, "", "tokenizer.spm.source", "")) {
        l->rc = tr_fail(l->err, TR_EFORMAT,
                        "%s: tensor tokenizer.spm.source, which tokenizer.kind spm needs, is "
                        "missing",
                        l->file->path);
        return;
    }
    w->source_spm = bind_bytes(l, "tokenizer.spm.source", &w->source_spm_size);
    w->target_spm = w->source_spm;
    w->target_spm_size = w->source_spm_size;
    if (find_tensor(l, "", "tokenizer.spm.target", ""))
        w->target_spm = bind_bytes(l, "tokenizer.spm.target", &w->target_spm_size);
}

/* Binds I32 [n], all from 0 to `most`; the file decides n when it is 0. */
static const int32_t *bind_ids(loader *l, const char *name, size_t n, size_t most)
{
    const tr_gguf_tensor *t = require_tensor(l, "", name, "");
    if (!t) return NULL;
    if (n == 0) n = t->size / sizeof(int32_t);
    const int32_t *x = bind(l, "", name, "", TR_TENSOR_I32, 1, (uint64_t[]){n});
    uint32_t max = 0; /* negative ones are large; no branch, so that compilers use vectors */
    for (size_t i = 0; x && i < n; i++)
        max = (uint32_t)x[i] > max ? (uint32_t)x[i] : max;
    if (max > most)
        l->rc = tr_fail(l->err, TR_EFORMAT, "%s: tensor %s: an element is not in 0..%zu",
                        l->file->path, name, most);
    return x;
}

/* Each list begins where the one before ends, and the last ends with the ids. */
static void bind_lexicon(loader *l)
{
    tr_lexicon *list = &l->weights->lexicon;
    const size_t n_source = l->config->source_vocab;

    if (!tr_gguf_find(l->file, "nmt.shortlist.first")) return;
    list->id = bind_ids(l, "shortlist.id", 0, l->config->target_vocab - 1);
    const tr_gguf_tensor *ids = find_tensor(l, "", "shortlist.id", "");
    const size_t n = ids ? ids->size / sizeof(int32_t) : 0;
    list->n = n;
    list->offset = bind_ids(l, "shortlist.offset", n_source + 1, n);
    if (l->rc < 0) return;
    bool good = list->offset[0] == 0 && (size_t)list->offset[n_source] == n;
    for (size_t i = 0; i < n_source; i++)
        good = good && list->offset[i] <= list->offset[i + 1];
    if (!good)
        l->rc = tr_fail(l->err, TR_EFORMAT,
                        "%s: tensor shortlist.offset: is not an ascending list from 0 to %zu",
                        l->file->path, n);
}

/* What a head of self-attention and of cross-attention has, [2, 3], which says no more than the
 * keys do: programs that do not know the keys refuse it. */
static void bind_widths(loader *l)
{
    static const char name[] = "attention.widths";

    if (!tr_config_attends_otherwise(l->config) || !find_tensor(l, "", name, "")) return;
    const int32_t *x = bind(l, "", name, "", TR_TENSOR_I32, 2, (uint64_t[]){2, 3});
    for (int cross = 0; x && l->rc == 0 && cross < 2; cross++, x += 3) {
        const tr_head_widths w = tr_config_head(l->config, cross);
        if ((size_t)x[0] != w.query || (size_t)x[1] != w.key || (size_t)x[2] != w.value)
            l->rc = tr_fail(l->err, TR_EFORMAT, "%s: tensor %s: is not what nmt.attention says",
                            l->file->path, name);
    }
}

/* Nothing hides in a model file. */
static void refuse_unknown(loader *l)
{
    const tr_gguf *g = l->file;
    for (size_t i = 0; l->rc == 0 && i < g->n_tensors; i++)
        if (!l->bound[i])
            l->rc = tr_fail(l->err, TR_EFORMAT, "%s: tensor %s has no place in this network",
                            g->path, g->tensors[i].name);
}

int tr_weights_bind(tr_weights *w, tr_config *c, const tr_gguf *file, tr_region *memory,
                    tr_error *err)
{
    loader l = {.weights = w, .config = c, .file = file, .memory = memory, .err = err};

    l.bound = calloc(file->n_tensors + 1, sizeof *l.bound);
    if (!l.bound) return tr_fail_memory(err);

    bind_embeddings(&l);
    bind_both_positions(&l);
    bind_optional_norm(&l, "enc.", "embd_norm", &w->encoder_embedding_norm);
    bind_optional_norm(&l, "dec.", "embd_norm", &w->decoder_embedding_norm);
    w->encoder = bind_layers(&l, "enc", c->n_encoder_layers, false);
    w->decoder = bind_layers(&l, "dec", c->n_decoder_layers, true);
    bind_optional_norm(&l, "enc.", "output_norm", &w->encoder_norm);
    bind_optional_norm(&l, "dec.", "output_norm", &w->decoder_norm);
    if (c->tokenizer == TR_TOKENIZER_SPM) bind_tokenizer(&l);
    bind_lexicon(&l);
    bind_widths(&l);
    bind_estimator(&l);
    refuse_unknown(&l);
    free(l.bound);
    return l.rc;
}
