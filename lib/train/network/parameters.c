#include "train/network/parameters.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/pages.h"
#include "base/philox.h"
#include "kernels/gradients.h"
#include "model/weights.h"

/* Lists the tensors in order.  Without room for them it only counts. */
typedef struct builder {
    tr_parameters *p;
    const tr_shape *shape;
    size_t n_tensors, n_floats, n_parameters, n_panels;
} builder;

static size_t round_up(size_t n)
{
    return (n + 15) / 16 * 16;
}

static size_t add(builder *b, int kind, size_t n_out, size_t n_in, size_t parts, const char *prefix,
                  const char *name, const char *suffix)
{
    const size_t at = b->n_floats;
    if (b->p->tensors) {
        tr_parameter_tensor *t = &b->p->tensors[b->n_tensors];
        *t = (tr_parameter_tensor){
            .kind = kind, .n_out = n_out, .n_in = n_in, .at = at, .parts = parts};
        snprintf(t->name, sizeof t->name, "%s%s%s", prefix, name, suffix);
    }
    b->n_tensors++;
    b->n_floats += round_up(n_out * n_in);
    b->n_parameters += n_out * n_in;
    return at;
}

/* Panels of a matrix, both ways. */
static void add_panels(builder *b, tr_dense *dense)
{
    const tr_panel_format *format = &b->p->format;
    const size_t forward = round_up(tr_panels_size(format, dense->n_in, dense->n_out));
    const size_t backward = round_up(tr_panels_size(format, dense->n_out, dense->n_in));
    if (b->p->panels) {
        dense->forward = b->p->panels + b->n_panels;
        dense->backward = dense->forward + forward;
    }
    b->n_panels += forward + backward;
}

static void add_dense(builder *b, const char *prefix, const char *name, size_t n_out, size_t n_in,
                      size_t parts, tr_dense *dense)
{
    *dense = (tr_dense){.n_out = n_out, .n_in = n_in};
    dense->weight = add(b, TR_WEIGHTS, n_out, n_in, parts, prefix, name, ".weight");
    dense->bias = add(b, TR_BIAS, n_out, 1, parts, prefix, name, ".bias");
    add_panels(b, dense);
}

static void add_norm(builder *b, const char *prefix, const char *name, tr_gain *norm)
{
    const size_t d = b->shape->d_model;
    norm->gain = add(b, TR_NORM_GAIN, d, 1, 1, prefix, name, ".weight");
    norm->bias = add(b, TR_BIAS, d, 1, 1, prefix, name, ".bias");
}

static const char *part_name(enum tr_layer_part_id id)
{
    return tr_layer_parts[id].name;
}

static void add_self(builder *b, const char *prefix, tr_attention_block *block)
{
    const size_t d = b->shape->d_model;
    if (b->shape->norm_query_only) {
        add_dense(b, prefix, part_name(TR_ATTN_Q), d, d, 1, &block->q);
        add_dense(b, prefix, part_name(TR_ATTN_KV), 2 * d, d, 2, &block->kv);
    } else {
        add_dense(b, prefix, part_name(TR_ATTN_QKV), 3 * d, d, 3, &block->qkv);
    }
    add_dense(b, prefix, part_name(TR_ATTN_OUT), d, d, 1, &block->out);
    add_norm(b, prefix, part_name(TR_ATTN_NORM), &block->norm);
}

static void add_cross(builder *b, const char *prefix, tr_attention_block *block)
{
    const size_t d = b->shape->d_model;
    add_dense(b, prefix, part_name(TR_CROSS_ATTN_Q), d, d, 1, &block->q);
    add_dense(b, prefix, part_name(TR_CROSS_ATTN_KV), 2 * d, d, 2, &block->kv);
    add_dense(b, prefix, part_name(TR_CROSS_ATTN_OUT), d, d, 1, &block->out);
    add_norm(b, prefix, part_name(TR_CROSS_ATTN_NORM), &block->norm);
}

static void add_layer(builder *b, bool decoder, size_t i, tr_train_layer *layer)
{
    const size_t d = b->shape->d_model;
    const size_t ffn = decoder ? b->shape->decoder_ffn : b->shape->encoder_ffn;
    char prefix[32];

    snprintf(prefix, sizeof prefix, "%s.blk.%zu.", decoder ? "dec" : "enc", i);
    if (decoder && b->shape->ssru) {
        add_dense(b, prefix, part_name(TR_SSRU), 2 * d, d, 2, &layer->ssru);
        add_norm(b, prefix, part_name(TR_SSRU_NORM), &layer->ssru_norm);
    } else {
        add_self(b, prefix, &layer->self);
    }
    if (decoder) add_cross(b, prefix, &layer->cross);
    add_dense(b, prefix, part_name(TR_FFN_UP), ffn, d, 1, &layer->up);
    add_dense(b, prefix, part_name(TR_FFN_DOWN), d, ffn, 1, &layer->down);
    add_norm(b, prefix, part_name(TR_FFN_NORM), &layer->ffn_norm);
}

static void add_tables(builder *b)
{
    tr_parameters *p = b->p;
    const tr_shape *s = b->shape;
    const size_t d = s->d_model;
    const char *name = s->ties == TR_TIES_ALL ? "token_embd" : "source_embd";

    p->source_table = add(b, TR_EMBEDDING, s->source_vocab, d, 1, "", name, ".weight");
    p->target_table = p->source_table;
    if (s->ties != TR_TIES_ALL)
        p->target_table = add(b, TR_EMBEDDING, s->target_vocab, d, 1, "", "target_embd", ".weight");
    p->output = (tr_dense){
        .weight = p->target_table, .bias = TR_NO_BIAS, .n_out = s->target_vocab, .n_in = d};
    if (s->ties == TR_TIES_NONE)
        p->output.weight = add(b, TR_EMBEDDING, s->target_vocab, d, 1, "", "output", ".weight");
    if (s->output_bias)
        p->output.bias = add(b, TR_BIAS, s->target_vocab, 1, 1, "", "output", ".bias");
    add_panels(b, &p->output);
    if (s->learned_positions)
        p->positions = add(b, TR_EMBEDDING, s->n_positions, d, 1, "", "position", ".weight");
}

static void add_all(builder *b)
{
    tr_parameters *p = b->p;
    tr_train_layer none;

    add_tables(b);
    for (size_t i = 0; i < b->shape->n_encoder_layers; i++)
        add_layer(b, false, i, p->encoder ? &p->encoder[i] : &none);
    if (b->shape->pre_norm) add_norm(b, "", "enc.output_norm", &p->encoder_top);
    for (size_t i = 0; i < b->shape->n_decoder_layers; i++)
        add_layer(b, true, i, p->decoder ? &p->decoder[i] : &none);
    if (b->shape->pre_norm) add_norm(b, "", "dec.output_norm", &p->decoder_top);
}

void tr_parameters_count(const tr_shape *shape, const tr_panel_format *format, size_t *n_floats,
                         size_t *n_panels)
{
    tr_parameters none = {.format = *format};
    builder b = {.p = &none, .shape = shape};
    add_all(&b);
    *n_floats = b.n_floats;
    *n_panels = b.n_panels;
}

/* Zeroed floats on a cache line. */
static float *take(size_t n)
{
    void *p;
    if (posix_memalign(&p, 64, (n ? n : 16) * sizeof(float))) return NULL;
    tr_pages_large(p, n * sizeof(float));
    return memset(p, 0, n * sizeof(float));
}

static bool allocate(tr_parameters *p, const builder *b, bool learns)
{
    float **blocks[] = {&p->w, &p->g, &p->m, &p->v, &p->average};
    const size_t n_blocks = learns ? sizeof blocks / sizeof *blocks : 1;
    bool good = true;

    p->tensors = calloc(b->n_tensors, sizeof *p->tensors);
    p->encoder = calloc(b->shape->n_encoder_layers + 1, sizeof *p->encoder);
    p->decoder = calloc(b->shape->n_decoder_layers + 1, sizeof *p->decoder);
    p->panels = take(b->n_panels);
    for (size_t i = 0; i < n_blocks; i++) {
        *blocks[i] = take(b->n_floats);
        good = good && *blocks[i];
    }
    return good && p->tensors && p->encoder && p->decoder && p->panels;
}

static int create(tr_parameters *p, const tr_shape *shape, const tr_panel_format *format,
                  bool learns, tr_error *err)
{
    *p = (tr_parameters){.format = *format};
    builder count = {.p = p, .shape = shape};
    add_all(&count);
    p->shape = *shape;
    p->n_tensors = count.n_tensors;
    p->n_floats = count.n_floats;
    p->n_parameters = count.n_parameters;
    p->n_panels = count.n_panels;
    if (!allocate(p, &count, learns)) {
        tr_parameters_free(p);
        return tr_fail_memory(err);
    }
    builder b = {.p = p, .shape = &p->shape};
    add_all(&b);
    return 0;
}

int tr_parameters_create(tr_parameters *p, const tr_shape *shape, const tr_panel_format *format,
                         tr_error *err)
{
    return create(p, shape, format, true, err);
}

int tr_parameters_create_fixed(tr_parameters *p, const tr_shape *shape,
                               const tr_panel_format *format, tr_error *err)
{
    return create(p, shape, format, false, err);
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

/* Nearly normal: the sum of four uniform numbers (Irwin and Hall), which has variance 1/3. */
static double bell(const double u[4])
{
    return (u[0] + u[1] + u[2] + u[3] - 2) * sqrt(3);
}

static void initialise(const tr_parameters *p, size_t index, uint64_t seed)
{
    const tr_parameter_tensor *t = &p->tensors[index];
    const size_t d = p->shape.d_model;
    const bool positions = p->shape.learned_positions && t->at == p->positions;
    const double bound = sqrt(6 / (double)(t->n_in + t->n_out));
    const double deviation = positions ? 0.02 : 1 / sqrt((double)d);

    for (size_t i = 0; i < t->n_out * t->n_in; i++) {
        double u[4], x = t->kind == TR_NORM_GAIN;
        if (t->kind == TR_WEIGHTS || t->kind == TR_EMBEDDING) {
            four_uniforms(seed, index, i, u);
            x = t->kind == TR_WEIGHTS ? (2 * u[0] - 1) * bound : bell(u) * deviation;
        }
        p->w[t->at + i] = (float)x;
    }
}

void tr_parameters_initialise(tr_parameters *p, uint64_t seed)
{
    for (size_t i = 0; i < p->n_tensors; i++)
        initialise(p, i, seed);
    memcpy(p->average, p->w, p->n_floats * sizeof *p->w);
}
