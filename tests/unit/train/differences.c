/*
 * differences.c - the gradient of every tensor of a random network of each kind is what the loss
 * changes by when a parameter does: numerical differentiation, which knows nothing of how the
 * gradient was computed.
 */
#include <math.h>
#include <string.h>

#include "base/cpu.h"
#include "model/config.h"
#include "train/transformer.h"
#include "unit/unit.h"

enum { SENTENCES = 2, SOURCE = 5, TARGET = 4, POSITIONS = 16, VOCAB = 21, D = 16 };
enum { PARAMETERS = 3, CANDIDATES = 60 }; /* of a tensor: checked; tried */

typedef struct network {
    tr_parameters p;
    tr_workers *workers;
    tr_transformer *t;
    float positions[POSITIONS * D];
    int32_t source[SENTENCES * SOURCE], target[SENTENCES * TARGET];
    size_t source_start[SENTENCES + 1], target_start[SENTENCES + 1];
    tr_pack pack;
} network;

/* The same numbers on every machine, in -1 .. 1. */
static float noise(uint32_t *state)
{
    *state = *state * 1664525 + 1013904223;
    return (float)(*state >> 8) * 0x1p-23f - 1;
}

static void fill_pack(network *n, uint32_t *state)
{
    for (size_t i = 0; i < SENTENCES * SOURCE; i++)
        n->source[i] = (int32_t)(10 + 9 * noise(state));
    for (size_t i = 0; i < SENTENCES * TARGET; i++)
        n->target[i] = (int32_t)(10 + 9 * noise(state));
    for (size_t s = 0; s <= SENTENCES; s++) {
        n->source_start[s] = s * SOURCE;
        n->target_start[s] = s * TARGET;
    }
    n->pack = (tr_pack){{n->source, n->source_start, SENTENCES * SOURCE, 0},
                        {n->target, n->target_start, SENTENCES * TARGET, 0},
                        SENTENCES};
}

static void open_network(network *n, const tr_shape *shape, uint32_t *state)
{
    static const tr_panel_format format = {1, 1};
    const tr_pack_limits limits = {.rows = 32, .longest = 8};
    tr_error err;

    *n = (network){0};
    ck_assert_int_eq(tr_parameters_create(&n->p, shape, &format, &err), 0);
    tr_parameters_initialise(&n->p, 5);
    for (size_t i = 0; i < n->p.n_tensors; i++) {
        const tr_learned *t = &n->p.tensors[i];
        for (size_t e = 0; t->n_in == 1 && e < t->n_out; e++)
            n->p.w[t->at + e] += 0.2f * noise(state);
    }
    tr_sinusoids(POSITIONS, D, n->positions);
    ck_assert_int_eq(
        tr_workers_create(&n->workers, 1, tr_transformer_scratch(shape, &limits), &err), 0);
    ck_assert_int_eq(tr_transformer_create(&n->t, &n->p, n->workers, tr_cpu_detect(), TR_FLOAT32,
                                           shape->learned_positions ? NULL : n->positions, &limits,
                                           &err),
                     0);
    fill_pack(n, state);
}

static void close_network(network *n)
{
    tr_transformer_free(n->t);
    tr_workers_free(n->workers);
    tr_parameters_free(&n->p);
}

static double loss(network *n, bool backward)
{
    const tr_loss_options options = {.smoothing = 0.1f, .weight = 1, .backward = backward};
    tr_loss_sums sums = {0};
    tr_transformer_pack(n->t);
    tr_transformer_forward(n->t, &n->pack, NULL);
    tr_transformer_loss(n->t, &n->pack, &options, &sums);
    return sums.loss;
}

/* The loss where the parameter w is moved by h. */
static double loss_at(network *n, float *w, float h)
{
    const float at = *w;
    *w = at + h;
    const double l = loss(n, false);
    *w = at;
    return l;
}

/* By what the loss changes around w: two central differences make a better one (Richardson).  Where
 * the sides disagree, as at the corner of a ReLU, there is none. */
static bool derivative(network *n, float *w, double largest, double *d)
{
    const float h = 0.005f;
    const double here = loss_at(n, w, 0), above = loss_at(n, w, h), below = loss_at(n, w, -h);
    const double narrow = (above - below) / (2 * (double)h);
    const double wide = (loss_at(n, w, 2 * h) - loss_at(n, w, -2 * h)) / (4 * (double)h);
    const double sides = (above - 2 * here + below) / (double)h;

    *d = (4 * narrow - wide) / 3;
    return fabs(wide - narrow) < 0.002 * largest + 1e-4 && fabs(sides) < 0.02 * largest + 1e-3;
}

static double largest_of(const network *n, const tr_learned *t)
{
    double largest = 0;
    for (size_t e = 0; e < t->n_out * t->n_in; e++)
        largest = fmax(largest, fabs((double)n->p.g[t->at + e]));
    return largest;
}

/* Three parameters of the tensor; the loss is a sum over rows, exact to some 1e-6. */
static void check_tensor(network *n, const tr_learned *t, uint32_t *state)
{
    const size_t size = t->n_out * t->n_in;
    const double largest = largest_of(n, t), close = 0.01 * largest + 2e-4;
    int checked = 0;

    for (int i = 0; i < CANDIDATES && checked < PARAMETERS; i++) {
        const size_t e = (size_t)((noise(state) + 1) / 2 * (float)size) % size;
        double d;
        if (!derivative(n, &n->p.w[t->at + e], largest, &d)) continue;
        ck_assert_msg(fabs(d - (double)n->p.g[t->at + e]) <= close,
                      "%s[%zu]: the gradient is %g, and the loss changes by %g", t->name, e,
                      (double)n->p.g[t->at + e], d);
        checked++;
    }
    ck_assert_msg(checked == PARAMETERS, "%s: only %d parameters have a derivative", t->name,
                  checked);
}

static void check_shape(const tr_shape *shape)
{
    static network n;
    uint32_t state = 17;
    size_t moved = 0;

    open_network(&n, shape, &state);
    loss(&n, true);
    for (size_t i = 0; i < n.p.n_tensors; i++) {
        moved += largest_of(&n, &n.p.tensors[i]) > 1e-3;
        check_tensor(&n, &n.p.tensors[i], &state);
    }
    ck_assert_uint_ge(moved, n.p.n_tensors * 3 / 4);
    close_network(&n);
}

static tr_shape usual(void)
{
    return (tr_shape){.d_model = D,
                      .heads = 2,
                      .encoder_ffn = 24,
                      .decoder_ffn = 20,
                      .n_encoder_layers = 2,
                      .n_decoder_layers = 2,
                      .source_vocab = VOCAB,
                      .target_vocab = VOCAB,
                      .n_positions = POSITIONS,
                      .activation = TR_RELU,
                      .output_bias = true,
                      .epsilon = 1e-6f};
}

START_TEST(post_norm_relu_and_one_table)
{
    const tr_shape shape = usual();
    check_shape(&shape);
}
END_TEST

START_TEST(pre_norm_swish_and_three_tables)
{
    tr_shape shape = usual();
    shape.pre_norm = true;
    shape.ties = TR_TIES_NONE;
    shape.activation = TR_SWISH;
    check_shape(&shape);
}
END_TEST

START_TEST(keys_and_values_of_the_raw_input)
{
    tr_shape shape = usual();
    shape.pre_norm = shape.norm_query_only = true;
    shape.ties = TR_TIES_TARGET;
    shape.activation = TR_SWISH;
    check_shape(&shape);
}
END_TEST

START_TEST(learned_positions_and_both_gelu)
{
    tr_shape shape = usual();
    shape.learned_positions = true;
    shape.activation = TR_GELU_ERF;
    check_shape(&shape);
    shape.activation = TR_GELU_SIGMOID;
    check_shape(&shape);
}
END_TEST

START_TEST(an_ssru_decoder)
{
    tr_shape shape = usual();
    shape.ssru = true;
    check_shape(&shape);
}
END_TEST

UNIT_MAIN("differences", post_norm_relu_and_one_table, pre_norm_swish_and_three_tables,
          keys_and_values_of_the_raw_input, learned_positions_and_both_gelu, an_ssru_decoder)
