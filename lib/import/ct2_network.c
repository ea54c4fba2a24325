/*
 * ct2_network.c - the Transformer in CTranslate2's arrays.
 *
 * The tensors that the network needs are listed one by one, each with its shape; what the file
 * has besides is refused by name, so that nothing that would change a translation is passed over.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "import/ct2_network.h"
#include "base/number.h"
#include "import/ct2_builder.h"

enum { LAST_REVISION = 7, MAX_HEADS = 65536 };

typedef tr_ct2_builder builder;

/* ---- Attributes ---------------------------------------------------------------------------- */

static bool is_whole(double x, double low, double high)
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
        tr_ct2_refuse(b, TR_EUNSUPPORTED, decoder.text,
                      "differs from the encoder's, which is not supported");
    return x;
}

static void describe_heads(builder *b)
{
    const bool big = !strcmp(b->model->spec, "TransformerBig");
    const double heads = common_attribute(b, "num_heads", big ? 16 : 8);

    if (!is_whole(heads, 1, MAX_HEADS))
        tr_ct2_refuse(b, TR_EFORMAT, "encoder/num_heads", "is %s", tr_decimal_of(heads).text);
    if (b->rc == 0) b->im->config.heads = (uint32_t)heads;
}

static void describe_activation(builder *b)
{
    /* In the order of CTranslate2's ops::ActivationType. */
    static const struct {
        const char *name;
        int ours;
    } activations[] = {{"ReLU", TR_RELU},
                       {"GELUTanh", -1},
                       {"Swish", TR_SWISH},
                       {"GELU", TR_GELU_ERF},
                       {"GELUSigmoid", TR_GELU_SIGMOID},
                       {"Tanh", -1},
                       {"Sigmoid", -1}};
    enum { N = sizeof activations / sizeof *activations };
    const double x = common_attribute(b, "activation", 0);

    if (b->rc < 0) return;
    if (!is_whole(x, 0, N - 1))
        tr_ct2_refuse(b, TR_EFORMAT, "encoder/activation", "%s is not known",
                      tr_decimal_of(x).text);
    else if (activations[(int)x].ours < 0)
        tr_ct2_refuse(b, TR_EUNSUPPORTED, "encoder/activation", "%s is not supported",
                      activations[(int)x].name);
    else
        b->im->config.activation = activations[(int)x].ours;
}

/* What embeddings are multiplied by: a flag, whose default is true, or the number itself. */
static float embedding_scale(builder *b, const char *side)
{
    const float root = sqrtf((float)b->im->config.d_model);
    tr_import_name name = tr_import_named("%s/scale_embeddings", side);

    if (!tr_ct2_find(b->model, name.text))
        name = tr_import_named("%s/embeddings/multiply_by_sqrt_depth", side);
    const double x = tr_ct2_attribute(b, name.text, 1);
    const tr_ct2_variable *v = tr_ct2_find(b->model, name.text);
    if (!v || v->type == TR_ELEMENT_S8) return x != 0 ? root : 1;
    if (!(x > 0))
        tr_ct2_refuse(b, TR_EUNSUPPORTED, name.text, "is %s, but must be above 0",
                      tr_decimal_of(x).text);
    return (float)x;
}

static void describe_scale(builder *b)
{
    tr_config *m = &b->im->config;

    m->embedding_scale = embedding_scale(b, "encoder");
    if (embedding_scale(b, "decoder") != m->embedding_scale)
        tr_ct2_refuse(b, TR_EUNSUPPORTED, "decoder/scale_embeddings",
                      "differs from the encoder's, which is not supported");
}

/* ---- Tensors ------------------------------------------------------------------------------- */

static bool has(const builder *b, const char *name)
{
    return tr_ct2_find(b->model, name) != NULL;
}

static const tr_ct2_variable *require(builder *b, const char *name)
{
    if (b->rc < 0) return NULL;
    const tr_ct2_variable *v = tr_ct2_take(b, name);
    if (!v) b->rc = tr_fail(b->err, TR_EFORMAT, "%s: tensor %s is missing", b->model->path, name);
    return v;
}

/* Whether its elements can be read as numbers; finds its scales, too. */
static bool check_type(builder *b, const tr_ct2_variable *v, const char *name)
{
    tr_ct2_take(b, tr_import_named("%.200s_scale", v->name).text);
    if (tr_element_is_float(v->type) || v->type == TR_ELEMENT_S16 || v->scale_at) return true;
    tr_ct2_refuse(b, TR_EFORMAT, name, "holds integers without a scale");
    return false;
}

/* The array [rows, columns]; `rows` 0 for any number of them. */
static const tr_ct2_variable *take_matrix(builder *b, const char *name, size_t rows, size_t columns)
{
    const tr_ct2_variable *v = require(b, name);

    if (!v || !check_type(b, v, name)) return NULL;
    if (v->n_dims == 2 && (!rows || v->dims[0] == rows) && v->dims[1] == columns) return v;
    if (v->n_dims != 2)
        tr_ct2_refuse(b, TR_EFORMAT, name, "has %u dimensions, expected 2", v->n_dims);
    else if (rows)
        tr_ct2_refuse(b, TR_EFORMAT, name, "is [%" PRIu32 ", %" PRIu32 "], expected [%zu, %zu]",
                      v->dims[0], v->dims[1], rows, columns);
    else
        tr_ct2_refuse(b, TR_EFORMAT, name, "is [%" PRIu32 ", %" PRIu32 "], expected rows of %zu",
                      v->dims[0], v->dims[1], columns);
    return NULL;
}

static tr_import_tensor *add(builder *b, int kind, const char *name, size_t n_out, size_t n_in)
{
    if (b->rc < 0) return NULL;
    tr_import_tensor *t = tr_import_add(b->im, kind, name, n_out, n_in);
    if (!t) b->rc = tr_fail_memory(b->err);
    return t;
}

static void add_matrix(builder *b, const char *ours, const char *theirs, size_t n_out, size_t n_in)
{
    const tr_ct2_variable *v = take_matrix(b, theirs, n_out, n_in);
    tr_import_tensor *t = add(b, TR_IMPORT_MATRIX, ours, n_out, n_in);
    if (!t) return;
    t->part[t->n_parts++] = (tr_import_part){.array = v, .is_s8 = v->type == TR_ELEMENT_S8};
    b->im->prefers_float32 |= v->type == TR_ELEMENT_S16;
}

static void add_vector(builder *b, const char *ours, const char *theirs, size_t n)
{
    const tr_ct2_variable *v = require(b, theirs);

    if (!v || !check_type(b, v, theirs)) return;
    if (v->n_dims != 1 || v->dims[0] != n) {
        tr_ct2_refuse(b, TR_EFORMAT, theirs, "has %zu elements in %u dimensions, expected %zu in 1",
                      v->n, v->n_dims, n);
        return;
    }
    tr_import_tensor *t = add(b, TR_IMPORT_VECTOR, ours, n, 1);
    if (t) t->part[t->n_parts++].array = v;
}

static void add_dense(builder *b, const char *ours, const char *theirs, size_t n_out, size_t n_in)
{
    const tr_import_name bias = tr_import_named("%s/bias", theirs);

    add_matrix(b, ours, tr_import_named("%s/weight", theirs).text, n_out, n_in);
    if (has(b, bias.text)) add_vector(b, tr_import_named("%s.bias", ours).text, bias.text, n_out);
}

static void add_norm(builder *b, const char *ours, const char *theirs)
{
    const size_t d = b->im->config.d_model;

    add_vector(b, tr_import_named("%s.weight", ours).text, tr_import_named("%s/gamma", theirs).text,
               d);
    add_vector(b, tr_import_named("%s.bias", ours).text, tr_import_named("%s/beta", theirs).text,
               d);
}

static void add_optional_norm(builder *b, const char *ours, const char *theirs)
{
    if (has(b, tr_import_named("%s/gamma", theirs).text)) add_norm(b, ours, theirs);
}

/* ---- Layers -------------------------------------------------------------------------------- */

static void add_self_attention(builder *b, const char *ours, const char *theirs)
{
    const size_t d = b->im->config.d_model;

    add_dense(b, tr_import_named("%s.attn_qkv", ours).text,
              tr_import_named("%s/self_attention/linear_0", theirs).text, 3 * d, d);
    add_dense(b, tr_import_named("%s.attn_out", ours).text,
              tr_import_named("%s/self_attention/linear_1", theirs).text, d, d);
    add_norm(b, tr_import_named("%s.attn_norm", ours).text,
             tr_import_named("%s/self_attention/layer_norm", theirs).text);
}

static void add_cross_attention(builder *b, const char *ours, const char *theirs)
{
    const size_t d = b->im->config.d_model;

    add_dense(b, tr_import_named("%s.cross_attn_q", ours).text,
              tr_import_named("%s/attention/linear_0", theirs).text, d, d);
    add_dense(b, tr_import_named("%s.cross_attn_kv", ours).text,
              tr_import_named("%s/attention/linear_1", theirs).text, 2 * d, d);
    add_dense(b, tr_import_named("%s.cross_attn_out", ours).text,
              tr_import_named("%s/attention/linear_2", theirs).text, d, d);
    add_norm(b, tr_import_named("%s.cross_attn_norm", ours).text,
             tr_import_named("%s/attention/layer_norm", theirs).text);
}

static void add_ffn(builder *b, const char *ours, const char *theirs, size_t ffn)
{
    const size_t d = b->im->config.d_model;

    add_dense(b, tr_import_named("%s.ffn_up", ours).text,
              tr_import_named("%s/ffn/linear_0", theirs).text, ffn, d);
    add_dense(b, tr_import_named("%s.ffn_down", ours).text,
              tr_import_named("%s/ffn/linear_1", theirs).text, d, ffn);
    add_norm(b, tr_import_named("%s.ffn_norm", ours).text,
             tr_import_named("%s/ffn/layer_norm", theirs).text);
}

/* Layers of the encoder or the decoder, as many as there are: returns their number, and the
 * inner size of their feed-forward networks. */
static uint32_t add_layers(builder *b, const char *ours, const char *theirs, bool decoder,
                           uint32_t *ffn)
{
    uint32_t n = 0;
    tr_import_name up;

    while (up = tr_import_named("%s/layer_%" PRIu32 "/ffn/linear_0/weight", theirs, n),
           b->rc == 0 && (!n || has(b, up.text))) {
        const tr_ct2_variable *v = require(b, up.text);
        const tr_import_name our_layer = tr_import_named("%s.blk.%" PRIu32, ours, n);
        const tr_import_name their_layer = tr_import_named("%s/layer_%" PRIu32, theirs, n);
        if (!n && v) *ffn = v->dims[0];
        add_self_attention(b, our_layer.text, their_layer.text);
        if (decoder) add_cross_attention(b, our_layer.text, their_layer.text);
        add_ffn(b, our_layer.text, their_layer.text, *ffn);
        n++;
    }
    return n;
}

/* ---- Embeddings and positions -------------------------------------------------------------- */

static const char *source_table(const builder *b)
{
    static const char first[] = "encoder/embeddings_0/weight";
    return has(b, first) ? first : "encoder/embeddings/weight";
}

static void add_embeddings(builder *b)
{
    static const char target[] = "decoder/embeddings/weight",
                      output[] = "decoder/projection/weight";
    const tr_config *m = &b->im->config;
    const char *source = source_table(b);
    const tr_ct2_variable *t = tr_ct2_find(b->model, target);
    const bool tied = t == tr_ct2_find(b->model, output);

    if (tied && t == tr_ct2_find(b->model, source)) {
        b->im->ties = "all";
        add_matrix(b, "token_embd", source, m->source_vocab, m->d_model);
    } else {
        b->im->ties = tied ? "target" : "none";
        add_matrix(b, "source_embd", source, m->source_vocab, m->d_model);
        add_matrix(b, "target_embd", target, m->target_vocab, m->d_model);
    }
    if (!tied) add_matrix(b, "output", output, m->target_vocab, m->d_model);
    tr_ct2_take(b, output);
    if (has(b, "decoder/projection/bias"))
        add_vector(b, "output.bias", "decoder/projection/bias", m->target_vocab);
}

/* As CTranslate2 computes them, counted from 1. */
static void compute_positions(const tr_import_tensor *t, float *out)
{
    tr_import_float_sinusoids(t, 1, out);
}

/* The first `rows` of a table of the file. */
static void add_table(builder *b, const char *ours, const tr_ct2_variable *v, size_t rows)
{
    tr_ct2_variable *part = TR_REGION_TAKE(&b->im->memory, tr_ct2_variable, 1);
    tr_import_tensor *t = add(b, TR_IMPORT_TABLE, ours, rows, b->im->config.d_model);

    if (!part && b->rc == 0) b->rc = tr_fail_memory(b->err);
    if (b->rc < 0) return;
    *part = *v;
    part->dims[0] = (uint32_t)rows;
    part->n = rows * v->dims[1];
    t->part[t->n_parts++].array = part;
}

/* At most the rows that lengths ask for, and at least what the shorter of two tables has. */
static void limit_lengths(builder *b, size_t rows)
{
    tr_config *m = &b->im->config;
    const size_t around = tr_config_longest_source(m) - m->max_source;

    if (rows >= m->n_positions) return;
    if (rows <= around) {
        b->rc = tr_fail(b->err, TR_EFORMAT, "%s: its table of positions has %zu rows",
                        b->model->path, rows);
        return;
    }
    m->n_positions = m->max_target = (uint32_t)rows;
    if (m->max_source > rows - around) m->max_source = (uint32_t)(rows - around);
}

static void add_computed_positions(builder *b)
{
    const size_t d = b->im->config.d_model;

    if (d < 4 || d % 2)
        tr_ct2_refuse(b, TR_EFORMAT, source_table(b),
                      "is too narrow, or odd, for computed positions");
    tr_import_tensor *t = add(b, TR_IMPORT_TABLE, "position.weight", b->im->config.n_positions, d);
    if (t) t->compute = compute_positions;
}

static void add_positions(builder *b)
{
    static const char encoder[] = "encoder/position_encodings/encodings";
    static const char decoder[] = "decoder/position_encodings/encodings";
    tr_config *m = &b->im->config;

    tr_import_lengths(m, (uint32_t)b->im->options->max_source);
    if (!has(b, encoder) && !has(b, decoder)) {
        add_computed_positions(b);
        return;
    }
    const tr_ct2_variable *source = take_matrix(b, encoder, 0, m->d_model);
    const tr_ct2_variable *target = take_matrix(b, decoder, 0, m->d_model);
    if (b->rc < 0) return;
    m->learned_positions = true;
    limit_lengths(b, source->dims[0] < target->dims[0] ? source->dims[0] : target->dims[0]);
    if (source == target) {
        add_table(b, "position.weight", source, m->n_positions);
        return;
    }
    add_table(b, "source_position.weight", source, m->n_positions);
    add_table(b, "target_position.weight", target, m->n_positions);
}

/* ---- The network --------------------------------------------------------------------------- */

static void describe_sizes(builder *b)
{
    tr_config *m = &b->im->config;
    const tr_ct2_variable *source = require(b, source_table(b));
    const tr_ct2_variable *target = require(b, "decoder/embeddings/weight");

    if (b->rc < 0) return;
    if (source->n_dims != 2 || target->n_dims != 2) {
        tr_ct2_refuse(b, TR_EFORMAT, source->name, "is not a table of embeddings");
        return;
    }
    m->d_model = source->dims[1];
    m->source_vocab = source->dims[0];
    m->target_vocab = target->dims[0];
    describe_heads(b);
    if (b->rc == 0 && m->d_model % m->heads)
        tr_ct2_refuse(b, TR_EFORMAT, source->name,
                      "%" PRIu32 " columns cannot be shared by %" PRIu32 " heads", m->d_model,
                      m->heads);
}

static void describe_alignment(builder *b)
{
    tr_config *m = &b->im->config;
    double layer =
        tr_ct2_attribute(b, "decoder/alignment_layer", tr_ct2_attribute(b, "alignment_layer", -1));
    double heads =
        tr_ct2_attribute(b, "decoder/alignment_heads", tr_ct2_attribute(b, "alignment_heads", 1));

    if (layer < 0) layer += m->n_decoder_layers;
    if (heads == 0) heads = m->heads;
    if (!is_whole(layer, 0, m->n_decoder_layers - 1.0))
        tr_ct2_refuse(b, TR_EFORMAT, "decoder/alignment_layer", "is no layer");
    if (!is_whole(heads, 1, m->heads))
        tr_ct2_refuse(b, TR_EFORMAT, "decoder/alignment_heads", "are more than there are");
    if (b->rc < 0) return;
    m->alignment_layer = (int32_t)layer;
    m->alignment_heads = (uint32_t)heads;
}

static void add_network(builder *b)
{
    tr_config *m = &b->im->config;

    describe_sizes(b);
    if (b->rc == 0) tr_ct2_refuse_others(b);
    if (b->rc < 0) return;
    describe_activation(b);
    describe_scale(b);
    m->pre_norm = common_attribute(b, "pre_norm", 1) != 0;
    add_embeddings(b);
    add_positions(b);
    add_optional_norm(b, "enc.embd_norm", "encoder/layernorm_embedding");
    add_optional_norm(b, "dec.embd_norm", "decoder/layernorm_embedding");
    m->n_encoder_layers = add_layers(b, "enc", "encoder", false, &m->encoder_ffn);
    m->n_decoder_layers = add_layers(b, "dec", "decoder", true, &m->decoder_ffn);
    add_optional_norm(b, "enc.output_norm", "encoder/layer_norm");
    add_optional_norm(b, "dec.output_norm", "decoder/layer_norm");
    describe_alignment(b);
    tr_ct2_refuse_unused(b);
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
    builder b = {.im = im, .model = m, .err = err};

    b.used = calloc(m->n_variables + 1, sizeof *b.used);
    if (!b.used) return tr_fail_memory(err);
    add_network(&b);
    free(b.used);
    return b.rc;
}
