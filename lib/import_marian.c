/*
 * import_marian.c - Marian's `type: transformer` in .npz files.
 *
 * The parameters that the options ask for are listed one by one, each with its shape; what the
 * file has besides is refused, so that nothing that would change a translation is passed over.
 */
#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "import.h"
#include "marian_config.h"
#include "npz.h"

enum { MAX_POSITIONS = 1000000 };

/* A name put together where it is needed. */
typedef struct tensor_name {
    char text[TR_GGUF_MAX_NAME + 1];
} tensor_name;

/* Steps behind a failure do nothing, so that the lists of parameters read plainly. */
typedef struct builder {
    tr_import *im;
    tr_npz *npz;
    bool *used; /* [npz->n_arrays] */
    tr_marian_config config;
    tr_error *err;
    int rc;
} builder;

#if defined(__GNUC__)
static tensor_name named(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
#endif

static tensor_name named(const char *fmt, ...)
{
    tensor_name out;
    va_list ap;

    va_start(ap, fmt);
    const int n = vsnprintf(out.text, sizeof out.text, fmt, ap);
    va_end(ap);
    assert(n >= 0 && (size_t)n < sizeof out.text);
    (void)n;
    return out;
}

static const char *path_of(const builder *b)
{
    return b->npz->zip.path;
}

static bool has(const builder *b, const char *name)
{
    return tr_npz_find(b->npz, name) != NULL;
}

static const tr_npy *require(builder *b, const char *name)
{
    if (b->rc < 0) return NULL;
    const tr_npy *a = tr_npz_find(b->npz, name);
    if (a)
        b->used[a - b->npz->arrays] = true;
    else
        b->rc = tr_fail(b->err, TR_EFORMAT, "%s: tensor %s is missing", path_of(b), name);
    return a;
}

/* The array [rows, columns], or [columns] for one row; `rows` 0 for any number of them. */
static const tr_npy *take(builder *b, const char *name, size_t rows, size_t columns)
{
    char shape[120] = "";
    size_t n = 0;

    const tr_npy *a = require(b, name);
    if (!a) return NULL;
    if (a->kind != 'f') {
        b->rc = tr_fail(b->err, TR_EUNSUPPORTED, "%s: tensor %s: does not hold floats", path_of(b),
                        name);
        return NULL;
    }
    if (a->n_dims == 2 && (!rows || a->dims[0] == rows) && a->dims[1] == columns) return a;
    if (a->n_dims == 1 && rows == 1 && a->dims[0] == columns) return a;
    for (unsigned i = 0; i < a->n_dims; i++)
        n += (size_t)snprintf(shape + n, sizeof shape - n, "%s%" PRIu64, i ? ", " : "", a->dims[i]);
    if (rows)
        b->rc = tr_fail(b->err, TR_EFORMAT, "%s: tensor %s: is [%s], expected [%zu, %zu]",
                        path_of(b), name, shape, rows, columns);
    else
        b->rc = tr_fail(b->err, TR_EFORMAT, "%s: tensor %s: is [%s], expected rows of %zu",
                        path_of(b), name, shape, columns);
    return NULL;
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
    const tr_npy *a = take(b, theirs, vector ? 1 : n_out, vector ? n_out : n_in);
    tr_import_tensor *t = add(b, kind, ours, n_out, n_in);
    if (t) t->part[t->n_parts++] = (tr_import_part){.array = a, .by_input = vector};
}

/* What `which` names of a block, letter by letter: for "qkv", PREFIX_Wq, PREFIX_Wk and PREFIX_Wv
 * side by side, each [n_in, n_out]; or with 'b', their biases. */
static void add_parts(builder *b, int kind, const char *ours, const char *prefix, char letter,
                      const char *which, size_t n_out, size_t n_in)
{
    const tr_npy *part[TR_IMPORT_MAX_PARTS] = {0};
    const size_t n = strlen(which);

    for (size_t i = 0; i < n; i++)
        part[i] = take(b, named("%s_%c%c", prefix, letter, which[i]).text, n_in, n_out);
    tr_import_tensor *t = add(b, kind, ours, n * n_out, n_in);
    for (size_t i = 0; t && i < n; i++)
        t->part[t->n_parts++] = (tr_import_part){.array = part[i], .by_input = true};
}

static void add_dense(builder *b, const char *ours, const char *prefix, const char *which,
                      size_t n_out, size_t n_in)
{
    add_parts(b, TR_IMPORT_MATRIX, ours, prefix, 'W', which, n_out, n_in);
    add_parts(b, TR_IMPORT_VECTOR, named("%s.bias", ours).text, prefix, 'b', which, n_out, 1);
}

/* `suffix` is "_pre" for a norm that stands in front of its block. */
static void add_norm(builder *b, const char *ours, const char *prefix, const char *suffix)
{
    add_whole(b, TR_IMPORT_VECTOR, named("%s.weight", ours).text,
              named("%s_ln_scale%s", prefix, suffix).text, b->config.dim, 1);
    add_whole(b, TR_IMPORT_VECTOR, named("%s.bias", ours).text,
              named("%s_ln_bias%s", prefix, suffix).text, b->config.dim, 1);
}

static void add_attention(builder *b, const char *ours, const char *prefix, bool fused)
{
    const size_t d = b->config.dim;

    if (fused) {
        add_dense(b, named("%s_qkv", ours).text, prefix, "qkv", d, d);
    } else {
        add_dense(b, named("%s_q", ours).text, prefix, "q", d, d);
        add_dense(b, named("%s_kv", ours).text, prefix, "kv", d, d);
    }
    add_dense(b, named("%s_out", ours).text, prefix, "o", d, d);
    add_norm(b, named("%s_norm", ours).text, named("%s_Wo", prefix).text,
             b->config.pre_norm ? "_pre" : "");
}

/* Layer `i` of the file, from 0, with the parameters of Marian's layer `number`, from 1. */
static void add_layer(builder *b, bool decoder, uint32_t i, uint32_t number)
{
    const tr_marian_config *c = &b->config;
    const size_t ffn = decoder ? c->decoder_ffn : c->encoder_ffn;
    const tensor_name ours = named("%s.blk.%" PRIu32, decoder ? "dec" : "enc", i);
    const tensor_name theirs = named("%s_l%" PRIu32, decoder ? "decoder" : "encoder", number);

    add_attention(b, named("%s.attn", ours.text).text, named("%s_self", theirs.text).text,
                  !c->norm_query_only);
    if (decoder)
        add_attention(b, named("%s.cross_attn", ours.text).text,
                      named("%s_context", theirs.text).text, false);
    const tensor_name prefix = named("%s_ffn", theirs.text);
    add_dense(b, named("%s.ffn_up", ours.text).text, prefix.text, "1", ffn, c->dim);
    add_dense(b, named("%s.ffn_down", ours.text).text, prefix.text, "2", c->dim, ffn);
    add_norm(b, named("%s.ffn_norm", ours.text).text, named("%s_ffn", prefix.text).text,
             c->pre_norm ? "_pre" : "");
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
    const tr_npy *a = take(b, legacy, d, n);
    tr_import_tensor *t = add(b, TR_IMPORT_MATRIX, "output", n, d);
    if (t) t->part[t->n_parts++] = (tr_import_part){.array = a, .by_input = true};
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

/* The table decides, not transformer-train-position-embeddings, which Marian's own decoder does
 * not look at for this type of model.  With it, embeddings are not scaled. */
static void add_positions(builder *b)
{
    const uint32_t max_source = (uint32_t)b->im->options->max_source;
    tr_nmt *m = &b->im->network;
    const size_t d = b->config.dim;

    m->learned_positions = has(b, "Wpos");
    if (!m->learned_positions) {
        m->embedding_scale = sqrtf((float)d);
        tr_import_lengths(m, max_source);
        tr_import_tensor *t = add(b, TR_IMPORT_TABLE, "position.weight", m->n_positions, d);
        if (t) t->compute = tr_import_marian_sinusoids;
        return;
    }
    const tr_npy *a = take(b, "Wpos", 0, d);
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

/* Parameters that only other ways to compute the same use: an approximate search for the output
 * words, and how far int8 arithmetic may round activations. */
static bool is_dispensable(const char *name)
{
    static const char alpha[] = "_QuantMultA";
    const size_t len = strlen(name), n = sizeof alpha - 1;

    return !strncmp(name, "lsh_output_", 11) || (len > n && !strcmp(name + len - n, alpha));
}

static void refuse_others(builder *b)
{
    for (size_t i = 0; i < b->npz->n_arrays && b->rc == 0; i++) {
        const char *theirs = b->npz->arrays[i].name;
        if (!b->used[i] && !is_dispensable(theirs))
            b->rc = tr_fail(b->err, TR_EFORMAT,
                            "%s: tensor %s has no place in the network that special:model.yml "
                            "describes",
                            path_of(b), theirs);
    }
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
    const tr_npy *a = require(b, yml);
    if (!a) return;
    b->rc = tr_npz_bytes(b->npz, a, &text, b->err);
    if (b->rc < 0) return;
    /* A NUL or more of them follow the text. */
    b->rc = tr_marian_config_read(&b->config, text, strlen(text), path_of(b), b->err);
    free(text);
}

static void describe(builder *b)
{
    const tr_marian_config *c = &b->config;
    tr_nmt *m = &b->im->network;

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
    m->pre_norm = c->pre_norm;
    m->norm_query_only = c->norm_query_only;
    m->activation = c->activation;
    m->epsilon = 1e-6f;
}

static int read_array(void *foreign, const void *array, size_t row_len, size_t row_stride,
                      size_t column_stride, float *out, tr_error *err)
{
    return tr_npz_floats(foreign, array, row_len, row_stride, column_stride, out, err);
}

static void close_npz(void *foreign)
{
    tr_npz_close(foreign);
    free(foreign);
}

int tr_import_marian(tr_import *im, const char *path, tr_error *err)
{
    builder b = {.im = im, .err = err};

    b.npz = malloc(sizeof *b.npz);
    if (!b.npz) return tr_fail_memory(err);
    b.rc = tr_npz_open(b.npz, path, err);
    if (b.rc < 0) {
        free(b.npz);
        return b.rc;
    }
    im->foreign = b.npz;
    im->read = read_array;
    im->close = close_npz;
    b.used = calloc(b.npz->n_arrays + 1, sizeof *b.used);
    if (!b.used) b.rc = tr_fail_memory(err);
    read_config(&b);
    if (b.rc == 0) {
        describe(&b);
        add_network(&b);
        refuse_others(&b);
    }
    free(b.used);
    return b.rc;
}

static bool is_npz(const char *input)
{
    const size_t len = strlen(input);
    return len > 4 && !strcmp(input + len - 4, ".npz");
}

static int open_file(tr_import *im, const tr_convert_options *options, tr_error *err)
{
    return tr_import_marian(im, options->input, err);
}

const tr_importer tr_marian_importer = {.name = "marian", .recognises = is_npz, .open = open_file};
