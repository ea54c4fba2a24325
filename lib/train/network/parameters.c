#include "train/network/parameters.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/numbers/philox.h"
#include "kernels/gradients.h"
#include "model/weights.h"
#include "train/network/pages.h"

/* Lists the tensors in order, or only counts while p->tensors and p->panels are NULL. */
typedef struct tensor_layout {
    tr_parameters *p;
    const tr_shape *shape;
    bool kept; /* the layers' matrices */
    size_t n_tensors, n_floats, n_parameters, n_panels;
} tensor_layout;

static size_t round_up(size_t n)
{
    return (n + 15) / 16 * 16;
}

static size_t add_parameter(tensor_layout *l, int kind, size_t n_out, size_t n_in,
                            const char *prefix, const char *name, const char *suffix)
{
    const bool kept = l->kept || (kind != TR_WEIGHTS && kind != TR_EMBEDDING);
    const size_t at = kept ? l->n_floats : TR_NOT_KEPT;
    if (l->p->tensors) {
        tr_parameter_tensor *t = &l->p->tensors[l->n_tensors];
        *t = (tr_parameter_tensor){
            .kind = kind, .n_out = n_out, .n_in = n_in, .at = at, .parts = 1, .heights = {n_out}};
        snprintf(t->name, sizeof t->name, "%s%s%s", prefix, name, suffix);
    }
    l->n_tensors++;
    if (kept) l->n_floats += round_up(n_out * n_in);
    l->n_parameters += n_out * n_in;
    return at;
}

/* Room for panels of a matrix and of its transpose. */
static void add_panels(tensor_layout *l, tr_dense *dense)
{
    const tr_panel_format *format = &l->p->format;
    const size_t forward = round_up(tr_panels_size(format, dense->n_in, dense->n_out));
    const size_t backward = round_up(tr_panels_size(format, dense->n_out, dense->n_in));
    if (l->p->panels) {
        dense->forward = l->p->panels + l->n_panels;
        dense->backward = dense->forward + forward;
    }
    l->n_panels += forward + backward;
}

/* Says of the last tensor that it is so many matrices of `heights` rows; 0: none. */
static void cut_tensor(tensor_layout *l, const size_t heights[3])
{
    if (!l->p->tensors) return;
    tr_parameter_tensor *t = &l->p->tensors[l->n_tensors - 1];
    t->parts = 0;
    for (size_t i = 0; i < 3; i++)
        if (heights[i]) t->heights[t->parts++] = heights[i];
}

/* A map to outputs of up to three kinds, one below the other. */
static void add_dense(tensor_layout *l, const char *prefix, const char *name,
                      const size_t heights[3], size_t n_in, tr_dense *dense)
{
    const size_t n_out = heights[0] + heights[1] + heights[2];
    *dense = (tr_dense){.n_out = n_out, .n_in = n_in, .tensor = l->n_tensors};
    dense->weight = add_parameter(l, TR_WEIGHTS, n_out, n_in, prefix, name, ".weight");
    cut_tensor(l, heights);
    dense->bias = add_parameter(l, TR_BIAS, n_out, 1, prefix, name, ".bias");
    cut_tensor(l, heights);
    add_panels(l, dense);
}

static void add_norm(tensor_layout *l, const char *prefix, const char *name, tr_layer_norm *norm)
{
    const size_t d = l->shape->d_model;
    norm->gain = add_parameter(l, TR_NORM_GAIN, d, 1, prefix, name, ".weight");
    norm->bias = add_parameter(l, TR_BIAS, d, 1, prefix, name, ".bias");
}

#define ROWS(...) ((const size_t[3]){__VA_ARGS__})

static const char *part_name(enum tr_layer_part_id id)
{
    return tr_layer_parts[id].name;
}

/* The tensor of a block's score. */
static void add_score(tensor_layout *l, const char *prefix, const char *name, bool cross,
                      tr_attention_block *block)
{
    const int score = tr_shape_score(l->shape, cross);
    const size_t heads = l->shape->heads, d = tr_shape_head(l->shape, cross).key;
    const int kind = score == TR_COSINE     ? TR_SCORE_EXPONENT
                     : score == TR_ADDITIVE ? TR_SCORE_WEIGHT
                                            : TR_SCORE_MAP;

    block->n_score = tr_score_parameters(score, heads, d);
    const size_t n_in = kind == TR_SCORE_MAP ? d : 1;
    if (block->n_score)
        block->score = add_parameter(l, kind, block->n_score / n_in, n_in, prefix, name, ".weight");
}

static void add_self(tensor_layout *l, const char *prefix, tr_attention_block *block)
{
    const size_t d = l->shape->d_model;
    const tr_head_widths w = tr_shape_heads(l->shape, false);
    if (l->shape->norm_query_only) {
        add_dense(l, prefix, part_name(TR_ATTN_Q), ROWS(w.query), d, &block->q);
        add_dense(l, prefix, part_name(TR_ATTN_KV), ROWS(w.key, w.value), d, &block->kv);
    } else {
        add_dense(l, prefix, part_name(TR_ATTN_QKV), ROWS(w.query, w.key, w.value), d, &block->qkv);
    }
    add_dense(l, prefix, part_name(TR_ATTN_OUT), ROWS(d), w.value, &block->out);
    add_norm(l, prefix, part_name(TR_ATTN_NORM), &block->norm);
    add_score(l, prefix, "attn_score", false, block);
}

static void add_cross(tensor_layout *l, const char *prefix, tr_attention_block *block)
{
    const size_t d = l->shape->d_model;
    const tr_head_widths w = tr_shape_heads(l->shape, true);
    add_dense(l, prefix, part_name(TR_CROSS_ATTN_Q), ROWS(w.query), d, &block->q);
    add_dense(l, prefix, part_name(TR_CROSS_ATTN_KV), ROWS(w.key, w.value), d, &block->kv);
    add_dense(l, prefix, part_name(TR_CROSS_ATTN_OUT), ROWS(d), w.value, &block->out);
    add_norm(l, prefix, part_name(TR_CROSS_ATTN_NORM), &block->norm);
    add_score(l, prefix, "cross_attn_score", true, block);
}

static void add_layer(tensor_layout *l, bool decoder, size_t i, tr_train_layer *layer)
{
    const size_t d = l->shape->d_model;
    const size_t ffn = decoder ? l->shape->decoder_ffn : l->shape->encoder_ffn;
    char prefix[32];

    snprintf(prefix, sizeof prefix, "%s.blk.%zu.", decoder ? "dec" : "enc", i);
    if (decoder && l->shape->ssru) {
        add_dense(l, prefix, part_name(TR_SSRU), ROWS(d, d), d, &layer->ssru);
        add_norm(l, prefix, part_name(TR_SSRU_NORM), &layer->ssru_norm);
    } else {
        add_self(l, prefix, &layer->self);
    }
    if (decoder) add_cross(l, prefix, &layer->cross);
    add_dense(l, prefix, part_name(TR_FFN_UP), ROWS(ffn), d, &layer->up);
    add_dense(l, prefix, part_name(TR_FFN_DOWN), ROWS(d), ffn, &layer->down);
    add_norm(l, prefix, part_name(TR_FFN_NORM), &layer->ffn_norm);
}

/* One table for both sides, or one for each. */
static void add_positions(tensor_layout *l)
{
    const size_t n = l->shape->n_positions, d = l->shape->d_model;
    const bool two = l->shape->two_positions;
    size_t *const at = l->p->positions;

    at[0] =
        add_parameter(l, TR_POSITIONS, n, d, "", two ? "source_position" : "position", ".weight");
    at[1] = two ? add_parameter(l, TR_POSITIONS, n, d, "", "target_position", ".weight") : at[0];
}

static void add_tables(tensor_layout *l)
{
    tr_parameters *p = l->p;
    const tr_shape *s = l->shape;
    const size_t d = s->d_model;
    const bool one_input = s->ties == TR_TIES_ALL || s->ties == TR_TIES_INPUTS;
    const char *name = one_input ? "token_embd" : "source_embd";

    p->source_tensor = l->n_tensors;
    p->source_table = add_parameter(l, TR_EMBEDDING, s->source_vocab, d, "", name, ".weight");
    p->target_table = p->source_table;
    p->target_tensor = one_input ? p->source_tensor : l->n_tensors;
    if (!one_input)
        p->target_table =
            add_parameter(l, TR_EMBEDDING, s->target_vocab, d, "", "target_embd", ".weight");
    const bool own = s->ties == TR_TIES_NONE || s->ties == TR_TIES_INPUTS;
    p->output = (tr_dense){.weight = p->target_table,
                           .bias = TR_NO_BIAS,
                           .tensor = own ? l->n_tensors : p->target_tensor,
                           .n_out = s->target_vocab,
                           .n_in = d};
    if (own)
        p->output.weight =
            add_parameter(l, TR_EMBEDDING, s->target_vocab, d, "", "output", ".weight");
    if (s->output_bias)
        p->output.bias = add_parameter(l, TR_BIAS, s->target_vocab, 1, "", "output", ".bias");
    add_panels(l, &p->output);
    if (s->learned_positions) add_positions(l);
    if (!s->embedding_norm) return;
    add_norm(l, "enc.", "embd_norm", &p->embedding_norms[0]);
    add_norm(l, "dec.", "embd_norm", &p->embedding_norms[1]);
}

/* Layers whose matrices are read have one room for their panels, one after the other. */
static void add_layers(tensor_layout *l, bool decoder, size_t n, tr_train_layer *layers)
{
    const size_t before = l->n_panels;
    size_t most = before;
    tr_train_layer none = {0};

    for (size_t i = 0; i < n; i++) {
        if (!l->kept) l->n_panels = before;
        add_layer(l, decoder, i, layers ? &layers[i] : &none);
        most = l->n_panels > most ? l->n_panels : most;
    }
    l->n_panels = most;
}

static void add_all(tensor_layout *l)
{
    tr_parameters *p = l->p;

    add_tables(l);
    add_layers(l, false, l->shape->n_encoder_layers, p->encoder);
    if (l->shape->pre_norm) add_norm(l, "", "enc.output_norm", &p->encoder_top);
    add_layers(l, true, l->shape->n_decoder_layers, p->decoder);
    if (l->shape->pre_norm) add_norm(l, "", "dec.output_norm", &p->decoder_top);
}

void tr_parameters_count(const tr_shape *shape, const tr_panel_format *format, bool kept,
                         size_t *n_floats, size_t *n_panels)
{
    tr_parameters none = {.format = *format};
    tensor_layout l = {.p = &none, .shape = shape, .kept = kept};
    add_all(&l);
    *n_floats = l.n_floats;
    *n_panels = l.n_panels;
}

float *tr_parameters_floats(size_t n)
{
    void *p;
    if (posix_memalign(&p, 64, (n ? n : 16) * sizeof(float))) return NULL;
    tr_pages_large(p, n * sizeof(float));
    return memset(p, 0, n * sizeof(float));
}

static bool allocate_parameters(tr_parameters *p, const tensor_layout *l, bool learns)
{
    float **blocks[] = {&p->w, &p->g, &p->m, &p->v, &p->average};
    const size_t n_blocks = learns ? sizeof blocks / sizeof *blocks : 1;
    bool good = true;

    p->tensors = calloc(l->n_tensors, sizeof *p->tensors);
    p->encoder = calloc(l->shape->n_encoder_layers + 1, sizeof *p->encoder);
    p->decoder = calloc(l->shape->n_decoder_layers + 1, sizeof *p->decoder);
    p->panels = tr_parameters_floats(l->n_panels);
    for (size_t i = 0; i < n_blocks; i++) {
        *blocks[i] = tr_parameters_floats(l->n_floats);
        good = good && *blocks[i];
    }
    return good && p->tensors && p->encoder && p->decoder && p->panels;
}

static int create_parameters(tr_parameters *p, const tr_shape *shape, const tr_panel_format *format,
                             bool learns, const tr_weight_source *source, tr_error *err)
{
    const bool kept = !source;
    *p = (tr_parameters){.format = *format};
    tensor_layout count = {.p = p, .shape = shape, .kept = kept};
    add_all(&count);
    p->shape = *shape;
    p->n_tensors = count.n_tensors;
    p->n_floats = count.n_floats;
    p->n_parameters = count.n_parameters;
    p->n_panels = count.n_panels;
    if (!allocate_parameters(p, &count, learns)) {
        tr_parameters_free(p);
        return tr_fail_memory(err);
    }
    tensor_layout l = {.p = p, .shape = &p->shape, .kept = kept};
    add_all(&l);
    if (source) p->source = *source;
    return 0;
}

int tr_parameters_create(tr_parameters *p, const tr_shape *shape, const tr_panel_format *format,
                         tr_error *err)
{
    return create_parameters(p, shape, format, true, NULL, err);
}

int tr_parameters_create_fixed(tr_parameters *p, const tr_shape *shape,
                               const tr_panel_format *format, tr_error *err)
{
    return create_parameters(p, shape, format, false, NULL, err);
}

int tr_parameters_create_read(tr_parameters *p, const tr_shape *shape,
                              const tr_panel_format *format, const tr_weight_source *source,
                              tr_error *err)
{
    return create_parameters(p, shape, format, false, source, err);
}

void tr_parameters_free(tr_parameters *p)
{
    free(p->tensors);
    free(p->encoder);
    free(p->decoder);
    free(p->panels);
    free(p->w);
    free(p->g);
    free(p->m);
    free(p->v);
    free(p->average);
    *p = (tr_parameters){0};
}

void tr_layer_list_maps(tr_train_layer *l, tr_dense *maps[TR_LAYER_MAPS])
{
    tr_dense *const all[TR_LAYER_MAPS] = {&l->self.qkv, &l->self.q,   &l->self.kv,   &l->self.out,
                                          &l->cross.q,  &l->cross.kv, &l->cross.out, &l->ssru,
                                          &l->up,       &l->down};
    memcpy(maps, all, sizeof all);
}

const tr_parameter_tensor *tr_parameters_find(const tr_parameters *p, const char *name)
{
    for (size_t i = 0; i < p->n_tensors; i++)
        if (!strcmp(p->tensors[i].name, name)) return &p->tensors[i];
    return NULL;
}

/* ---- First values ---- */

/* Element i of tensor number t: four uniform numbers in (0, 1). */
static void four_uniforms(uint64_t seed, size_t t, size_t i, double u[4])
{
    const uint32_t counter[4] = {(uint32_t)i, (uint32_t)t, 0x696e6974,
                                 (uint32_t)((uint64_t)i >> 32)};
    uint32_t word[4];
    tr_philox(counter, seed, word);
    for (size_t j = 0; j < 4; j++)
        u[j] = ((double)word[j] + 0.5) * 0x1p-32;
}

/* A nearly normal number of variance 1: the sum of four uniform ones (Irwin and Hall) has 1/3. */
static double nearly_normal(const double u[4])
{
    return (u[0] + u[1] + u[2] + u[3] - 2) * sqrt(3);
}

static void initialise_tensor(const tr_parameters *p, size_t index, uint64_t seed)
{
    const tr_parameter_tensor *t = &p->tensors[index];
    const size_t d = p->shape.d_model;
    const bool table = t->kind == TR_EMBEDDING || t->kind == TR_POSITIONS;
    const size_t n_out = t->kind == TR_SCORE_WEIGHT ? t->n_out / p->shape.heads : t->n_out;
    const double bound = sqrt(6 / (double)(t->n_in + n_out));
    const double deviation = t->kind == TR_POSITIONS ? 0.02 : 1 / sqrt((double)d);

    for (size_t i = 0; i < t->n_out * t->n_in; i++) {
        double u[4], x = t->kind == TR_NORM_GAIN;
        if (t->kind == TR_WEIGHTS || table || t->kind == TR_SCORE_WEIGHT) {
            four_uniforms(seed, index, i, u);
            x = table ? nearly_normal(u) * deviation : (2 * u[0] - 1) * bound;
        }
        if (t->kind == TR_SCORE_EXPONENT) x = log(8);
        if (t->kind == TR_SCORE_MAP) x = i / t->n_in % t->n_in == i % t->n_in;
        p->w[t->at + i] = (float)x;
    }
}

void tr_parameters_initialise(tr_parameters *p, uint64_t seed)
{
    for (size_t i = 0; i < p->n_tensors; i++)
        initialise_tensor(p, i, seed);
    memcpy(p->average, p->w, p->n_floats * sizeof *p->w);
}
