/*
 * hf_network.c - the networks of MarianMT, M2M100, NLLB-200, mBART and BART, as PyTorch's
 * transformers name their tensors.
 *
 * All of them are BART's layers with a few differences.  The tensors that the configuration asks
 * for are listed one by one, each with its shape; what the files have besides is refused, so that
 * nothing that would change a translation is passed over.
 */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "import/hf.h"

/* The ways in which the families differ. */
typedef struct family {
    bool pre_norm; /* with a norm behind the stacks; else norms stand behind the blocks */
    bool embedding_norm;
    bool learned_positions; /* whose first rows nothing refers to */
} family;

static const family families[] = {
    [TR_HF_MARIAN] = {.pre_norm = false},
    [TR_HF_M2M100] = {.pre_norm = true},
    [TR_HF_MBART] = {.pre_norm = true, .embedding_norm = true, .learned_positions = true},
    [TR_HF_BART] = {.embedding_norm = true, .learned_positions = true},
};

enum { POSITION_OFFSET = 2, MAX_POSITIONS = 1000000 };

/* A part of an array: `read` gets these. */
typedef struct slice {
    const tr_safetensor *tensor;
    size_t first, n; /* elements */
} slice;

/* Steps behind a failure do nothing, so that the lists of tensors read plainly. */
typedef struct builder {
    tr_import *im;
    const tr_safetensors *file;
    const char *path;   /* for messages */
    const char *prefix; /* "model.", or "" in files that hold it without its output layer */
    bool *used;         /* [file->n_tensors] */
    const tr_hf_config *config;
    tr_error *err;
    int rc;
} builder;

/* ---- Arrays ------------------------------------------------------------------------------- */

static const tr_safetensor *find(const builder *b, const char *name)
{
    const tr_safetensor *t = tr_safetensors_find(b->file, name);

    if (t) b->used[t - b->file->tensors] = true;
    return t;
}

static const tr_safetensor *require(builder *b, const char *name)
{
    const tr_safetensor *t = b->rc == 0 ? find(b, name) : NULL;

    if (!t && b->rc == 0)
        b->rc = tr_fail(b->err, TR_EFORMAT, "%s: tensor %s is missing", b->path, name);
    return t;
}

/* Whether `t`, which may be NULL, is [rows, columns], or [columns] for one row; `rows` 0 for any
 * number of them. */
static bool fits(builder *b, const tr_safetensor *t, size_t rows, size_t columns)
{
    if (b->rc < 0 || !t) return false;
    if (t->element < 0) {
        b->rc = tr_fail(b->err, TR_EUNSUPPORTED, "%s: tensor %s: holds %s, not floats", b->path,
                        t->name, t->type);
        return false;
    }
    const bool good =
        t->n_dims == 1 ? rows == 1 && t->dims[0] == columns
                       : t->n_dims == 2 && (!rows || t->dims[0] == rows) && t->dims[1] == columns;
    if (!good) {
        const tr_import_shape is = {t->n_dims, t->dims};
        b->rc = tr_import_fail_shape(b->path, t->name, is, rows, columns, b->err);
    }
    return good;
}

static tr_import_tensor *add(builder *b, int kind, const char *name, size_t n_out, size_t n_in)
{
    if (b->rc < 0) return NULL;
    tr_import_tensor *t = tr_import_add(b->im, kind, name, n_out, n_in);
    if (!t) b->rc = tr_fail_memory(b->err);
    return t;
}

/* `n` elements from `first` on as the next part of `out`, which may be NULL. */
static void add_part(builder *b, tr_import_tensor *out, const tr_safetensor *t, size_t first,
                     size_t n)
{
    if (!out || b->rc < 0) return;
    slice *s = TR_REGION_TAKE(&b->im->memory, slice, 1);
    if (!s) {
        b->rc = tr_fail_memory(b->err);
        return;
    }
    *s = (slice){.tensor = t, .first = first, .n = n};
    out->part[out->n_parts++].array = s;
}

/* One array as it is. */
static void add_whole(builder *b, int kind, const char *ours, const tr_safetensor *t, size_t n_out,
                      size_t n_in)
{
    const bool vector = kind == TR_IMPORT_VECTOR;

    if (!fits(b, t, vector ? 1 : n_out, vector ? n_out : n_in)) return;
    add_part(b, add(b, kind, ours, n_out, n_in), t, 0, t->n);
}

/* ---- Layers ------------------------------------------------------------------------------- */

typedef struct dense {
    const char *ours;
    const char *theirs[TR_IMPORT_MAX_PARTS]; /* whose outputs lie side by side */
    char n_out, n_in;                        /* of each: 'd' model, 'f' feed-forward */
    bool decoder_only;
} dense;

static const dense dense_layers[] = {
    {"attn_qkv", {"self_attn.q_proj", "self_attn.k_proj", "self_attn.v_proj"}, 'd', 'd', false},
    {"attn_out", {"self_attn.out_proj"}, 'd', 'd', false},
    {"cross_attn_q", {"encoder_attn.q_proj"}, 'd', 'd', true},
    {"cross_attn_kv", {"encoder_attn.k_proj", "encoder_attn.v_proj"}, 'd', 'd', true},
    {"cross_attn_out", {"encoder_attn.out_proj"}, 'd', 'd', true},
    {"ffn_up", {"fc1"}, 'f', 'd', false},
    {"ffn_down", {"fc2"}, 'd', 'f', false},
};

static const struct {
    const char *ours, *theirs;
    bool decoder_only;
} norms[] = {
    {"attn_norm", "self_attn_layer_norm", false},
    {"cross_attn_norm", "encoder_attn_layer_norm", true},
    {"ffn_norm", "final_layer_norm", false},
};

static void add_dense(builder *b, const dense *row, const char *ours, const char *theirs,
                      size_t n_out, size_t n_in)
{
    const char *const *parts = row->theirs;
    size_t n = 0;

    while (n < TR_IMPORT_MAX_PARTS && parts[n])
        n++;
    tr_import_tensor *t =
        add(b, TR_IMPORT_MATRIX, tr_import_named("%s.%s", ours, row->ours).text, n * n_out, n_in);
    for (size_t i = 0; i < n; i++) {
        const tr_safetensor *a = require(b, tr_import_named("%s.%s.weight", theirs, parts[i]).text);
        if (fits(b, a, n_out, n_in)) add_part(b, t, a, 0, a->n);
    }
    t = add(b, TR_IMPORT_VECTOR, tr_import_named("%s.%s.bias", ours, row->ours).text, n * n_out, 1);
    for (size_t i = 0; i < n; i++) {
        const tr_safetensor *a = require(b, tr_import_named("%s.%s.bias", theirs, parts[i]).text);
        if (fits(b, a, 1, n_out)) add_part(b, t, a, 0, a->n);
    }
}

static void add_norm(builder *b, const char *ours, const char *theirs)
{
    static const char *const parts[] = {"weight", "bias"};
    const size_t d = b->config->dim;

    for (size_t i = 0; i < 2; i++)
        add_whole(b, TR_IMPORT_VECTOR, tr_import_named("%s.%s", ours, parts[i]).text,
                  require(b, tr_import_named("%s.%s", theirs, parts[i]).text), d, 1);
}

static void add_layer(builder *b, bool decoder, uint32_t i)
{
    const tr_hf_config *c = b->config;
    const size_t ffn = decoder ? c->decoder_ffn : c->encoder_ffn;
    const tr_import_name ours = tr_import_named("%s.blk.%" PRIu32, decoder ? "dec" : "enc", i);
    const tr_import_name theirs =
        tr_import_named("%s%s.layers.%" PRIu32, b->prefix, decoder ? "decoder" : "encoder", i);

    for (size_t k = 0; k < sizeof dense_layers / sizeof *dense_layers; k++) {
        const dense *row = &dense_layers[k];
        if (decoder || !row->decoder_only)
            add_dense(b, row, ours.text, theirs.text, row->n_out == 'f' ? ffn : c->dim,
                      row->n_in == 'f' ? ffn : c->dim);
    }
    for (size_t k = 0; k < sizeof norms / sizeof *norms; k++)
        if (decoder || !norms[k].decoder_only)
            add_norm(b, tr_import_named("%s.%s", ours.text, norms[k].ours).text,
                     tr_import_named("%s.%s", theirs.text, norms[k].theirs).text);
}

static void add_stack(builder *b, bool decoder)
{
    const tr_hf_config *c = b->config;
    const family *f = &families[c->family];
    const char *ours = decoder ? "dec" : "enc";
    const tr_import_name theirs =
        tr_import_named("%s%s", b->prefix, decoder ? "decoder" : "encoder");
    const uint32_t depth = decoder ? c->decoder_depth : c->encoder_depth;

    if (f->embedding_norm)
        add_norm(b, tr_import_named("%s.embd_norm", ours).text,
                 tr_import_named("%s.layernorm_embedding", theirs.text).text);
    for (uint32_t i = 0; i < depth && b->rc == 0; i++)
        add_layer(b, decoder, i);
    if (f->pre_norm)
        add_norm(b, tr_import_named("%s.output_norm", ours).text,
                 tr_import_named("%s.layer_norm", theirs.text).text);
}

/* ---- Embeddings --------------------------------------------------------------------------- */

/* Names of one table.  A file may have it under any of them, or under several. */
enum { SHARED = 1, ENCODER = 2, DECODER = 4, OUTPUT = 8 };

/* The table that is known by the names in `which`, NULL after a failure. */
static const tr_safetensor *find_table(builder *b, unsigned which, size_t rows)
{
    static const char *const names[] = {"shared.weight", "encoder.embed_tokens.weight",
                                        "decoder.embed_tokens.weight", "lm_head.weight"};
    const tr_safetensor *table = NULL;
    const char *first = NULL;

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (!(which & 1u << i)) continue;
        const char *prefix = 1u << i == OUTPUT ? "" : b->prefix;
        const tr_safetensor *t = find(b, tr_import_named("%s%s", prefix, names[i]).text);
        if (!first) first = names[i];
        if (!table)
            table = t;
        else if (t && b->rc == 0 && !tr_safetensors_equal(t, table))
            b->rc = tr_fail(b->err, TR_EFORMAT,
                            "%s: tensors %s and %s differ, but config.json says they are one",
                            b->path, table->name, t->name);
    }
    if (!table) require(b, tr_import_named("%s%s", which == OUTPUT ? "" : b->prefix, first).text);
    return fits(b, table, rows, b->config->dim) ? table : NULL;
}

/* The first `n` of the rows. */
static void add_table(builder *b, const char *ours, unsigned which, size_t rows, size_t n)
{
    const size_t d = b->config->dim;
    const tr_safetensor *t = find_table(b, which, rows);

    if (t) add_part(b, add(b, TR_IMPORT_MATRIX, ours, n, d), t, 0, n * d);
}

static void add_embeddings(builder *b)
{
    const tr_hf_config *c = b->config;
    const tr_config *m = &b->im->config;
    const unsigned both = SHARED | ENCODER | DECODER, output = c->tied_output ? OUTPUT : 0;
    const unsigned source = c->shared_table ? both : ENCODER;
    const unsigned target = c->shared_table ? both : DECODER | output;
    const tr_safetensor *bias = find(b, "final_logits_bias");

    if (c->shared_table && c->tied_output) {
        b->im->ties = "all";
        add_table(b, "token_embd", both | output, c->target_vocab, m->target_vocab);
    } else {
        b->im->ties = c->tied_output ? "target" : "none";
        add_table(b, "source_embd", source, c->source_vocab, m->source_vocab);
        add_table(b, "target_embd", target, c->target_vocab, m->target_vocab);
    }
    if (!c->tied_output) add_table(b, "output", OUTPUT, c->target_vocab, m->target_vocab);
    if (fits(b, bias, 1, c->target_vocab))
        add_part(b, add(b, TR_IMPORT_VECTOR, "output.bias", m->target_vocab, 1), bias, 0,
                 m->target_vocab);
}

/* ---- Positions ---------------------------------------------------------------------------- */

static void marian_positions(const tr_import_tensor *t, float *out)
{
    tr_import_sinusoids(t, (double)(t->n_in / 2), out);
}

static void m2m100_positions(const tr_import_tensor *t, float *out)
{
    tr_import_float_sinusoids(t, POSITION_OFFSET, out);
}

/* `n` rows of a table, from row `offset` on. */
static void add_rows(builder *b, const char *ours, const tr_safetensor *t, size_t offset, size_t n)
{
    const size_t d = b->config->dim;

    add_part(b, add(b, TR_IMPORT_TABLE, ours, n, d), t, offset * d, n * d);
}

/* Tables of the file's, which may be two or one. */
static void add_stored_positions(builder *b, const tr_safetensor *source,
                                 const tr_safetensor *target, size_t offset)
{
    tr_config *m = &b->im->config;

    if (!fits(b, source, 0, b->config->dim) || !fits(b, target, 0, b->config->dim)) return;
    const uint64_t rows = source->dims[0] < target->dims[0] ? source->dims[0] : target->dims[0];
    const uint32_t around = (uint32_t)(tr_config_longest_source(m) - m->max_source);
    if (rows <= offset + around || rows > MAX_POSITIONS) {
        b->rc = tr_fail(b->err, TR_EFORMAT, "%s: tensor %s: has %" PRIu64 " rows", b->path,
                        source->name, rows);
        return;
    }
    m->n_positions = m->max_target = (uint32_t)(rows - offset);
    if (m->max_source > m->n_positions - around) m->max_source = m->n_positions - around;
    if (tr_safetensors_equal(source, target)) {
        add_rows(b, "position.weight", source, offset, m->n_positions);
    } else {
        add_rows(b, "source_position.weight", source, offset, m->n_positions);
        add_rows(b, "target_position.weight", target, offset, m->n_positions);
    }
}

static void add_computed_positions(builder *b)
{
    const tr_hf_config *c = b->config;
    const bool m2m100 = c->family == TR_HF_M2M100;
    tr_config *m = &b->im->config;

    if (c->dim < 4 || c->dim % 2 != 0 || (m2m100 && c->pad != POSITION_OFFSET - 1)) {
        b->rc = tr_fail(b->err, TR_EUNSUPPORTED,
                        "%s: positions of a network of %" PRIu32 " with pad_token_id %" PRId32
                        " are not supported",
                        b->path, c->dim, c->pad);
        return;
    }
    tr_import_lengths(m, m->max_source);
    tr_import_tensor *t = add(b, TR_IMPORT_TABLE, "position.weight", m->n_positions, c->dim);
    if (t) t->compute = m2m100 ? m2m100_positions : marian_positions;
}

/* MarianMT's tables are computed, but a file may hold them, and then they are what counts; of
 * M2M100's, old files have copies under another name. */
static void add_positions(builder *b)
{
    const family *f = &families[b->config->family];
    const char *const sides[] = {"encoder", "decoder"};
    const tr_safetensor *t[2];
    tr_import_name name;

    for (size_t i = 0; i < 2; i++) {
        find(b, tr_import_named("%s%s.embed_positions.weights", b->prefix, sides[i]).text);
        name = tr_import_named("%s%s.embed_positions.weight", b->prefix, sides[i]);
        t[i] = f->learned_positions ? require(b, name.text) : find(b, name.text);
    }
    b->im->config.learned_positions = f->learned_positions;
    if (f->learned_positions)
        add_stored_positions(b, t[0], t[1], POSITION_OFFSET);
    else if (b->config->family == TR_HF_MARIAN && (t[0] || t[1]))
        add_stored_positions(b, t[0] ? t[0] : t[1], t[1] ? t[1] : t[0], 0);
    else
        add_computed_positions(b);
}

int tr_hf_read_slice(void *foreign, const void *array, size_t row_len, size_t row_stride,
                     size_t column_stride, float *out, tr_error *err)
{
    const tr_element_layout layout = {row_len, row_stride, column_stride};
    const slice *s = array;

    (void)foreign;
    return tr_safetensors_floats(s->tensor, s->first, s->n, &layout, out, err);
}

/* ---- The model ---------------------------------------------------------------------------- */

void tr_hf_describe(tr_config *m, const tr_hf_config *c, uint32_t max_source)
{
    m->d_model = c->dim;
    m->heads = c->heads;
    m->encoder_ffn = c->encoder_ffn;
    m->decoder_ffn = c->decoder_ffn;
    m->n_encoder_layers = c->encoder_depth;
    m->n_decoder_layers = c->decoder_depth;
    m->source_vocab = c->source_vocab - (c->zero_pad && c->shared_table);
    m->target_vocab = c->target_vocab - c->zero_pad;
    m->start_id = c->zero_pad ? -1 : c->start;
    m->pre_norm = families[c->family].pre_norm;
    m->activation = c->activation;
    m->epsilon = 1e-5f; /* PyTorch's */
    m->embedding_scale = c->scale_embedding ? sqrtf((float)c->dim) : 1;
    m->beam_size = c->beam_size;
    m->length_penalty = c->length_penalty;
    m->max_source = max_source;
}

static void refuse_others(builder *b)
{
    for (size_t i = 0; i < b->file->n_tensors && b->rc == 0; i++)
        if (!b->used[i])
            b->rc = tr_fail(b->err, TR_EFORMAT,
                            "%s: tensor %s has no place in the network that config.json describes",
                            b->path, b->file->tensors[i].name);
}

int tr_hf_add_tensors(tr_import *im, const tr_hf_config *c, const tr_safetensors *file,
                      tr_error *err)
{
    static const char any[] = "model.encoder.layers.0.fc1.weight";
    builder b = {.im = im, .file = file, .config = c, .err = err, .path = file->shards[0].path};

    b.prefix = tr_safetensors_find(file, any) ? "model." : "";
    b.used = calloc(file->n_tensors + 1, sizeof *b.used);
    if (!b.used) return tr_fail_memory(err);
    add_embeddings(&b);
    add_positions(&b);
    add_stack(&b, false);
    add_stack(&b, true);
    refuse_others(&b);
    free(b.used);
    return b.rc;
}
