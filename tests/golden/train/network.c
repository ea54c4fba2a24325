#include "golden/train/network.h"

#include <stdio.h>
#include <stdlib.h>

#include "golden/train/weights.h"
#include "train/optimiser/gradient_norm.h"

// clang-format off
const golden_network networks[N_NETWORKS] = {
    {"post-relu-tied",            24, 4, 40, 2, 2, 61, 61, 64, TR_RELU,
     .cases = {"smoothed", "plain", "dropout", "kl"}},
    {"pre-swish-untied",          32, 2, 48, 2, 1, 53, 47, 64, TR_SWISH, .pre_norm = true,
     .cases = {"smoothed", "dropout"}},
    {"post-gelu-erf-learned",     16, 2, 24, 1, 2, 50, 50, 16, TR_GELU_ERF,
     .learned_positions = true, .cases = {"smoothed", "dropout"}},
    {"post-gelu-sigmoid-learned", 16, 2, 24, 1, 2, 50, 50, 16, TR_GELU_SIGMOID,
     .learned_positions = true, .cases = {"smoothed", "dropout"}},
    {"pre-relu-query-only",       24, 3, 32, 1, 1, 40, 40, 64, TR_RELU, .pre_norm = true,
     .norm_query_only = true, .cases = {"smoothed", "dropout"}},
    {"post-relu-ssru",            20, 5, 32, 2, 2, 44, 44, 64, TR_RELU, .ssru = true,
     .cases = {"smoothed", "dropout"}},
};
// clang-format on

static tr_shape shape_of(const golden_network *n)
{
    return (tr_shape){.d_model = n->d_model,
                      .heads = n->heads,
                      .encoder_ffn = n->ffn,
                      .decoder_ffn = n->ffn,
                      .n_encoder_layers = n->encoder_layers,
                      .n_decoder_layers = n->decoder_layers,
                      .source_vocab = n->source_vocab,
                      .target_vocab = n->target_vocab,
                      .n_positions = n->n_positions,
                      .ties = n->source_vocab == n->target_vocab ? TR_TIES_ALL : TR_TIES_NONE,
                      .activation = n->activation,
                      .learned_positions = n->learned_positions,
                      .pre_norm = n->pre_norm,
                      .norm_query_only = n->norm_query_only,
                      .ssru = n->ssru,
                      .epsilon = 1e-6f,
                      .output_bias = true};
}

void open_model(model *m, const golden_network *n, const char *file, unsigned cpu, size_t threads)
{
    const tr_pack_limits limits = {.rows = MAX_ROWS, .longest = 16, .teacher = true};
    tr_shape shape = shape_of(n);
    const tr_panel_format format = {1, 1};
    tr_error err;
    npz z;

    if (!open_fixture(&z, n->name, file)) give_up("a fixture");
    if (tr_parameters_create(&m->p, &shape, &format, &err) < 0 ||
        tr_workers_create(&m->workers, threads, tr_transformer_scratch(&shape, &limits), &err) < 0)
        give_up(err.msg);
    visit_all(&z, &m->p, "", set_weight, &m->p);
    close_fixture(&z);
    tr_transformer_sinusoids(64, shape.d_model, m->positions);
    if (tr_transformer_create(&m->t, &m->p, m->workers, cpu, TR_FLOAT32,
                              shape.learned_positions ? NULL : m->positions, &limits, &err) < 0)
        give_up(err.msg);
    m->norm_room = calloc(tr_gradient_norm_room(&m->p), sizeof *m->norm_room);
    tr_workers_begin(m->workers);
    tr_transformer_pack(m->t);
}

void close_model(model *m)
{
    tr_transformer_free(m->t);
    tr_workers_free(m->workers);
    tr_parameters_free(&m->p);
    free(m->norm_room);
}

static void read_side(const npz *z, const char *prefix, const char *side, int32_t *ids,
                      size_t *start, tr_pack_side *s, size_t *n)
{
    char name[80];
    size_t n_rows;

    snprintf(name, sizeof name, "%s%s", prefix, side);
    double *x = read_array(z, name, &n_rows);
    for (size_t i = 0; i < n_rows; i++)
        ids[i] = (int32_t)x[i];
    free(x);
    snprintf(name, sizeof name, "%s%s_lengths", prefix, side);
    x = read_array(z, name, n);
    start[0] = 0;
    for (size_t i = 0; i < *n; i++)
        start[i + 1] = start[i] + (size_t)x[i];
    free(x);
    *s = (tr_pack_side){.ids = ids, .start = start, .n_rows = n_rows};
}

void read_batch(batch *b, const npz *z, const char *prefix)
{
    read_side(z, prefix, "source", b->ids[0], b->start[0], &b->pack.source, &b->pack.n_sentences);
    read_side(z, prefix, "target", b->ids[1], b->start[1], &b->pack.target, &b->pack.n_sentences);
}

tr_dropout dropout_of(double p, uint64_t seed, size_t step)
{
    return (tr_dropout){.seed = seed,
                        .step = (uint32_t)step,
                        .threshold = (uint32_t)(p * 4294967296.0),
                        .scale = (float)(1 / (1 - p))};
}
