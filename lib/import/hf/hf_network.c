/*
 * hf_network.c - the networks of MarianMT, M2M100, NLLB-200, mBART, BART, FSMT and IndicTrans, as
 * PyTorch's transformers name their tensors.
 *
 * All of them are BART's layers with a few differences.  The tensors that the configuration asks
 * for are listed one by one, each with its shape; what the files have besides is refused, so that
 * nothing that would change a translation is passed over.
 */
#include "import/hf/hf_network.h"

#include <inttypes.h>
#include <math.h>

#include "import/shared/fairseq_stack.h"
#include "import/shared/positions.h"

/* The ways in which the families differ. */
typedef struct family {
    bool pre_norm; /* with a norm after the stacks; else norms stand after the blocks */
    bool embedding_norm;
    bool learned_positions; /* whose first rows nothing refers to */
} family;

static const family families[] = {
    [TR_HF_MARIAN] = {.pre_norm = false},
    [TR_HF_M2M100] = {.pre_norm = true},
    [TR_HF_MBART] = {.pre_norm = true, .embedding_norm = true, .learned_positions = true},
    [TR_HF_BART] = {.embedding_norm = true, .learned_positions = true},
    [TR_HF_FSMT] = {.pre_norm = false},
    [TR_HF_INDIC] = {.pre_norm = false}, /* its configuration says */
};

enum { POSITION_OFFSET = 2 };

typedef struct network {
    tr_tensor_builder b;
    const char *prefix; /* "model.", or "" in files that hold it without its output layer */
    const tr_hf_config *config;
} network;

/* ---- The arrays of the file ---------------------------------------------------------------- */

int tr_hf_list_arrays(tr_import *im, const tr_arrays *file, tr_error *err)
{
    int rc = tr_foreign_of_arrays(im, file, file->n_tensors, err);

    for (size_t i = 0; rc == 0 && i < file->n_tensors; i++)
        rc = tr_foreign_add_array(im, file->tensors[i].name, &file->tensors[i], err);
    return rc ? rc : tr_foreign_sort(im->foreign, err);
}

/* ---- Layers ------------------------------------------------------------------------------- */

static family family_of(const tr_hf_config *c)
{
    family f = families[c->family];

    f.pre_norm = f.pre_norm || c->pre_norm;
    f.embedding_norm = f.embedding_norm || c->embedding_norm;
    return f;
}

static void add_stack(network *n, bool decoder)
{
    const family f = family_of(n->config);

    tr_fairseq_add_stack(&n->b, n->prefix, decoder, f.embedding_norm, f.pre_norm);
}

/* ---- Embeddings --------------------------------------------------------------------------- */

/* Names of one table.  A file may have it under any of them, or under several. */
enum { SHARED = 1, ENCODER = 2, DECODER = 4, OUTPUT = 8, PROJECTION = 16 };

/* The table that is known by the names in `which`, NULL after a failure. */
static const tr_foreign_array *find_table(network *n, unsigned which, size_t rows)
{
    static const char *const names[] = {"shared.weight", "encoder.embed_tokens.weight",
                                        "decoder.embed_tokens.weight", "lm_head.weight",
                                        "decoder.output_projection.weight"};
    const tr_foreign_array *table = NULL;
    tr_import_name first = {""};
    tr_tensor_builder *b = &n->b;

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (!(which & 1u << i)) continue;
        const char *prefix = 1u << i == OUTPUT ? "" : n->prefix;
        const tr_import_name name = tr_import_named("%s%s", prefix, names[i]);
        const tr_foreign_array *a = tr_tensor_builder_find(b, name.text);
        if (!*first.text) first = name;
        if (!table)
            table = a;
        else if (a && b->rc == 0 && !tr_arrays_equal(a->member, table->member))
            b->rc = tr_fail(b->err, TR_EFORMAT,
                            "%s: tensors %s and %s differ, but config.json says they are one",
                            b->im->foreign->path, table->name, a->name);
    }
    if (!table) table = tr_tensor_builder_require(b, first.text);
    return tr_tensor_builder_fits(b, table, rows, b->im->config.d_model) ? table : NULL;
}

/* The first `n_out` of the rows. */
static void add_hf_table(network *n, const char *ours, unsigned which, size_t rows, size_t n_out)
{
    const tr_foreign_array *a = find_table(n, which, rows);
    tr_import_tensor *t =
        tr_tensor_builder_add(&n->b, TR_IMPORT_MATRIX, ours, n_out, n->b.im->config.d_model);

    tr_tensor_builder_add_part(&n->b, t, a, 0, false);
}

/* True if all of a vector, which may be NULL, is zero. */
static bool is_zero(tr_tensor_builder *b, const tr_foreign_array *a)
{
    float x[256];
    bool zero = true;

    for (size_t i = 0, n; zero && b->rc == 0 && a && i < a->n; i += n) {
        n = a->n - i < 256 ? a->n - i : 256;
        const tr_element_layout layout = {n, n, 1};
        b->rc = tr_arrays_floats(a->member, i, n, &layout, x, b->err);
        for (size_t k = 0; zero && b->rc == 0 && k < n; k++)
            zero = x[k] == 0;
    }
    return zero;
}

/* What is added to the logits: a vector beside the network, its output layer's own, or one of the
 * two where the other is zero, as transformers makes the first for every model. */
static void add_output_bias(network *n)
{
    tr_tensor_builder *b = &n->b;
    const uint32_t rows = n->config->target_vocab;
    const tr_foreign_array *own = tr_tensor_builder_find(b, "lm_head.bias");
    const tr_foreign_array *bias = tr_tensor_builder_find(b, "final_logits_bias");
    const bool has_own = tr_tensor_builder_fits(b, own, 1, rows);
    const bool has_bias = tr_tensor_builder_fits(b, bias, 1, rows);

    if (has_own && has_bias && !is_zero(b, own) && !is_zero(b, bias) && b->rc == 0)
        tr_tensor_builder_refuse(b, TR_EUNSUPPORTED, own->name,
                                 "is not supported beside final_logits_bias, which is not zero");
    if (has_own && (!has_bias || is_zero(b, bias))) bias = own;
    if (has_own || has_bias)
        tr_tensor_builder_add_part(b,
                                   tr_tensor_builder_add(b, TR_IMPORT_VECTOR, "output.bias",
                                                         b->im->config.target_vocab, 1),
                                   bias, 0, true);
}

/* FSMT's output matrix is the target embeddings, unless the file has another. */
static bool has_own_output(const network *n)
{
    const tr_tensor_builder *b = &n->b;
    const tr_foreign_array *own = tr_tensor_builder_find(
        b, tr_import_named("%sdecoder.output_projection.weight", n->prefix).text);
    const tr_foreign_array *target =
        tr_tensor_builder_find(b, tr_import_named("%sdecoder.embed_tokens.weight", n->prefix).text);

    return own && target && !tr_arrays_equal(own->member, target->member);
}

/* True if the file has a table of each side.  Of a model whose output is apart, version 5 of
 * transformers ties neither of them to the other nor to the shared one, which nothing reads then.
 */
static bool has_both_tables(const network *n)
{
    const tr_tensor_builder *b = &n->b;
    const tr_import_name encoder = tr_import_named("%sencoder.embed_tokens.weight", n->prefix),
                         decoder = tr_import_named("%sdecoder.embed_tokens.weight", n->prefix);

    tr_tensor_builder_find(b, tr_import_named("%sshared.weight", n->prefix).text);
    return tr_tensor_builder_find(b, encoder.text) && tr_tensor_builder_find(b, decoder.text);
}

static void add_hf_embeddings(network *n)
{
    const tr_hf_config *c = n->config;
    tr_tensor_builder *b = &n->b;
    const tr_config *m = &b->im->config;
    const bool fsmt = c->family == TR_HF_FSMT;
    const bool tied = c->tied_output && !(fsmt && !c->shared_table && has_own_output(n));
    const unsigned output_name = fsmt ? PROJECTION : OUTPUT;
    const unsigned both = SHARED | ENCODER | DECODER, output = tied ? output_name : 0;
    const bool shared = c->shared_table && (tied || !has_both_tables(n));
    const unsigned source = shared ? both : ENCODER;
    const unsigned target = shared ? both : DECODER | output;

    if (shared && tied) {
        b->im->config.ties = TR_TIES_ALL;
        add_hf_table(n, "token_embd", both | output, c->target_vocab, m->target_vocab);
    } else {
        b->im->config.ties = tied ? TR_TIES_TARGET : TR_TIES_NONE;
        add_hf_table(n, "source_embd", source, c->source_vocab, m->source_vocab);
        add_hf_table(n, "target_embd", target, c->target_vocab, m->target_vocab);
    }
    if (!tied) add_hf_table(n, "output", output_name, c->target_vocab, m->target_vocab);
    add_output_bias(n);
}

/* ---- Positions ---------------------------------------------------------------------------- */

static void marian_positions(const tr_import_tensor *t, float *out)
{
    tr_positions_sinusoids(t, (double)(t->n_in / 2), out);
}

/* The tables may be two or one. */
static void add_stored_positions(network *n, const tr_foreign_array *source,
                                 const tr_foreign_array *target, size_t offset)
{
    if (n->b.rc == 0 && tr_arrays_equal(source->member, target->member)) target = source;
    tr_positions_stored(
        &n->b, &(tr_position_tables){.source = source, .target = target, .offset = offset});
}

static void add_computed_positions(network *n)
{
    const tr_hf_config *c = n->config;
    const uint32_t d = n->b.im->config.d_model;
    const bool padded = c->family != TR_HF_MARIAN;

    if (d < 4 || d % 2 != 0 || (padded && c->pad != POSITION_OFFSET - 1)) {
        if (n->b.rc == 0)
            n->b.rc = tr_fail(n->b.err, TR_EUNSUPPORTED,
                              "%s: positions of a network of %" PRIu32 " with pad_token_id %" PRId32
                              " are not supported",
                              n->b.im->foreign->path, d, c->pad);
        return;
    }
    tr_positions_computed(&n->b, padded ? tr_positions_after_padding : marian_positions);
}

/* Refuses a table, unless it is what is computed: MarianMT's of one side, and FSMT's. */
static void require_computed(network *n, const tr_foreign_array *a, size_t offset,
                             void (*compute)(const tr_import_tensor *t, float *out),
                             const char *why)
{
    const double tolerance = 1e-3; /* the largest of float16 */
    const size_t d = n->b.im->config.d_model;
    tr_tensor_builder *b = &n->b;

    if (!tr_tensor_builder_fits(b, a, 0, d) || a->n / d <= offset) return;
    const size_t first = offset * d, n_stored = a->n - first;
    const tr_import_tensor t = {.n_out = n_stored / d, .n_in = d};
    const tr_element_layout layout = {n_stored, 0, 1};
    float *computed = TR_REGION_TAKE(&b->im->memory, float, n_stored);
    float *stored = TR_REGION_TAKE(&b->im->memory, float, n_stored);
    b->rc = computed && stored
                ? tr_arrays_floats(a->member, first, n_stored, &layout, stored, b->err)
                : tr_fail_memory(b->err);
    if (b->rc < 0) return;
    compute(&t, computed);
    for (size_t i = 0; b->rc == 0 && i < n_stored; i++)
        if (fabs((double)stored[i] - computed[i]) > tolerance)
            tr_tensor_builder_refuse(b, TR_EUNSUPPORTED, a->name, "%s", why);
}

/* MarianMT's tables are computed, but a file may hold them, and then they are what counts; of
 * M2M100's, old files have copies under another name. */
static void add_hf_positions(network *n)
{
    const bool learned = families[n->config->family].learned_positions;
    const char *const sides[] = {"encoder", "decoder"};
    const tr_foreign_array *a[2];
    tr_tensor_builder *b = &n->b;

    for (size_t i = 0; i < 2; i++) {
        tr_tensor_builder_find(
            b, tr_import_named("%s%s.embed_positions.weights", n->prefix, sides[i]).text);
        const tr_import_name name =
            tr_import_named("%s%s.embed_positions.weight", n->prefix, sides[i]);
        a[i] = learned ? tr_tensor_builder_require(b, name.text)
                       : tr_tensor_builder_find(b, name.text);
    }
    if (n->config->family == TR_HF_MARIAN && !a[0] != !a[1])
        require_computed(n, a[0] ? a[0] : a[1], 0, marian_positions,
                         "is not supported without that of the other side");
    for (size_t i = 0; i < 2 && n->config->family == TR_HF_FSMT; i++)
        require_computed(n, a[i], POSITION_OFFSET, tr_positions_after_padding,
                         "is another table than sines of places, which is not supported");
    b->im->config.positions = learned ? TR_POSITIONS_LEARNED : TR_POSITIONS_SINES;
    if (learned)
        add_stored_positions(n, a[0], a[1], POSITION_OFFSET);
    else if (n->config->family == TR_HF_MARIAN && (a[0] || a[1]))
        add_stored_positions(n, a[0] ? a[0] : a[1], a[1] ? a[1] : a[0], 0);
    else
        add_computed_positions(n);
}

/* ---- The model ---------------------------------------------------------------------------- */

int tr_hf_add_tensors(tr_import *im, const tr_hf_config *c, const tr_arrays *file, tr_error *err)
{
    static const char any[] = "model.encoder.layers.0.fc1.weight";
    network n = {.b = {.im = im, .naming = &tr_fairseq_naming, .err = err}, .config = c};

    im->config.pre_norm = family_of(c).pre_norm;
    n.prefix = tr_arrays_find(file, any) ? "model." : "";
    add_hf_embeddings(&n);
    add_hf_positions(&n);
    add_stack(&n, false);
    add_stack(&n, true);
    tr_tensor_builder_refuse_unused(&n.b, TR_EFORMAT, "the network that config.json describes");
    return n.b.rc;
}
