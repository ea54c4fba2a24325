/*
 * adapters.c - a network that has adapters is the network whose matrices are W + scale B A; and the
 * gradients of A and B follow from that network's gradient of W, which differences.c judges.
 */
#include "train/network/adapters.h"

#include <math.h>
#include <string.h>

#include "base/cpu.h"
#include "unit/trainee.h"
#include "unit/unit.h"

enum { SENTENCES = 30, SOURCE = 7, TARGET = 5, VOCAB = 21, D = 16, HEADS = 2, RANK = 3 };

static const tr_adapting every = {RANK, TR_ADAPT_ALL, 0.5};

/* The base, which keeps its matrices; it becomes the merged network. */
static trainee base;

/* The same network with adapters, which reads them from here. */
static tr_parameters own, kept;
static tr_adapters adapters;
static tr_transformer *network;
static tr_workers *workers;

static void read_kept(const void *ctx, const tr_parameter_tensor *t, size_t first, size_t n,
                      float *to)
{
    const tr_parameter_tensor *from = tr_parameters_find(ctx, t->name);
    const float *w = ((const tr_parameters *)ctx)->w + from->at;
    memcpy(to, w + first * t->n_in, n * t->n_in * sizeof *to);
}

static void open_network(int kind, const tr_adapting *adapting, size_t threads)
{
    static const tr_panel_format format = {1, 1};
    const tr_weight_source source = {read_kept, &kept};
    const tr_pack_limits limits = {
        .rows = TRAINEE_ROWS, .longest = TRAINEE_LONGEST, .rank = adapting->rank};
    const tr_shape shape = trainee_shape(kind, D, HEADS, VOCAB);
    uint32_t state = 3;
    tr_error err;

    trainee_open(&base, &shape, SENTENCES, SOURCE, TARGET);
    ck_assert_int_eq(tr_parameters_create_fixed(&kept, &shape, &format, &err), 0);
    memcpy(kept.w, base.p.w, kept.n_floats * sizeof *kept.w);
    ck_assert_int_eq(tr_parameters_create_read(&own, &shape, &format, &source, &err), 0);
    for (size_t i = 0; i < own.n_tensors; i++)
        if (own.tensors[i].at != TR_NOT_KEPT)
            read_kept(&kept, &own.tensors[i], 0, own.tensors[i].n_out, own.w + own.tensors[i].at);
    ck_assert_int_eq(tr_adapters_create(&adapters, &own, adapting, 9, &err), 0);
    for (size_t i = 0; i < adapters.factors.n_floats; i++)
        adapters.factors.w[i] += 0.3f * trainee_noise(&state);
    ck_assert_int_eq(
        tr_workers_create(&workers, threads, tr_transformer_scratch(&shape, &limits), &err), 0);
    ck_assert_int_eq(tr_transformer_create(&network, &own, workers, tr_cpu_detect(), TR_FLOAT32,
                                           trainee_positions(&base), &limits, &err),
                     0);
    tr_transformer_pack_output(network);
    tr_transformer_pack(network);
}

static void close_network(void)
{
    tr_transformer_free(network);
    tr_workers_free(workers);
    tr_adapters_free(&adapters);
    tr_parameters_free(&own);
    tr_parameters_free(&kept);
    trainee_close(&base);
}

/* The base gets the matrices that the adapters make. */
static void merge(void)
{
    tr_dense *maps[TR_LAYER_MAPS];
    const size_t n = own.shape.n_encoder_layers, all = n + own.shape.n_decoder_layers;

    for (size_t i = 0; i < all; i++) {
        tr_layer_list_maps(i < n ? &own.encoder[i] : &own.decoder[i - n], maps);
        for (size_t m = 0; m < TR_LAYER_MAPS; m++) {
            if (!maps[m]->n_out) continue;
            const char *name = own.tensors[maps[m]->tensor].name;
            tr_adapters_add(&adapters, maps[m]->tensor, adapters.factors.w, 0, maps[m]->n_out,
                            base.p.w + tr_parameters_find(&base.p, name)->at);
        }
    }
    tr_transformer_pack(base.t);
}

static double run(tr_transformer *t)
{
    const tr_dropout dropout = {
        .seed = 3, .step = 1, .threshold = UINT32_C(0x20000000), .scale = 8.0f / 7};
    const tr_loss_options options = {.smoothing = 0.1f, .weight = 1, .backward = true};
    tr_loss_sums sums = {0};
    tr_transformer_forward(t, &base.pack, &dropout);
    tr_transformer_loss(t, &base.pack, &options, &sums);
    return sums.loss;
}

/* ---- Gradients */

static double largest(const double *x, size_t n)
{
    double most = 0;
    for (size_t i = 0; i < n; i++)
        most = fmax(most, fabs(x[i]));
    return most;
}

static void check_factor(const char *what, const tr_dense *factor, const double *expected)
{
    const size_t n = factor->n_out * factor->n_in;
    const double close = 1e-4 * largest(expected, n) + 1e-5;

    ck_assert_double_gt(largest(expected, n), 1e-4);
    for (size_t i = 0; i < n; i++)
        ck_assert_msg(fabs(expected[i] - (double)adapters.factors.g[factor->weight + i]) < close,
                      "%s %s[%zu]: %g, not %g", what, adapters.factors.tensors[factor->tensor].name,
                      i, (double)adapters.factors.g[factor->weight + i], expected[i]);
}

/* g: the gradient of the part's matrix. */
static void check_adapter(const char *what, const tr_adapter *a, const float *g)
{
    static double expected[D * 40];
    const float *down = adapters.factors.w + a->down.weight,
                *up = adapters.factors.w + a->up.weight;
    const size_t n_in = a->down.n_in, n_out = a->up.n_out;

    memset(expected, 0, sizeof expected);
    for (size_t o = 0; o < n_out; o++)
        for (size_t k = 0; k < RANK; k++)
            for (size_t i = 0; i < n_in; i++)
                expected[o * RANK + k] +=
                    every.scale * (double)g[o * n_in + i] * (double)down[k * n_in + i];
    check_factor(what, &a->up, expected);
    memset(expected, 0, sizeof expected);
    for (size_t o = 0; o < n_out; o++)
        for (size_t k = 0; k < RANK; k++)
            for (size_t i = 0; i < n_in; i++)
                expected[k * n_in + i] +=
                    every.scale * (double)g[o * n_in + i] * (double)up[o * RANK + k];
    check_factor(what, &a->down, expected);
}

/* Keys that all queries look at alike have no gradient to speak of; nor have those of places. */
static bool has_gradient(const tr_adapter *a, const char *name)
{
    const bool cross = strstr(name, "cross") != NULL;
    return a->matrix != TR_ADAPT_K || tr_shape_score(&own.shape, cross) != TR_LOCATION;
}

static void check_gradients(const char *what)
{
    const size_t n = own.shape.n_encoder_layers, all = n + own.shape.n_decoder_layers;
    tr_dense *maps[TR_LAYER_MAPS];
    size_t checked = 0;

    for (size_t i = 0; i < all; i++) {
        tr_layer_list_maps(i < n ? &own.encoder[i] : &own.decoder[i - n], maps);
        for (size_t m = 0; m < TR_LAYER_MAPS; m++)
            for (size_t k = 0; k < maps[m]->n_adapters; k++) {
                const tr_adapter *a = &maps[m]->adapters[k];
                const char *name = own.tensors[maps[m]->tensor].name;
                const float *g = base.p.g + tr_parameters_find(&base.p, name)->at;
                if (a->up.n_out && has_gradient(a, name))
                    check_adapter(what, a, g + a->first * a->down.n_in);
                checked++;
            }
    }
    ck_assert_uint_eq(checked, adapters.n);
}

static void check_kind(int kind)
{
    const char *const what = trainee_kind_name(kind);

    open_network(kind, &every, 2);
    const double adapted = run(network);
    merge();
    const double merged = run(base.t);
    ck_assert_msg(adapted == merged, "%s: a loss of %.9g, not %.9g", what, adapted, merged);
    const tr_transformer_view a = tr_transformer_look(network), b = tr_transformer_look(base.t);
    const size_t source = SENTENCES * SOURCE * D * sizeof(float);
    const size_t target = SENTENCES * TARGET * D * sizeof(float);
    ck_assert_mem_eq(a.memory, b.memory, source);
    ck_assert_mem_eq(a.d_memory, b.d_memory, source);
    ck_assert_mem_eq(a.d_states, b.d_states, target);
    check_gradients(what);
    close_network();
}

START_TEST(it_is_the_merged_network)
{
    for (int kind = 0; kind < TRAINEE_ALL_KINDS; kind++)
        check_kind(kind);
}
END_TEST

/* ---- What there is */

START_TEST(the_matrices_that_were_asked_for)
{
    static const struct {
        int kind;
        size_t matrices, n;
    } rows[] = {
        {TRAINEE_SHIPPED, TR_ADAPT_Q | TR_ADAPT_V, 2 * 2 + 2 * 4},
        {TRAINEE_QUERY_ONLY, TR_ADAPT_Q | TR_ADAPT_V, 2 * 2 + 2 * 4},
        {TRAINEE_SSRU, TR_ADAPT_Q | TR_ADAPT_V, 2 * 2 + 2 * 2},
        {TRAINEE_SHIPPED, TR_ADAPT_UP | TR_ADAPT_DOWN, 4 * 2},
        {TRAINEE_SHIPPED, TR_ADAPT_ALL, 2 * 6 + 2 * 10},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const tr_adapting some = {2, rows[i].matrices, 1};
        open_network(rows[i].kind, &some, 1);
        ck_assert_uint_eq(adapters.n, rows[i].n);
        ck_assert_uint_eq(adapters.factors.n_tensors, 2 * rows[i].n);
        ck_assert_uint_eq(adapters.factors.n_parameters, tr_adapters_count(&own.shape, &some));
        close_network();
    }
}
END_TEST

START_TEST(a_beginning_changes_nothing)
{
    static const tr_panel_format format = {1, 1};
    const tr_weight_source source = {read_kept, &kept};
    const tr_shape shape = trainee_shape(TRAINEE_SHIPPED, D, HEADS, VOCAB);
    float rows[D * D] = {0};
    tr_error err;

    ck_assert_int_eq(tr_parameters_create_read(&own, &shape, &format, &source, &err), 0);
    ck_assert_int_eq(tr_adapters_create(&adapters, &own, &every, 1, &err), 0);
    const tr_dense *qkv = &own.encoder[0].self.qkv;
    tr_adapters_add(&adapters, qkv->tensor, adapters.factors.w, 0, D, rows);
    for (size_t i = 0; i < D * D; i++)
        ck_assert_float_eq(rows[i], 0);
    float most = 0, least = 0;
    for (size_t i = 0; i < RANK * D; i++) {
        most = fmaxf(most, adapters.factors.w[qkv->adapters[0].down.weight + i]);
        least = fminf(least, adapters.factors.w[qkv->adapters[0].down.weight + i]);
    }
    ck_assert(most > 0.15f && most < 0.25f && least < -0.15f && least > -0.25f);
    tr_adapters_free(&adapters);
    tr_parameters_free(&own);
}
END_TEST

START_TEST(a_share_of_what_was_learnt)
{
    float whole[D * D] = {0}, half[D * D] = {0};

    open_network(TRAINEE_SHIPPED, &every, 1);
    const tr_dense *up = &own.decoder[1].up;
    tr_adapters_share(&adapters, adapters.factors.w, 0.5f, adapters.factors.average);
    tr_adapters_add(&adapters, up->tensor, adapters.factors.w, 1, 5, whole);
    tr_adapters_add(&adapters, up->tensor, adapters.factors.average, 1, 5, half);
    for (size_t i = 0; i < 5 * D; i++)
        ck_assert_float_eq(half[i], whole[i] / 2);
    ck_assert_float_eq(whole[5 * D], 0);
    ck_assert_float_ne(whole[0], 0);
    close_network();
}
END_TEST

START_TEST(what_cannot_be)
{
    static const tr_adapting no_rank = {0, TR_ADAPT_Q, 1}, no_matrix = {1, 0, 1},
                             large = {TR_ADAPTER_RANK_MOST + 1, TR_ADAPT_Q, 1};
    static const tr_panel_format format = {1, 1};
    const tr_weight_source source = {read_kept, &kept};
    const tr_shape shape = trainee_shape(TRAINEE_SHIPPED, D, HEADS, VOCAB);
    tr_error err;

    ck_assert_int_eq(tr_parameters_create_read(&own, &shape, &format, &source, &err), 0);
    ck_assert_int_eq(tr_adapters_create(&adapters, &own, &no_rank, 1, &err), TR_EINVAL);
    ck_assert_int_eq(tr_adapters_create(&adapters, &own, &large, 1, &err), TR_EINVAL);
    ck_assert_int_eq(tr_adapters_create(&adapters, &own, &no_matrix, 1, &err), TR_EINVAL);
    tr_parameters_free(&own);
}
END_TEST

UNIT_MAIN("adapters", it_is_the_merged_network, the_matrices_that_were_asked_for,
          a_beginning_changes_nothing, a_share_of_what_was_learnt, what_cannot_be)
