/*
 * marian.c - Marian's `type: transformer`.
 *
 * The parameters that the options ask for are listed one by one, each with its shape; what the
 * file has besides is refused, so that nothing that would change a translation is passed over.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "import/importer.h"
#include "import/marian_config.h"
#include "import/marian_file.h"

enum { MAX_POSITIONS = 1000000, MAX_CONFIG = 1 << 20 };

/* Steps behind a failure do nothing, so that the lists of parameters read plainly. */
typedef struct builder {
    tr_import *im;
    const tr_marian_file *file;
    bool *used; /* [file->n_arrays] */
    tr_marian_config config;
    tr_error *err;
    int rc;
} builder;

static const char *path_of(const builder *b)
{
    return b->file->path;
}

static bool has(const builder *b, const char *name)
{
    return tr_marian_find(b->file, name) != NULL;
}

static const tr_marian_array *require(builder *b, const char *name)
{
    if (b->rc < 0) return NULL;
    const tr_marian_array *a = tr_marian_find(b->file, name);
    if (a)
        b->used[a - b->file->arrays] = true;
    else
        b->rc = tr_fail(b->err, TR_EFORMAT, "%s: tensor %s is missing", path_of(b), name);
    return a;
}

/* Whether the array's numbers can be read. */
static bool is_readable(builder *b, const tr_marian_array *a)
{
    if (a->type == TR_MARIAN_FLOATS || a->type == TR_MARIAN_S8 || a->type == TR_MARIAN_S16)
        return true;
    if (a->type == TR_MARIAN_PACKED)
        b->rc = tr_fail(b->err, TR_EUNSUPPORTED,
                        "%s: tensor %s: is laid out for one kind of CPU (%s): convert the float32 "
                        "model with marian-conv --gemm-type intgemm8",
                        path_of(b), a->name, a->type_name);
    else
        b->rc = tr_fail(b->err, TR_EUNSUPPORTED, "%s: tensor %s: holds %s, not floats", path_of(b),
                        a->name, a->type_name);
    return false;
}

/* The array [rows, columns], or [columns] for one row; `rows` 0 for any number of them. */
static const tr_marian_array *take(builder *b, const char *name, size_t rows, size_t columns)
{
    const tr_marian_array *a = require(b, name);

    if (!a || !is_readable(b, a)) return NULL;
    if (a->type == TR_MARIAN_S16) b->im->prefers_float32 = true;
    if (a->n_dims == 2 && (!rows || a->dims[0] == rows) && a->dims[1] == columns) return a;
    if (a->n_dims == 1 && rows == 1 && a->dims[0] == columns) return a;
    const tr_import_shape is = {a->n_dims, a->dims};
    b->rc = tr_import_fail_shape(path_of(b), a->name, is, rows, columns, b->err);
    return NULL;
}

static tr_import_part part_of(const tr_marian_array *a, bool by_input)
{
    return (tr_import_part){
        .array = a, .by_input = by_input, .is_s8 = a && a->type == TR_MARIAN_S8};
}

static tr_import_tensor *add(builder *b, int kind, const char *name, size_t n_out, size_t n_in)
{
    if (b->rc < 0) return NULL;
    tr_import_tensor *t = tr_import_add(b->im, kind, name, n_out, n_in);
    if (!t) b->rc = tr_fail_memory(b->err);
    return t;
}

/* One array as it is. */
static void add_whole(builder *b, int kind, const char *ours, const char *theirs, size_t n_out,
                      size_t n_in)
{
    const bool vector = kind == TR_IMPORT_VECTOR;
    const tr_marian_array *a = take(b, theirs, vector ? 1 : n_out, vector ? n_out : n_in);
    tr_import_tensor *t = add(b, kind, ours, n_out, n_in);
    if (t) t->part[t->n_parts++] = part_of(a, vector);
}

/* What `which` names of a block, letter by letter: for "qkv", PREFIX_Wq, PREFIX_Wk and PREFIX_Wv
 * side by side, each [n_in, n_out]; or with 'b', their biases. */
static void add_parts(builder *b, int kind, const char *ours, const char *prefix, char letter,
                      const char *which, size_t n_out, size_t n_in)
{
    const tr_marian_array *part[TR_IMPORT_MAX_PARTS] = {0};
    const size_t n = strlen(which);

    for (size_t i = 0; i < n; i++)
        part[i] = take(b, tr_import_named("%s_%c%c", prefix, letter, which[i]).text, n_in, n_out);
    tr_import_tensor *t = add(b, kind, ours, n * n_out, n_in);
    for (size_t i = 0; t && i < n; i++)
        t->part[t->n_parts++] = part_of(part[i], true);
}

/* Two arrays of d outputs each; the first may be NULL, for zeros. */
static void add_pair(builder *b, int kind, const char *ours, const tr_marian_array *first,
                     const tr_marian_array *second, size_t n_in)
{
    tr_import_tensor *t = add(b, kind, ours, 2 * (size_t)b->config.dim, n_in);
    if (!t) return;
    t->part[0] = part_of(first, true);
    t->part[1] = part_of(second, true);
    t->n_parts = 2;
}

static void add_dense(builder *b, const char *ours, const char *prefix, const char *which,
                      size_t n_out, size_t n_in)
{
    add_parts(b, TR_IMPORT_MATRIX, ours, prefix, 'W', which, n_out, n_in);
    add_parts(b, TR_IMPORT_VECTOR, tr_import_named("%s.bias", ours).text, prefix, 'b', which, n_out,
              1);
}

/* `suffix` is "_pre" for a norm that stands in front of its block. */
static void add_norm(builder *b, const char *ours, const char *prefix, const char *suffix)
{
    add_whole(b, TR_IMPORT_VECTOR, tr_import_named("%s.weight", ours).text,
              tr_import_named("%s_ln_scale%s", prefix, suffix).text, b->config.dim, 1);
    add_whole(b, TR_IMPORT_VECTOR, tr_import_named("%s.bias", ours).text,
              tr_import_named("%s_ln_bias%s", prefix, suffix).text, b->config.dim, 1);
}

static void add_attention(builder *b, const char *ours, const char *prefix, bool fused)
{
    const size_t d = b->config.dim;

    if (fused) {
        add_dense(b, tr_import_named("%s_qkv", ours).text, prefix, "qkv", d, d);
    } else {
        add_dense(b, tr_import_named("%s_q", ours).text, prefix, "q", d, d);
        add_dense(b, tr_import_named("%s_kv", ours).text, prefix, "kv", d, d);
    }
    add_dense(b, tr_import_named("%s_out", ours).text, prefix, "o", d, d);
    add_norm(b, tr_import_named("%s_norm", ours).text, tr_import_named("%s_Wo", prefix).text,
             b->config.pre_norm ? "_pre" : "");
}

/* W, which has no bias, and Wf, the forget gate's, one below the other. */
static void add_ssru(builder *b, const char *ours, const char *prefix)
{
    const size_t d = b->config.dim;
    const tr_marian_array *w = take(b, tr_import_named("%s_W", prefix).text, d, d);
    const tr_marian_array *wf = take(b, tr_import_named("%s_Wf", prefix).text, d, d);
    const tr_marian_array *bf = take(b, tr_import_named("%s_bf", prefix).text, 1, d);

    add_pair(b, TR_IMPORT_MATRIX, ours, w, wf, d);
    add_pair(b, TR_IMPORT_VECTOR, tr_import_named("%s.bias", ours).text, NULL, bf, 1);
    if (b->config.pre_norm)
        add_norm(b, tr_import_named("%s_norm", ours).text, prefix, "_pre");
    else
        add_norm(b, tr_import_named("%s_norm", ours).text, tr_import_named("%s_ffn", prefix).text,
                 "");
}

/* Layer `i` of the file, from 0, with the parameters of Marian's layer `number`, from 1. */
static void add_layer(builder *b, bool decoder, uint32_t i, uint32_t number)
{
    const tr_marian_config *c = &b->config;
    const size_t ffn = decoder ? c->decoder_ffn : c->encoder_ffn;
    const tr_import_name ours = tr_import_named("%s.blk.%" PRIu32, decoder ? "dec" : "enc", i);
    const tr_import_name theirs =
        tr_import_named("%s_l%" PRIu32, decoder ? "decoder" : "encoder", number);

    if (decoder && c->ssru)
        add_ssru(b, tr_import_named("%s.ssru", ours.text).text,
                 tr_import_named("%s_rnn", theirs.text).text);
    else
        add_attention(b, tr_import_named("%s.attn", ours.text).text,
                      tr_import_named("%s_self", theirs.text).text, !c->norm_query_only);
    if (decoder)
        add_attention(b, tr_import_named("%s.cross_attn", ours.text).text,
                      tr_import_named("%s_context", theirs.text).text, false);
    const tr_import_name prefix = tr_import_named("%s_ffn", theirs.text);
    add_dense(b, tr_import_named("%s.ffn_up", ours.text).text, prefix.text, "1", ffn, c->dim);
    add_dense(b, tr_import_named("%s.ffn_down", ours.text).text, prefix.text, "2", c->dim, ffn);
    add_norm(b, tr_import_named("%s.ffn_norm", ours.text).text,
             tr_import_named("%s_ffn", prefix.text).text, c->pre_norm ? "_pre" : "");
}

static void add_output(builder *b)
{
    /* Early files hold the matrix the other way round, under another name. */
    static const char usual[] = "decoder_ff_logit_out_Wt", legacy[] = "decoder_ff_logit_out_W";
    const size_t n = b->config.target_vocab, d = b->config.dim;

    if (!has(b, legacy)) {
        add_whole(b, TR_IMPORT_MATRIX, "output", usual, n, d);
        return;
    }
    const tr_marian_array *a = take(b, legacy, d, n);
    tr_import_tensor *t = add(b, TR_IMPORT_MATRIX, "output", n, d);
    if (t) t->part[t->n_parts++] = part_of(a, true);
}

static void add_embeddings(builder *b)
{
    const tr_marian_config *c = &b->config;
    const char *source = c->shared_table ? "Wemb" : "encoder_Wemb";
    const char *target = c->shared_table ? "Wemb" : "decoder_Wemb";

    if (c->shared_table && c->tied_output) {
        b->im->ties = "all";
        add_whole(b, TR_IMPORT_MATRIX, "token_embd", source, c->source_vocab, c->dim);
    } else {
        b->im->ties = c->tied_output ? "target" : "none";
        add_whole(b, TR_IMPORT_MATRIX, "source_embd", source, c->source_vocab, c->dim);
        add_whole(b, TR_IMPORT_MATRIX, "target_embd", target, c->target_vocab, c->dim);
    }
    if (!c->tied_output) add_output(b);
    if (c->output_bias)
        add_whole(b, TR_IMPORT_VECTOR, "output.bias", "decoder_ff_logit_out_b", c->target_vocab, 1);
}

/* Wavelengths from 2 pi to 10000 * 2 pi, both included. */
static void compute_positions(const tr_import_tensor *t, float *out)
{
    tr_import_sinusoids(t, (double)(t->n_in / 2 - 1), out);
}

/* The table decides, not transformer-train-position-embeddings, which Marian's own decoder does
 * not look at for this type of model.  With it, embeddings are not scaled. */
static void add_positions(builder *b)
{
    const uint32_t max_source = (uint32_t)b->im->options->max_source;
    tr_config *m = &b->im->config;
    const size_t d = b->config.dim;

    m->learned_positions = has(b, "Wpos");
    if (!m->learned_positions) {
        m->embedding_scale = sqrtf((float)d);
        tr_import_lengths(m, max_source);
        tr_import_tensor *t = add(b, TR_IMPORT_TABLE, "position.weight", m->n_positions, d);
        if (t) t->compute = compute_positions;
        return;
    }
    const tr_marian_array *a = take(b, "Wpos", 0, d);
    if (!a) return;
    if (a->dims[0] < 2 || a->dims[0] > MAX_POSITIONS) {
        b->rc = tr_fail(b->err, TR_EFORMAT, "%s: tensor Wpos: has %" PRIu64 " rows", path_of(b),
                        a->dims[0]);
        return;
    }
    m->embedding_scale = 1;
    m->n_positions = m->max_target = (uint32_t)a->dims[0];
    m->max_source = max_source < m->n_positions ? max_source : m->n_positions - 1;
    add_whole(b, TR_IMPORT_TABLE, "position.weight", "Wpos", m->n_positions, d);
}

static void add_network(builder *b)
{
    const tr_marian_config *c = &b->config;

    add_embeddings(b);
    add_positions(b);
    if (c->embedding_norm) {
        add_norm(b, "enc.embd_norm", "encoder_emb", "_pre");
        add_norm(b, "dec.embd_norm", "decoder_emb", "_pre");
    }
    for (uint32_t i = 0; i < c->encoder_depth; i++)
        add_layer(b, false, i, i + 1);
    if (c->top_norm) add_norm(b, "enc.output_norm", "encoder_top", "");
    for (uint32_t i = 0; i < c->decoder_depth; i++)
        add_layer(b, true, i, c->layer[i]);
    if (c->top_norm) add_norm(b, "dec.output_norm", "decoder_top", "");
}

/* How far int8 arithmetic with fixed scales may round activations: ours takes the scale of each. */
static bool is_alpha(const char *name)
{
    static const char alpha[] = "_QuantMultA";
    const size_t len = strlen(name), n = sizeof alpha - 1;

    return len > n && !strcmp(name + len - n, alpha);
}

/* An approximate search for the output words. */
static bool is_search(const char *name)
{
    return !strncmp(name, "lsh_output_", 11);
}

/* What is left over either belongs to another way of computing the same, or is refused. */
static void pass_over_others(builder *b)
{
    bool alphas = false, search = false;

    for (size_t i = 0; i < b->file->n_arrays && b->rc == 0; i++) {
        const char *theirs = b->file->arrays[i].name;
        if (b->used[i]) continue;
        if (!is_alpha(theirs) && !is_search(theirs))
            b->rc = tr_fail(b->err, TR_EFORMAT,
                            "%s: tensor %s has no place in the network that special:model.yml "
                            "describes",
                            path_of(b), theirs);
        alphas = alphas || is_alpha(theirs);
        search = search || is_search(theirs);
    }
    if (b->rc < 0) return;
    if (alphas) tr_import_note(b->im, "%s: activation scales are left out", path_of(b));
    if (search) tr_import_note(b->im, "%s: lsh_output_* is left out", path_of(b));
}

static void read_config(builder *b)
{
    char *text;
    static const char yml[] = "special:model.yml";

    if (b->rc == 0 && !has(b, yml)) {
        b->rc =
            tr_fail(b->err, TR_EFORMAT, "%s: is not a Marian model: it has no %s", path_of(b), yml);
        return;
    }
    const tr_marian_array *a = require(b, yml);
    if (!a) return;
    if (a->type != TR_MARIAN_BYTES || a->n > MAX_CONFIG) {
        b->rc = tr_fail(b->err, TR_EFORMAT, "%s: tensor %s: is not a text", path_of(b), yml);
        return;
    }
    b->rc = tr_marian_bytes(b->file, a, &text, b->err);
    if (b->rc < 0) return;
    /* A NUL or more of them follow the text. */
    b->rc = tr_marian_config_read(&b->config, text, strlen(text), path_of(b), b->err);
    free(text);
}

static void describe(builder *b)
{
    const tr_marian_config *c = &b->config;
    tr_config *m = &b->im->config;

    m->d_model = c->dim;
    m->heads = c->heads;
    m->encoder_ffn = c->encoder_ffn;
    m->decoder_ffn = c->decoder_ffn;
    m->n_encoder_layers = c->encoder_depth;
    m->n_decoder_layers = c->decoder_depth;
    m->source_vocab = c->source_vocab;
    m->target_vocab = c->target_vocab;
    m->eos = 0;
    m->unk = 1;
    m->ssru = c->ssru;
    m->alignment_layer = (int32_t)c->alignment_layer;
    m->pre_norm = c->pre_norm;
    m->norm_query_only = c->norm_query_only;
    m->activation = c->activation;
    m->epsilon = 1e-6f;
}

static int read_array(void *foreign, const void *array, size_t row_len, size_t row_stride,
                      size_t column_stride, float *out, tr_error *err)
{
    return tr_marian_floats(foreign, array, row_len, row_stride, column_stride, out, err);
}

static int read_s8(void *foreign, const tr_import_part *part, size_t share, size_t n_in,
                   int8_t *values, float *scale, tr_error *err)
{
    const size_t row_stride = part->by_input ? 1 : n_in, column_stride = part->by_input ? n_in : 1;

    const int rc =
        tr_marian_s8(foreign, part->array, row_stride, column_stride, values, scale, err);
    for (size_t i = 1; i < share; i++)
        scale[i] = scale[0];
    return rc;
}

static void close_file(void *foreign)
{
    tr_marian_close(foreign);
    free(foreign);
}

/* The file has been opened. */
static int build(tr_import *im, const tr_marian_file *file, tr_error *err)
{
    builder b = {.im = im, .file = file, .err = err};

    b.used = calloc(file->n_arrays + 1, sizeof *b.used);
    if (!b.used) b.rc = tr_fail_memory(err);
    read_config(&b);
    if (b.rc == 0) {
        describe(&b);
        add_network(&b);
        pass_over_others(&b);
    }
    free(b.used);
    return b.rc;
}

/* `data` NULL: what is at `path`. */
static int import(tr_import *im, const unsigned char *data, size_t size, const char *path,
                  tr_error *err)
{
    tr_marian_file *file = malloc(sizeof *file);
    if (!file) return tr_fail_memory(err);
    const int rc =
        data ? tr_marian_open_bytes(file, data, size, path, err) : tr_marian_open(file, path, err);
    if (rc < 0) {
        free(file);
        return rc;
    }
    im->foreign = file;
    im->read = read_array;
    im->read_s8 = read_s8;
    im->close = close_file;
    return build(im, file, err);
}

int tr_import_marian_bytes(tr_import *im, const unsigned char *data, size_t size, const char *path,
                           tr_error *err)
{
    if (!size) return tr_fail(err, TR_EFORMAT, "%s: is empty", path);
    return import(im, data, size, path, err);
}

static int is_marian(const char *input, tr_bundle *inside, tr_error *err)
{
    (void)inside;
    (void)err;
    return tr_ends_in(input, ".npz") || tr_ends_in(input, ".bin");
}

static int open_file(tr_import *im, tr_error *err)
{
    return import(im, NULL, 0, im->options->input, err);
}

const tr_importer tr_marian_importer = {
    .name = "marian", .recognises = is_marian, .open = open_file};
