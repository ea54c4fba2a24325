/*
 * t5_network.c - the network of T5 and its descendants (Raffel et al. 2020).
 *
 * Norms by the root mean square before the blocks, attention without scale and biases, distances
 * in buckets, whose biases the model file has by distance.  A tied output layer's scale goes into
 * the norm before it.
 */
#include "import/shared/t5_network.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "import/shared/positions.h"

typedef struct network {
    tr_tensor_builder b;
    const tr_t5_config *config;
    const tr_t5_names *names;
    const void *first_biases[2]; /* of the first layer of each side, which others may share */
} network;

/* ---- Arrays that are computed with --------------------------------------------------------- */

static void copy_floats(const tr_import_tensor *t, float *out)
{
    memcpy(out, t->data, t->n_out * t->n_in * sizeof *out);
}

/* The floats of an array, with room for `n` in all; NULL after a failure. */
static float *read_array(network *n, const tr_foreign_array *a, size_t room)
{
    tr_tensor_builder *b = &n->b;
    const tr_element_layout layout = {a ? a->n : 1, 0, 1};

    if (b->rc < 0 || !a) return NULL;
    float *x = TR_REGION_TAKE(&b->im->memory, float, room > a->n ? room : a->n);
    if (!x)
        b->rc = tr_fail_memory(b->err);
    else
        b->rc = b->im->foreign->read(b->im->file, a, 0, a->n, &layout, x, b->err);
    return b->rc < 0 ? NULL : x;
}

static void add_computed(network *n, int kind, const char *name, size_t n_out, size_t n_in,
                         const float *x)
{
    tr_import_tensor *t = x ? tr_tensor_builder_add(&n->b, kind, name, n_out, n_in) : NULL;

    if (!t) return;
    t->data = x;
    t->compute = copy_floats;
}

/* ---- Distances ----------------------------------------------------------------------------- */

/* The bucket of a distance, in the arithmetic of transformers: half of them have one distance
 * each, the others grow with its logarithm. */
static uint32_t bucket_of(uint32_t distance, uint32_t buckets, uint32_t most)
{
    const uint32_t exact = buckets / 2;

    if (distance < exact) return distance;
    const float share =
        logf((float)distance / (float)exact) / (float)log((double)most / (double)exact);
    const uint32_t bucket = exact + (uint32_t)(share * (float)(buckets - exact));
    return bucket < buckets - 1 ? bucket : buckets - 1;
}

/* The bucket that row `i` of the `n` biases of a side stands for.  The encoder has one half of the
 * buckets for what comes after a token. */
static uint32_t bucket_of_row(const tr_t5_config *c, bool decoder, size_t i, size_t n)
{
    const uint32_t half = c->buckets / 2;

    if (decoder) return bucket_of((uint32_t)(n - 1 - i), c->buckets, c->max_distance);
    if (i <= n / 2) return bucket_of((uint32_t)(n / 2 - i), half, c->max_distance);
    return half + bucket_of((uint32_t)(i - n / 2), half, c->max_distance);
}

static void add_biases(network *n, bool decoder, uint32_t layer)
{
    const tr_t5_config *c = n->config;
    tr_tensor_builder *b = &n->b;
    const size_t heads = b->im->config.heads;
    const size_t rows = decoder ? (size_t)c->max_distance + 1 : 2 * (size_t)c->max_distance + 1;
    const bool by_head = n->names->biases_by_head;
    const tr_import_name name = tr_import_named(
        "%s%s",
        tr_import_named(decoder ? n->names->decoder_layer : n->names->encoder_layer, layer).text,
        decoder ? n->names->decoder_bias : n->names->encoder_bias);

    const tr_foreign_array *own = tr_foreign_find(b->im->foreign, name.text);
    if (layer && (!own || own->member == n->first_biases[decoder])) return;
    const tr_foreign_array *a = tr_tensor_builder_require(b, name.text);
    if (!layer && a) n->first_biases[decoder] = a->member;
    if (!tr_tensor_builder_fits(b, a, by_head ? heads : c->buckets, by_head ? c->buckets : heads))
        return;
    const float *x = read_array(n, a, 0);
    float *table = TR_REGION_TAKE(&b->im->memory, float, rows *heads);
    if (b->rc == 0 && !table) b->rc = tr_fail_memory(b->err);
    if (!x || !table) return;
    for (size_t i = 0; i < rows; i++) {
        const size_t bucket = bucket_of_row(c, decoder, i, rows);
        for (size_t h = 0; h < heads; h++)
            table[i * heads + h] = by_head ? x[h * c->buckets + bucket] : x[bucket * heads + h];
    }
    add_computed(
        n, TR_IMPORT_TABLE,
        tr_import_named("%s.blk.%" PRIu32 ".attn_bias", decoder ? "dec" : "enc", layer).text, rows,
        heads, table);
}

/* ---- Stacks -------------------------------------------------------------------------------- */

static void pass_over(const network *n, const char *layer)
{
    for (size_t i = 0; i < 2 && n->names->unused[i]; i++)
        tr_tensor_builder_find(&n->b, tr_import_named("%s%s", layer, n->names->unused[i]).text);
}

static void add_stack(network *n, bool decoder)
{
    tr_tensor_builder *b = &n->b;
    const tr_config *m = &b->im->config;
    const char *ours = decoder ? "dec" : "enc";
    const char *pattern = decoder ? n->names->decoder_layer : n->names->encoder_layer;

    b->naming = decoder ? &n->names->decoder : &n->names->encoder;
    for (uint32_t i = 0; i < (decoder ? m->n_decoder_layers : m->n_encoder_layers); i++) {
        const tr_import_name theirs = tr_import_named(pattern, i);
        tr_tensor_builder_add_layer(b, decoder, tr_import_named("%s.blk.%" PRIu32, ours, i).text,
                                    theirs.text);
        add_biases(n, decoder, i);
        if (decoder) pass_over(n, theirs.text);
    }
}

/* The norm after a stack; the decoder's has the scale of the output layer. */
static void add_stack_norm(network *n, bool decoder)
{
    tr_tensor_builder *b = &n->b;
    const size_t d = b->im->config.d_model;
    const char *theirs = decoder ? n->names->decoder_norm : n->names->encoder_norm;
    const tr_foreign_array *a = tr_tensor_builder_require(b, theirs);

    if (!tr_tensor_builder_fits(b, a, 1, d)) return;
    float *x = read_array(n, a, 0);
    const float scale = decoder ? n->config->output_scale : 1;
    for (size_t i = 0; x && i < d; i++)
        x[i] *= scale;
    add_computed(n, TR_IMPORT_VECTOR, decoder ? "dec.output_norm.weight" : "enc.output_norm.weight",
                 d, 1, x);
}

/* ---- Embeddings ---------------------------------------------------------------------------- */

/* True if two arrays of one shape have the same numbers. */
static bool are_equal(tr_tensor_builder *b, const tr_foreign_array *x, const tr_foreign_array *y)
{
    enum { CHUNK = 2048 };
    const tr_foreign *f = b->im->foreign;
    float of_x[CHUNK], of_y[CHUNK];
    bool equal = true;

    for (size_t i = 0, n; equal && b->rc == 0 && x->member != y->member && i < x->n; i += n) {
        n = x->n - i < CHUNK ? x->n - i : CHUNK;
        const tr_element_layout layout = {n, 0, 1};
        b->rc = f->read(b->im->file, x, i, n, &layout, of_x, b->err);
        if (b->rc == 0) b->rc = f->read(b->im->file, y, i, n, &layout, of_y, b->err);
        equal = b->rc < 0 || !memcmp(of_x, of_y, n * sizeof *of_x);
    }
    return equal;
}

/* Rows first .. first + n_out - 1 of one table, of whose names a file may have any, or several. */
static void add_rows(network *n, const char *ours, const char *const *theirs, size_t n_theirs,
                     size_t first, size_t n_out)
{
    tr_tensor_builder *b = &n->b;
    const size_t rows = n->config->vocab, d = b->im->config.d_model;
    const tr_foreign_array *table = NULL;

    for (size_t i = 0; i < n_theirs; i++) {
        const tr_foreign_array *a = theirs[i] ? tr_tensor_builder_find(b, theirs[i]) : NULL;
        const bool fits = tr_tensor_builder_fits(b, a, rows, d);
        if (!table)
            table = a;
        else if (fits && !are_equal(b, table, a) && b->rc == 0)
            b->rc =
                tr_fail(b->err, TR_EFORMAT, "%s: tensors %s and %s differ, but they are one table",
                        b->im->foreign->path, table->name, a->name);
    }
    if (!table) table = tr_tensor_builder_require(b, theirs[0]);
    if (tr_tensor_builder_fits(b, table, rows, d))
        tr_tensor_builder_add_part(b, tr_tensor_builder_add(b, TR_IMPORT_MATRIX, ours, n_out, d),
                                   table, first * d, false);
}

static void add_table(network *n, const char *ours, const char *const *theirs, size_t n_theirs)
{
    add_rows(n, ours, theirs, n_theirs, 0, n->config->vocab);
}

static void add_embeddings(network *n)
{
    const tr_t5_names *names = n->names;
    const tr_t5_config *const c = n->config;
    const bool own = c->may_have_output && tr_tensor_builder_find(&n->b, names->output);
    const bool tied = c->tied_output && !own;
    const char *const table[] = {names->embeddings[0], names->embeddings[1], names->embeddings[2],
                                 tied ? names->output : NULL};

    const bool scores = c->score >= 0;

    n->b.im->config.ties = tied && !scores ? TR_TIES_ALL : TR_TIES_INPUTS;
    add_table(n, "token_embd", table, 4);
    if (scores)
        add_rows(n, "output", tied ? table : &names->output, tied ? 4 : 1, (size_t)c->score, 1);
    else if (!tied)
        add_table(n, "output", &names->output, 1);
}

int tr_t5_add_tensors(tr_import *im, const tr_t5_config *c, const tr_t5_names *names, tr_error *err)
{
    network n = {.b = {.im = im, .err = err}, .config = c, .names = names};
    tr_config *m = &im->config;

    m->positions = TR_POSITIONS_RELATIVE;
    m->rms_norm = m->pre_norm = m->unscaled_attention = true;
    m->embedding_scale = 1;
    m->max_target = tr_positions_wanted(m);
    add_embeddings(&n);
    add_stack(&n, false);
    add_stack_norm(&n, false);
    add_stack(&n, true);
    add_stack_norm(&n, true);
    tr_tensor_builder_refuse_unused(&n.b, TR_EFORMAT,
                                    "the network of T5 that its numbers describe");
    return n.b.rc;
}
