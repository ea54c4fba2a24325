/*
 * marian.c - Marian's `type: transformer`.
 *
 * The parameters that the options ask for are listed one by one, each with its shape; what the
 * file has besides is refused, so that nothing that would change a translation is passed over.
 */
#include "import/marian/marian.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "import/marian/marian_config.h"
#include "import/marian/marian_file.h"
#include "import/shared/positions.h"

enum { MAX_CONFIG = 1 << 20 };

static const char yml[] = "special:model.yml";

/* As tr_tensor_naming has it: layer 1 of the encoder has encoder_l1_self_Wq and encoder_l1_self_bq.
 * Norms before a block, with "_pre", go by another name than norms after it. */
static const tr_tensor_naming naming = {
    .weight = "W",
    .bias = "b",
    .gain = "scale",
    .shift = "bias",
    .by_input = true,
    .layer = {{TR_ATTN_QKV, {"self_*q", "self_*k", "self_*v"}},
              {TR_ATTN_Q, {"self_*q"}},
              {TR_ATTN_KV, {"self_*k", "self_*v"}},
              {TR_ATTN_OUT, {"self_*o"}},
              {TR_ATTN_NORM, {"self_Wo_ln_*", "self_Wo_ln_*_pre"}},
              {TR_SSRU, {"rnn_W", "rnn_*f"}}, /* the forget gate's alone has a bias */
              {TR_SSRU_NORM, {"rnn_ffn_ln_*", "rnn_ln_*_pre"}},
              {TR_CROSS_ATTN_Q, {"context_*q"}},
              {TR_CROSS_ATTN_KV, {"context_*k", "context_*v"}},
              {TR_CROSS_ATTN_OUT, {"context_*o"}},
              {TR_CROSS_ATTN_NORM, {"context_Wo_ln_*", "context_Wo_ln_*_pre"}},
              {TR_FFN_UP, {"ffn_*1"}},
              {TR_FFN_DOWN, {"ffn_*2"}},
              {TR_FFN_NORM, {"ffn_ffn_ln_*", "ffn_ffn_ln_*_pre"}}},
};

static bool has_array(const tr_tensor_builder *b, const char *name)
{
    return tr_foreign_find(b->im->foreign, name) != NULL;
}

/* ---- The network --------------------------------------------------------------------------- */

static void add_output(tr_tensor_builder *b)
{
    /* Early files hold the matrix the other way round, under another name. */
    static const char usual[] = "decoder_ff_logit_out_Wt", legacy[] = "decoder_ff_logit_out_W";
    const size_t n = b->im->config.target_vocab, d = b->im->config.d_model;

    if (!has_array(b, legacy)) {
        tr_tensor_builder_add_whole(b, TR_IMPORT_MATRIX, "output", usual, n, d);
        return;
    }
    const tr_foreign_array *a = tr_tensor_builder_require(b, legacy);
    if (tr_tensor_builder_fits(b, a, d, n))
        tr_tensor_builder_add_part(b, tr_tensor_builder_add(b, TR_IMPORT_MATRIX, "output", n, d), a,
                                   0, true);
}

static void add_marian_embeddings(tr_tensor_builder *b, const tr_marian_config *c)
{
    tr_config *m = &b->im->config;
    const char *source = c->shared_table ? "Wemb" : "encoder_Wemb";
    const char *target = c->shared_table ? "Wemb" : "decoder_Wemb";

    if (c->shared_table && c->tied_output) {
        m->ties = TR_TIES_ALL;
        tr_tensor_builder_add_whole(b, TR_IMPORT_MATRIX, "token_embd", source, m->source_vocab,
                                    m->d_model);
    } else {
        m->ties = c->tied_output ? TR_TIES_TARGET : TR_TIES_NONE;
        tr_tensor_builder_add_whole(b, TR_IMPORT_MATRIX, "source_embd", source, m->source_vocab,
                                    m->d_model);
        tr_tensor_builder_add_whole(b, TR_IMPORT_MATRIX, "target_embd", target, m->target_vocab,
                                    m->d_model);
    }
    if (!c->tied_output) add_output(b);
    if (c->output_bias)
        tr_tensor_builder_add_whole(b, TR_IMPORT_VECTOR, "output.bias", "decoder_ff_logit_out_b",
                                    m->target_vocab, 1);
}

/* Wavelengths from 2 pi to 10000 * 2 pi, both included. */
static void compute_marian_positions(const tr_import_tensor *t, float *out)
{
    tr_positions_sinusoids(t, (double)(t->n_in / 2 - 1), out);
}

/* The table decides, not transformer-train-position-embeddings, which Marian's own decoder does
 * not look at for this type of model.  With it, embeddings are not scaled. */
static void add_marian_positions(tr_tensor_builder *b)
{
    tr_config *m = &b->im->config;

    const bool learned = has_array(b, "Wpos");

    m->positions = learned ? TR_POSITIONS_LEARNED : TR_POSITIONS_SINES;
    m->embedding_scale = learned ? 1 : sqrtf((float)m->d_model);
    if (learned) {
        const tr_foreign_array *a = tr_tensor_builder_require(b, "Wpos");
        tr_positions_stored(b, &(tr_position_tables){.source = a, .target = a});
    } else {
        tr_positions_computed(b, compute_marian_positions);
    }
}

/* Layers of one side; the decoder's may share parameters. */
static void add_marian_layers(tr_tensor_builder *b, const tr_marian_config *c, bool decoder)
{
    const tr_config *m = &b->im->config;
    const uint32_t depth = decoder ? m->n_decoder_layers : m->n_encoder_layers;

    for (uint32_t i = 0; i < depth; i++)
        tr_tensor_builder_add_layer(
            b, decoder, tr_import_named("%s.blk.%" PRIu32, decoder ? "dec" : "enc", i).text,
            tr_import_named("%s_l%" PRIu32 "_", decoder ? "decoder" : "encoder",
                            decoder ? c->layer[i] : i + 1)
                .text);
    if (c->top_norm)
        tr_tensor_builder_add_norm(b, decoder ? "dec.output_norm" : "enc.output_norm",
                                   decoder ? "decoder_top_ln_*" : "encoder_top_ln_*");
}

static void add_marian_network(tr_tensor_builder *b, const tr_marian_config *c)
{
    add_marian_embeddings(b, c);
    add_marian_positions(b);
    if (c->embedding_norm) {
        tr_tensor_builder_add_norm(b, "enc.embd_norm", "encoder_emb_ln_*_pre");
        tr_tensor_builder_add_norm(b, "dec.embd_norm", "decoder_emb_ln_*_pre");
    }
    add_marian_layers(b, c, false);
    add_marian_layers(b, c, true);
}

/* ---- What is left over --------------------------------------------------------------------- */

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

/* Arrays of another way to compute the same. */
static void pass_over_others(tr_tensor_builder *b)
{
    const tr_foreign *f = b->im->foreign;
    bool alphas = false, search = false;

    for (size_t i = 0; i < f->n; i++) {
        tr_foreign_array *a = &f->arrays[i];
        alphas |= !a->used && is_alpha(a->name);
        search |= !a->used && is_search(a->name);
        a->used |= is_alpha(a->name) || is_search(a->name);
    }
    tr_tensor_builder_refuse_unused(b, TR_EFORMAT, "the network that special:model.yml describes");
    if (b->rc < 0) return;
    if (alphas) tr_import_note(b->im, "%s: activation scales are left out", f->path);
    if (search) tr_import_note(b->im, "%s: lsh_output_* is left out", f->path);
}

/* ---- The model ----------------------------------------------------------------------------- */

static int read_embedded_config(tr_tensor_builder *b, tr_marian_config *c)
{
    const char *path = b->im->foreign->path;
    char *text;

    const tr_foreign_array *a = tr_tensor_builder_find(b, yml);
    if (!a)
        return tr_fail(b->err, TR_EFORMAT, "%s: is not a Marian model: it has no %s", path, yml);
    int rc = tr_marian_text(b->im, a, MAX_CONFIG, &text, b->err);
    /* A NUL or more of them follow the text. */
    if (rc == 0) rc = tr_marian_config_read(&b->im->config, c, text, strlen(text), path, b->err);
    free(text);
    return rc;
}

/* `data` NULL: what is at `path`. */
static int import(tr_import *im, const unsigned char *data, size_t size, const char *path,
                  tr_error *err)
{
    tr_tensor_builder b = {.im = im, .naming = &naming, .err = err};
    tr_marian_config config;

    b.rc = tr_marian_open(im, data, size, path, err);
    if (b.rc == 0) b.rc = read_embedded_config(&b, &config);
    if (b.rc < 0) return b.rc;
    add_marian_network(&b, &config);
    pass_over_others(&b);
    return b.rc;
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

static int open_marian_file(tr_import *im, tr_error *err)
{
    return import(im, NULL, 0, im->options->input, err);
}

const tr_importer tr_marian_importer = {
    .name = "marian", .recognises = is_marian, .open = open_marian_file};
