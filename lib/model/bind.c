/*
 * bind.c - binds the tensors of a file to the fields of a network.
 *
 * Each step leaves its failure in the loader, and the steps behind a failure do nothing, so that
 * the lists of tensors read like translate-model(5).
 */
#include "model/bind.h"

#include <inttypes.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct loader {
    tr_nmt *m;
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

static void refuse_shape(loader *l, const tr_gguf_tensor *t, int type, unsigned n_dims,
                         const uint64_t *dims)
{
    char expected[120], found[120];
    shape_text(expected, sizeof expected, type, n_dims, dims);
    shape_text(found, sizeof found, t->type, t->n_dims, t->dims);
    l->rc = tr_fail(l->err, TR_EFORMAT, "%s: tensor %s: expected %s, found %s", l->m->file.path,
                    t->name, expected, found);
}

/* The tensor `prefix` + `name` + `suffix`; NULL when the file does not have it. */
static const tr_gguf_tensor *find(const loader *l, const char *prefix, const char *name,
                                  const char *suffix)
{
    char full[TR_GGUF_MAX_NAME + 1];
    snprintf(full, sizeof full, "%s%s%s", prefix, name, suffix);
    return tr_gguf_find_tensor(&l->m->file, full);
}

static const tr_gguf_tensor *require(loader *l, const char *prefix, const char *name,
                                     const char *suffix)
{
    if (l->rc < 0) return NULL;
    const tr_gguf_tensor *t = find(l, prefix, name, suffix);
    if (t)
        l->bound[t - l->m->file.tensors] = true;
    else
        l->rc = tr_fail(l->err, TR_EFORMAT, "%s: tensor %s%s%s is missing", l->m->file.path, prefix,
                        name, suffix);
    return t;
}

static const void *bind(loader *l, const char *prefix, const char *name, const char *suffix,
                        int type, unsigned n_dims, const uint64_t *dims)
{
    const tr_gguf_tensor *t = require(l, prefix, name, suffix);
    if (!t) return NULL;
    if (t->type == type && t->n_dims == n_dims && memcmp(t->dims, dims, n_dims * sizeof *dims) == 0)
        return t->data;
    refuse_shape(l, t, type, n_dims, dims);
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
                        l->m->file.path, prefix, name, suffix, bad);
    return x;
}

static void bind_scale(loader *l, const char *prefix, const char *name, tr_matrix *w)
{
    w->scale = bind_floats(l, prefix, name, ".scale", w->n_out);
    for (size_t i = 0; l->rc == 0 && i < w->n_out; i++)
        if (w->scale[i] < 0)
            l->rc = tr_fail(l->err, TR_EFORMAT, "%s: tensor %s%s.scale: element %zu is negative",
                            l->m->file.path, prefix, name, i);
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
                            l->m->file.path, prefix, name, i);
}

enum { CACHED_SIZE = 24 << 20 }; /* a file of up to this many bytes may stay in the third cache */

/* A matrix [n_out, n_in] and, where the file has one, its bias. */
static void bind_matrix(loader *l, const char *prefix, const char *name, size_t n_out, size_t n_in,
                        tr_matrix *w)
{
    const uint64_t blocks = (n_out + TR_BLOCK - 1) / TR_BLOCK;
    const uint64_t quads = (n_in + TR_QUAD - 1) / TR_QUAD;

    if (l->rc < 0) return;
    *w = (tr_matrix){.n_out = n_out, .n_in = n_in, .cached = l->m->file.file.size <= CACHED_SIZE};
    if (l->m->config.int8) {
        w->weight = bind(l, prefix, name, ".weight", TR_TENSOR_I8, 4,
                         (uint64_t[]){blocks, quads, TR_BLOCK, TR_QUAD});
        bind_scale(l, prefix, name, w);
        bind_sum(l, prefix, name, w);
    } else {
        w->weight = bind(l, prefix, name, ".weight", TR_TENSOR_F32, 3,
                         (uint64_t[]){blocks, n_in, TR_BLOCK});
    }
}

static void bind_bias(loader *l, const char *prefix, const char *name, tr_matrix *w)
{
    if (find(l, prefix, name, ".bias")) w->bias = bind_floats(l, prefix, name, ".bias", w->n_out);
}

static void bind_norm(loader *l, const char *prefix, const char *name, tr_norm *norm)
{
    norm->gain = bind_floats(l, prefix, name, ".weight", l->m->config.d_model);
    norm->bias = bind_floats(l, prefix, name, ".bias", l->m->config.d_model);
}

static void bind_optional_norm(loader *l, const char *prefix, const char *name, tr_norm *norm)
{
    if (find(l, prefix, name, ".weight")) bind_norm(l, prefix, name, norm);
}

/* What a layer consists of: its matrices, with sizes in units, and in which layers they are. */
typedef enum extent { D, TWO_D, THREE_D, FFN } extent;
typedef enum presence { ALWAYS, ATTENTION, FUSED_QKV, SPLIT_QKV, SSRU, DECODER } presence;

static const struct {
    const char *name;
    size_t field;
    extent n_out, n_in;
    presence when;
} layer_matrices[] = {
    {"attn_qkv", offsetof(tr_layer, self.qkv), THREE_D, D, FUSED_QKV},
    {"attn_q", offsetof(tr_layer, self.q), D, D, SPLIT_QKV},
    {"attn_kv", offsetof(tr_layer, self.kv), TWO_D, D, SPLIT_QKV},
    {"attn_out", offsetof(tr_layer, self.out), D, D, ATTENTION},
    {"ssru", offsetof(tr_layer, ssru), TWO_D, D, SSRU},
    {"cross_attn_q", offsetof(tr_layer, cross.q), D, D, DECODER},
    {"cross_attn_kv", offsetof(tr_layer, cross.kv), TWO_D, D, DECODER},
    {"cross_attn_out", offsetof(tr_layer, cross.out), D, D, DECODER},
    {"ffn_up", offsetof(tr_layer, up), FFN, D, ALWAYS},
    {"ffn_down", offsetof(tr_layer, down), D, FFN, ALWAYS},
};

static const struct {
    const char *name;
    size_t field;
    presence when;
} layer_norms[] = {
    {"attn_norm", offsetof(tr_layer, self.norm), ATTENTION},
    {"ssru_norm", offsetof(tr_layer, ssru_norm), SSRU},
    {"cross_attn_norm", offsetof(tr_layer, cross.norm), DECODER},
    {"ffn_norm", offsetof(tr_layer, ffn_norm), ALWAYS},
};

static bool present(const loader *l, presence when, bool decoder)
{
    const bool ssru = decoder && l->m->config.ssru, split = l->m->config.norm_query_only;
    return when == ALWAYS || (when == ATTENTION && !ssru) ||
           (when == FUSED_QKV && !ssru && !split) || (when == SPLIT_QKV && !ssru && split) ||
           (when == SSRU && ssru) || (when == DECODER && decoder);
}

static void bind_layer(loader *l, const char *prefix, bool decoder, tr_layer *layer)
{
    const size_t d = l->m->config.d_model;
    const size_t extents[] = {[D] = d,
                              [TWO_D] = 2 * d,
                              [THREE_D] = 3 * d,
                              [FFN] =
                                  decoder ? l->m->config.decoder_ffn : l->m->config.encoder_ffn};

    for (size_t i = 0; i < sizeof layer_matrices / sizeof *layer_matrices; i++) {
        if (!present(l, layer_matrices[i].when, decoder)) continue;
        tr_matrix *w = (tr_matrix *)((char *)layer + layer_matrices[i].field);
        bind_matrix(l, prefix, layer_matrices[i].name, extents[layer_matrices[i].n_out],
                    extents[layer_matrices[i].n_in], w);
        bind_bias(l, prefix, layer_matrices[i].name, w);
    }
    for (size_t i = 0; i < sizeof layer_norms / sizeof *layer_norms; i++) {
        if (!present(l, layer_norms[i].when, decoder)) continue;
        bind_norm(l, prefix, layer_norms[i].name,
                  (tr_norm *)((char *)layer + layer_norms[i].field));
    }
}

static tr_layer *bind_layers(loader *l, const char *side, uint32_t n, bool decoder)
{
    if (l->rc < 0) return NULL;
    tr_layer *layers = TR_REGION_TAKE(&l->m->memory, tr_layer, n);
    if (!layers) l->rc = tr_fail_memory(l->err);
    for (uint32_t i = 0; l->rc == 0 && i < n; i++) {
        char prefix[32];
        snprintf(prefix, sizeof prefix, "%s.blk.%" PRIu32 ".", side, i);
        bind_layer(l, prefix, decoder, &layers[i]);
    }
    return layers;
}

static void bind_embeddings(loader *l)
{
    tr_nmt *m = l->m;
    const int ties = m->config.ties;
    const char *name = ties == TR_TIES_ALL ? "token_embd" : "source_embd";

    bind_matrix(l, "", name, m->config.source_vocab, m->config.d_model,
                &m->weights.source_embedding);
    m->weights.target_embedding = m->weights.source_embedding;
    if (ties != TR_TIES_ALL)
        bind_matrix(l, "", "target_embd", m->config.target_vocab, m->config.d_model,
                    &m->weights.target_embedding);
    m->weights.output = m->weights.target_embedding;
    if (ties == TR_TIES_NONE)
        bind_matrix(l, "", "output", m->config.target_vocab, m->config.d_model, &m->weights.output);
    bind_bias(l, "", "output", &m->weights.output);
}

/* A table [rows, d_model] of at least as many rows as lengths ask for. */
static const float *bind_positions(loader *l, const char *name, uint32_t *rows)
{
    const tr_nmt *m = l->m;
    const size_t longest = tr_config_longest_source(&m->config);
    const size_t need = longest > m->config.max_target ? longest : m->config.max_target;
    const tr_gguf_tensor *t = require(l, "", name, ".weight");

    if (!t) return NULL;
    if (t->type != TR_TENSOR_F32 || t->n_dims != 2 || t->dims[0] < need ||
        t->dims[0] > UINT32_MAX || t->dims[1] != m->config.d_model) {
        refuse_shape(l, t, TR_TENSOR_F32, 2, (uint64_t[]){need, m->config.d_model});
        return NULL;
    }
    const size_t n = t->size / sizeof(float), bad = first_not_finite(t->data, n);
    if (bad < n)
        l->rc = tr_fail(l->err, TR_EFORMAT, "%s: tensor %s: element %zu is not finite",
                        m->file.path, t->name, bad);
    *rows = (uint32_t)t->dims[0];
    return t->data;
}

static void bind_both_positions(loader *l)
{
    tr_nmt *m = l->m;
    uint32_t source = 0, target = 0;

    if (find(l, "", "source_position", ".weight") || find(l, "", "target_position", ".weight")) {
        m->weights.source_positions = bind_positions(l, "source_position", &source);
        m->weights.target_positions = bind_positions(l, "target_position", &target);
    } else {
        m->weights.source_positions = m->weights.target_positions =
            bind_positions(l, "position", &source);
        target = source;
    }
    m->config.n_positions = source < target ? source : target;
}

static const void *bind_bytes(loader *l, const char *name, size_t *size)
{
    const tr_gguf_tensor *t = require(l, "", name, "");
    if (!t) return NULL;
    *size = t->size;
    return bind(l, "", name, "", TR_TENSOR_I8, 1, (uint64_t[]){t->size});
}

static void bind_tokenizer(loader *l)
{
    tr_nmt *m = l->m;

    if (l->rc < 0) return;
    if (!find(l, "", "tokenizer.spm.source", "")) {
        l->rc = tr_fail(l->err, TR_EFORMAT,
                        "%s: tensor tokenizer.spm.source, which tokenizer.kind spm needs, is "
                        "missing",
                        m->file.path);
        return;
    }
    m->source_spm = bind_bytes(l, "tokenizer.spm.source", &m->source_spm_size);
    m->target_spm = m->source_spm;
    m->target_spm_size = m->source_spm_size;
    if (find(l, "", "tokenizer.spm.target", ""))
        m->target_spm = bind_bytes(l, "tokenizer.spm.target", &m->target_spm_size);
}

/* Binds I32 [n], all from 0 to `most`; the file decides n when it is 0. */
static const int32_t *bind_ids(loader *l, const char *name, size_t n, size_t most)
{
    const tr_gguf_tensor *t = require(l, "", name, "");
    if (!t) return NULL;
    if (n == 0) n = t->size / sizeof(int32_t);
    const int32_t *x = bind(l, "", name, "", TR_TENSOR_I32, 1, (uint64_t[]){n});
    uint32_t max = 0; /* negative ones are large; no branch, so that compilers use vectors */
    for (size_t i = 0; x && i < n; i++)
        max = (uint32_t)x[i] > max ? (uint32_t)x[i] : max;
    if (max > most)
        l->rc = tr_fail(l->err, TR_EFORMAT, "%s: tensor %s: an element is not in 0..%zu",
                        l->m->file.path, name, most);
    return x;
}

/* Each list begins where the one before ends, and the last ends with the ids. */
static void bind_lexicon(loader *l)
{
    tr_lexicon *list = &l->m->lexicon;
    const size_t n_source = l->m->config.source_vocab;

    if (!tr_gguf_find(&l->m->file, "nmt.shortlist.first")) return;
    list->id = bind_ids(l, "shortlist.id", 0, l->m->config.target_vocab - 1);
    const tr_gguf_tensor *ids = find(l, "", "shortlist.id", "");
    const size_t n = ids ? ids->size / sizeof(int32_t) : 0;
    list->offset = bind_ids(l, "shortlist.offset", n_source + 1, n);
    if (l->rc < 0) return;
    bool good = list->offset[0] == 0 && (size_t)list->offset[n_source] == n;
    for (size_t i = 0; i < n_source; i++)
        good = good && list->offset[i] <= list->offset[i + 1];
    if (!good)
        l->rc = tr_fail(l->err, TR_EFORMAT,
                        "%s: tensor shortlist.offset: is not an ascending list from 0 to %zu",
                        l->m->file.path, n);
}

/* Nothing hides in a model file. */
static void refuse_unknown(loader *l)
{
    const tr_gguf *g = &l->m->file;
    for (size_t i = 0; l->rc == 0 && i < g->n_tensors; i++)
        if (!l->bound[i])
            l->rc = tr_fail(l->err, TR_EFORMAT, "%s: tensor %s has no place in this network",
                            g->path, g->tensors[i].name);
}

int tr_nmt_bind(tr_nmt *m, tr_error *err)
{
    loader l = {.m = m, .err = err, .bound = calloc(m->file.n_tensors + 1, sizeof *l.bound)};
    if (!l.bound) return tr_fail_memory(err);

    bind_embeddings(&l);
    bind_both_positions(&l);
    bind_optional_norm(&l, "enc.", "embd_norm", &m->weights.encoder_embedding_norm);
    bind_optional_norm(&l, "dec.", "embd_norm", &m->weights.decoder_embedding_norm);
    m->weights.encoder = bind_layers(&l, "enc", m->config.n_encoder_layers, false);
    m->weights.decoder = bind_layers(&l, "dec", m->config.n_decoder_layers, true);
    bind_optional_norm(&l, "enc.", "output_norm", &m->weights.encoder_norm);
    bind_optional_norm(&l, "dec.", "output_norm", &m->weights.decoder_norm);
    if (m->config.tokenizer == TR_TOKENIZER_SPM) bind_tokenizer(&l);
    bind_lexicon(&l);
    refuse_unknown(&l);
    free(l.bound);
    return l.rc;
}
