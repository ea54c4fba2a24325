/*
 * ct2_network.c - the Transformer in CTranslate2's arrays.
 */
#include "import/ct2/ct2_network.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/buf.h"
#include "base/numbers/number.h"
#include "import/ct2/ct2_others.h"
#include "import/ct2/ct2_t5.h"
#include "import/shared/positions.h"

enum { LAST_REVISION = 7, MAX_HEADS = 65536 };

/* As tr_tensor_naming has it, after encoder/layer_0/ and the like. */
static const tr_tensor_naming naming = {
    .weight = "weight",
    .bias = "bias",
    .gain = "gamma",
    .shift = "beta",
    .may_lack_bias = true,
    .layer = {{TR_ATTN_QKV, {"self_attention/linear_0/*"}},
              {TR_ATTN_OUT, {"self_attention/linear_1/*"}},
              {TR_ATTN_NORM, {"self_attention/layer_norm/*"}},
              {TR_CROSS_ATTN_Q, {"attention/linear_0/*"}},
              {TR_CROSS_ATTN_KV, {"attention/linear_1/*"}},
              {TR_CROSS_ATTN_OUT, {"attention/linear_2/*"}},
              {TR_CROSS_ATTN_NORM, {"attention/layer_norm/*"}},
              {TR_FFN_UP, {"ffn/linear_0/*"}},
              {TR_FFN_DOWN, {"ffn/linear_1/*"}},
              {TR_FFN_NORM, {"ffn/layer_norm/*"}}},
};

typedef tr_ct2_builder builder;

/* ---- The arrays of the file ---------------------------------------------------------------- */

/* Tables may be read in part, from their first row on. */
static int read_ct2_rows(void *file, const tr_foreign_array *a, size_t first, size_t n,
                         const tr_element_layout *layout, float *out, tr_error *err)
{
    tr_ct2_variable rows = *(const tr_ct2_variable *)a->member;

    assert(first == 0);
    (void)first;
    if (n < rows.n) rows.dims[0] = (uint32_t)(n / (rows.n / rows.dims[0]));
    rows.n = n;
    return tr_ct2_floats(file, &rows, layout, out, err);
}

static int read_ct2_s8(void *file, const tr_foreign_array *a, bool by_input, size_t n_out,
                       size_t n_in, int8_t *values, float *scale, tr_error *err)
{
    (void)by_input; /* the shape is the variable's */
    (void)n_out;
    (void)n_in;
    return tr_ct2_s8(file, a->member, values, scale, err);
}

/* NAME_scale belongs to NAME. */
static bool is_scale(const tr_ct2_model *m, const char *name)
{
    const size_t len = strlen(name), n = sizeof "_scale" - 1;

    if (!tr_ends_in(name, "_scale")) return false;
    const tr_import_name stem = tr_import_named("%.*s", (int)(len - n), name);
    return tr_ct2_find(m, stem.text) != NULL;
}

static tr_foreign_array describe_variable(const char *name, const tr_ct2_variable *v)
{
    tr_foreign_array a = {.name = name, .n_dims = v->n_dims, .n = v->n, .member = v};

    for (unsigned i = 0; i < v->n_dims; i++)
        a.dims[i] = v->dims[i];
    a.is_s8 = v->type == TR_ELEMENT_S8 && v->n_dims == 2;
    a.is_s16 = v->type == TR_ELEMENT_S16;
    if (!tr_element_is_float(v->type) && !a.is_s16 && !v->scale_at)
        a.refusal = "holds integers without a scale";
    return a;
}

static int list_variables(tr_import *im, const tr_ct2_model *m, tr_error *err)
{
    const int rc = tr_foreign_create(im, m->path, m->n_names, err);
    if (rc < 0) return rc;
    tr_foreign *f = im->foreign;
    f->read = read_ct2_rows;
    f->read_s8 = read_ct2_s8;
    for (size_t i = 0; i < m->n_names; i++)
        if (!is_scale(m, m->names[i].text))
            f->arrays[f->n++] =
                describe_variable(m->names[i].text, &m->variables[m->names[i].variable]);
    return tr_foreign_sort(f, err);
}

/* ---- Attributes ---------------------------------------------------------------------------- */

static bool is_whole_number(double x, double low, double high)
{
    return x >= low && x <= high && x == floor(x);
}

/* One that encoder and decoder have in common here.  Before revision 5 they shared it there. */
static double common_attribute(builder *b, const char *name, double otherwise)
{
    if (b->model->revision < 5) otherwise = tr_ct2_attribute(b, name, otherwise);
    const tr_import_name encoder = tr_import_named("encoder/%s", name);
    const tr_import_name decoder = tr_import_named("decoder/%s", name);
    const double x = tr_ct2_attribute(b, encoder.text, otherwise);
    if (tr_ct2_attribute(b, decoder.text, otherwise) != x)
        tr_tensor_builder_refuse(&b->b, TR_EUNSUPPORTED, decoder.text,
                                 "differs from the encoder's, which is not supported");
    return x;
}

static void describe_heads(builder *b)
{
    const bool big = !strcmp(b->model->spec, "TransformerBig");
    const double heads = common_attribute(b, "num_heads", big ? 16 : 8);

    if (!is_whole_number(heads, 1, MAX_HEADS))
        tr_tensor_builder_refuse(&b->b, TR_EFORMAT, "encoder/num_heads", "is %s",
                                 tr_decimal_of(heads).text);
    if (b->b.rc == 0) b->b.im->config.heads = (uint32_t)heads;
}

static void describe_activation(builder *b)
{
    /* In the order of CTranslate2's ops::ActivationType. */
    static const struct {
        const char *name;
        int ours;
    } activations[] = {{"ReLU", TR_RELU},     {"GELUTanh", TR_GELU_TANH},       {"Swish", TR_SWISH},
                       {"GELU", TR_GELU_ERF}, {"GELUSigmoid", TR_GELU_SIGMOID}, {"Tanh", -1},
                       {"Sigmoid", -1}};
    enum { N = sizeof activations / sizeof *activations };
    const double x = common_attribute(b, "activation", 0);

    if (b->b.rc < 0) return;
    if (!is_whole_number(x, 0, N - 1))
        tr_tensor_builder_refuse(&b->b, TR_EFORMAT, "encoder/activation", "%s is not known",
                                 tr_decimal_of(x).text);
    else if (activations[(int)x].ours < 0)
        tr_tensor_builder_refuse(&b->b, TR_EUNSUPPORTED, "encoder/activation",
                                 "%s is not supported", activations[(int)x].name);
    else
        b->b.im->config.activation = activations[(int)x].ours;
}

/* The factor of embeddings: a flag, whose default is true, or the number itself. */
static float embedding_scale(builder *b, const char *side)
{
    const float root = sqrtf((float)b->b.im->config.d_model);
    tr_import_name name = tr_import_named("%s/scale_embeddings", side);

    if (!tr_ct2_find(b->model, name.text))
        name = tr_import_named("%s/embeddings/multiply_by_sqrt_depth", side);
    const double x = tr_ct2_attribute(b, name.text, 1);
    const tr_ct2_variable *v = tr_ct2_find(b->model, name.text);
    if (!v || v->type == TR_ELEMENT_S8) return x != 0 ? root : 1;
    if (!(x > 0))
        tr_tensor_builder_refuse(&b->b, TR_EUNSUPPORTED, name.text, "is %s, but must be above 0",
                                 tr_decimal_of(x).text);
    return (float)x;
}

static void describe_scale(builder *b)
{
    tr_config *m = &b->b.im->config;

    m->embedding_scale = embedding_scale(b, "encoder");
    if (embedding_scale(b, "decoder") != m->embedding_scale)
        tr_tensor_builder_refuse(&b->b, TR_EUNSUPPORTED, "decoder/scale_embeddings",
                                 "differs from the encoder's, which is not supported");
}

/* ---- Layers -------------------------------------------------------------------------------- */

static bool has_variable(const builder *b, const char *name)
{
    return tr_ct2_find(b->model, name) != NULL;
}

/* Layers of the encoder or the decoder, as many as there are: returns their number.  The first one
 * tells the inner size of all feed-forward networks. */
static uint32_t add_ct2_layers(builder *b, const char *ours, const char *theirs, bool decoder,
                               uint32_t *ffn)
{
    uint32_t n = 0;

    const tr_foreign_array *up = tr_tensor_builder_require(
        &b->b, tr_import_named("%s/layer_0/ffn/linear_0/weight", theirs).text);
    if (up) *ffn = (uint32_t)up->dims[0];
    while (b->b.rc == 0 &&
           has_variable(
               b, tr_import_named("%s/layer_%" PRIu32 "/ffn/linear_0/weight", theirs, n).text)) {
        tr_tensor_builder_add_layer(&b->b, decoder,
                                    tr_import_named("%s.blk.%" PRIu32, ours, n).text,
                                    tr_import_named("%s/layer_%" PRIu32 "/", theirs, n).text);
        n++;
    }
    return n;
}

/* ---- Embeddings and positions -------------------------------------------------------------- */

static const char target_table[] = "decoder/embeddings/weight";

static const char *source_table(const builder *b)
{
    static const char first[] = "encoder/embeddings_0/weight";
    return has_variable(b, first) ? first : "encoder/embeddings/weight";
}

static void add_ct2_matrix(builder *b, const char *ours, const char *theirs, size_t n_out)
{
    tr_tensor_builder_add_whole(&b->b, TR_IMPORT_MATRIX, ours, theirs, n_out,
                                b->b.im->config.d_model);
}

static void add_ct2_embeddings(builder *b)
{
    static const char output[] = "decoder/projection/weight", bias[] = "decoder/projection/bias";
    tr_import *im = b->b.im;
    const tr_config *m = &im->config;
    const char *source = source_table(b);
    const tr_ct2_variable *t = tr_ct2_find(b->model, target_table);
    const bool tied = t == tr_ct2_find(b->model, output);

    if (tied && t == tr_ct2_find(b->model, source)) {
        im->config.ties = TR_TIES_ALL;
        add_ct2_matrix(b, "token_embd", source, m->source_vocab);
    } else {
        im->config.ties = tied ? TR_TIES_TARGET : TR_TIES_NONE;
        add_ct2_matrix(b, "source_embd", source, m->source_vocab);
        add_ct2_matrix(b, "target_embd", target_table, m->target_vocab);
    }
    if (!tied) add_ct2_matrix(b, "output", output, m->target_vocab);
    if (has_variable(b, bias))
        tr_tensor_builder_add_whole(&b->b, TR_IMPORT_VECTOR, "output.bias", bias, m->target_vocab,
                                    1);
}

/* As CTranslate2 computes them, counted from 1. */
static void compute_ct2_positions(const tr_import_tensor *t, float *out)
{
    tr_positions_float_sinusoids(t, 1, out);
}

/* No more of the tables than lengths ask for. */
static void add_ct2_positions(builder *b)
{
    static const char encoder[] = "encoder/position_encodings/encodings";
    static const char decoder[] = "decoder/position_encodings/encodings";
    tr_config *m = &b->b.im->config;

    if (has_variable(b, encoder) || has_variable(b, decoder)) {
        m->positions = TR_POSITIONS_LEARNED;
        tr_position_tables t = {.source = tr_tensor_builder_require(&b->b, encoder),
                                .target = tr_tensor_builder_require(&b->b, decoder),
                                .most = tr_positions_wanted(m)};
        if (b->b.rc == 0 && t.source->member == t.target->member) t.target = t.source;
        tr_positions_stored(&b->b, &t);
    } else {
        if (m->d_model < 4 || m->d_model % 2)
            tr_tensor_builder_refuse(&b->b, TR_EFORMAT, source_table(b),
                                     "is too narrow, or odd, for computed positions");
        tr_positions_computed(&b->b, compute_ct2_positions);
    }
}

/* ---- The network --------------------------------------------------------------------------- */

static void describe_sizes(builder *b)
{
    tr_config *m = &b->b.im->config;
    const tr_foreign_array *source = tr_tensor_builder_require(&b->b, source_table(b));
    const tr_foreign_array *target = tr_tensor_builder_require(&b->b, target_table);

    if (b->b.rc < 0) return;
    if (source->n_dims != 2 || target->n_dims != 2) {
        tr_tensor_builder_refuse(&b->b, TR_EFORMAT, source->name, "is not a table of embeddings");
        return;
    }
    m->d_model = (uint32_t)source->dims[1];
    m->source_vocab = (uint32_t)source->dims[0];
    m->target_vocab = (uint32_t)target->dims[0];
    describe_heads(b);
    if (b->b.rc == 0 && !b->is_t5 && m->d_model % m->heads)
        tr_tensor_builder_refuse(&b->b, TR_EFORMAT, source->name,
                                 "%" PRIu32 " columns cannot be shared by %" PRIu32 " heads",
                                 m->d_model, m->heads);
}

static void describe_alignment(builder *b)
{
    tr_config *m = &b->b.im->config;
    double layer =
        tr_ct2_attribute(b, "decoder/alignment_layer", tr_ct2_attribute(b, "alignment_layer", -1));
    double heads =
        tr_ct2_attribute(b, "decoder/alignment_heads", tr_ct2_attribute(b, "alignment_heads", 1));

    if (layer < 0) layer += m->n_decoder_layers;
    if (heads == 0) heads = m->heads;
    if (!is_whole_number(layer, 0, m->n_decoder_layers - 1.0))
        tr_tensor_builder_refuse(&b->b, TR_EFORMAT, "decoder/alignment_layer", "is no layer");
    if (!is_whole_number(heads, 1, m->heads))
        tr_tensor_builder_refuse(&b->b, TR_EFORMAT, "decoder/alignment_heads",
                                 "are more than there are");
    if (b->b.rc < 0) return;
    m->alignment_layer = (int32_t)layer;
    m->alignment_heads = (uint32_t)heads;
}

/* Both tables are one. */
static void check_t5_tables(builder *b)
{
    const tr_foreign_array *source = tr_tensor_builder_require(&b->b, source_table(b));
    const tr_foreign_array *target = tr_tensor_builder_require(&b->b, target_table);

    if (b->b.rc == 0 && source->member != target->member)
        tr_tensor_builder_refuse(&b->b, TR_EUNSUPPORTED, target->name,
                                 "is another table than the encoder's");
}

/* The output matrix is the embeddings where both names are of one array. */
static void add_t5(builder *b)
{
    static const char output[] = "decoder/projection/weight";
    tr_config *m = &b->b.im->config;
    tr_t5_config c;

    tr_ct2_t5_sizes(b, &c);
    if (b->b.rc == 0) tr_ct2_refuse_others(b);
    if (b->b.rc < 0) return;
    check_t5_tables(b);
    describe_activation(b);
    describe_scale(b);
    if (m->embedding_scale != 1)
        tr_tensor_builder_refuse(&b->b, TR_EUNSUPPORTED, "encoder/scale_embeddings",
                                 "is not supported with relative attention bias");
    if (common_attribute(b, "pre_norm", 1) == 0)
        tr_tensor_builder_refuse(&b->b, TR_EUNSUPPORTED, "encoder/pre_norm",
                                 "is not supported with RMS normalization");
    describe_alignment(b);
    tr_ct2_pass_over(b);
    c.tied_output = tr_ct2_find(b->model, target_table) == tr_ct2_find(b->model, output);
    const tr_t5_names names = tr_ct2_t5_names(m, source_table(b));
    if (b->b.rc == 0) b->b.rc = tr_t5_add_tensors(b->b.im, &c, &names, b->b.err);
}

static void add_ct2_network(builder *b)
{
    tr_config *m = &b->b.im->config;

    describe_sizes(b);
    if (b->is_t5) {
        if (b->b.rc == 0) add_t5(b);
        return;
    }
    if (b->b.rc == 0) tr_ct2_refuse_others(b);
    if (b->b.rc < 0) return;
    describe_activation(b);
    describe_scale(b);
    m->pre_norm = common_attribute(b, "pre_norm", 1) != 0;
    add_ct2_embeddings(b);
    add_ct2_positions(b);
    tr_tensor_builder_add_optional_norm(&b->b, "enc.embd_norm", "encoder/layernorm_embedding/*");
    tr_tensor_builder_add_optional_norm(&b->b, "dec.embd_norm", "decoder/layernorm_embedding/*");
    m->n_encoder_layers = add_ct2_layers(b, "enc", "encoder", false, &m->encoder_ffn);
    m->n_decoder_layers = add_ct2_layers(b, "dec", "decoder", true, &m->decoder_ffn);
    tr_tensor_builder_add_optional_norm(&b->b, "enc.output_norm", "encoder/layer_norm/*");
    tr_tensor_builder_add_optional_norm(&b->b, "dec.output_norm", "decoder/layer_norm/*");
    describe_alignment(b);
    tr_ct2_pass_over(b);
    tr_tensor_builder_refuse_unused(&b->b, TR_EUNSUPPORTED, "the networks that are supported");
}

int tr_ct2_check_spec(const tr_ct2_model *m, tr_error *err)
{
    static const char *const known[] = {"", "TransformerBase", "TransformerBig", "TransformerSpec"};
    bool found = false;

    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        found |= !strcmp(m->spec, known[i]);
    if (!found)
        return tr_fail(err, TR_EUNSUPPORTED,
                       "%s: is a %s, but only translation models (TransformerSpec) are supported",
                       m->path, m->spec);
    if (m->revision > LAST_REVISION)
        return tr_fail(err, TR_EVERSION,
                       "%s: revision %" PRIu32 " of its specification is not known, only up to %d",
                       m->path, m->revision, LAST_REVISION);
    return 0;
}

bool tr_ct2_starts_from_zero(const tr_ct2_model *m)
{
    const tr_ct2_variable *v = tr_ct2_find(m, TR_CT2_ZERO_START);
    double x;
    return v && tr_ct2_number(m, v, &x) && x != 0;
}

int tr_ct2_add_network(tr_import *im, const tr_ct2_model *m, tr_error *err)
{
    builder b = {
        .b = {.im = im, .naming = &naming, .err = err}, .model = m, .is_t5 = tr_ct2_is_t5(m)};

    b.b.rc = list_variables(im, m, err);
    if (b.b.rc == 0) add_ct2_network(&b);
    return b.b.rc;
}
