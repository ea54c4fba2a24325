/*
 * differences.c - the gradient of every tensor of a random network of each kind is what the loss
 * changes by when a parameter does: numerical differentiation, which knows nothing of how the
 * gradient was computed.
 */
#include <math.h>
#include <string.h>

#include "unit/trainee.h"
#include "unit/unit.h"

enum { SENTENCES = 2, SOURCE = 5, TARGET = 4, VOCAB = 21, D = 16, HEADS = 2 };
enum { PARAMETERS = 3, CANDIDATES = 60 }; /* of a tensor: checked; tried */

/* Dropout leaves out the same numbers each time. */
static double loss(trainee *n, bool backward)
{
    const tr_dropout dropout = {
        .seed = 3, .step = 1, .threshold = UINT32_C(0x20000000), .scale = 8.0f / 7};
    const tr_loss_options options = {.smoothing = 0.1f, .weight = 1, .backward = backward};
    tr_loss_sums sums = {0};
    tr_transformer_pack(n->t);
    tr_transformer_forward(n->t, &n->pack, &dropout);
    tr_transformer_loss(n->t, &n->pack, &options, &sums);
    return sums.loss;
}

/* The loss where the parameter w is moved by h. */
static double loss_at(trainee *n, float *w, float h)
{
    const float at = *w;
    *w = at + h;
    const double l = loss(n, false);
    *w = at;
    return l;
}

/* By what the loss changes around w: two central differences make a better one (Richardson).  Where
 * the sides disagree, as at the corner of a ReLU, there is none. */
static bool derivative(trainee *n, float *w, double largest, double *d)
{
    const float h = 0.005f;
    const double here = loss_at(n, w, 0), above = loss_at(n, w, h), below = loss_at(n, w, -h);
    const double narrow = (above - below) / (2 * (double)h);
    const double wide = (loss_at(n, w, 2 * h) - loss_at(n, w, -2 * h)) / (4 * (double)h);
    const double sides = (above - 2 * here + below) / (double)h;

    *d = (4 * narrow - wide) / 3;
    return fabs(wide - narrow) < 0.002 * largest + 1e-4 && fabs(sides) < 0.02 * largest + 1e-3;
}

static double largest_of(const trainee *n, const tr_learned *t)
{
    double largest = 0;
    for (size_t e = 0; e < t->n_out * t->n_in; e++)
        largest = fmax(largest, fabs((double)n->p.g[t->at + e]));
    return largest;
}

/* What an SSRU remembers has no bias of its own: half of the tensor stays as it is. */
static bool is_learned(const tr_learned *t, size_t e)
{
    return e >= D || !strstr(t->name, "ssru.bias");
}

/* Three parameters of the tensor; the loss is a sum over rows, exact to some 1e-6. */
static void check_tensor(trainee *n, const tr_learned *t, uint32_t *state)
{
    const size_t size = t->n_out * t->n_in;
    const double largest = largest_of(n, t), close = 0.01 * largest + 2e-4;
    int checked = 0;

    for (int i = 0; i < CANDIDATES && checked < PARAMETERS; i++) {
        const size_t e = (size_t)((trainee_noise(state) + 1) / 2 * (float)size) % size;
        double d;
        if (!is_learned(t, e) || !derivative(n, &n->p.w[t->at + e], largest, &d)) continue;
        ck_assert_msg(fabs(d - (double)n->p.g[t->at + e]) <= close,
                      "%s[%zu]: the gradient is %g, and the loss changes by %g", t->name, e,
                      (double)n->p.g[t->at + e], d);
        checked++;
    }
    ck_assert_msg(checked == PARAMETERS, "%s: only %d parameters have a derivative", t->name,
                  checked);
}

static void check_kind(int kind)
{
    static trainee n;
    const tr_shape shape = trainee_shape(kind, D, HEADS, VOCAB);
    uint32_t state = 17;
    size_t moved = 0;

    trainee_open(&n, &shape, SENTENCES, SOURCE, TARGET);
    loss(&n, true);
    for (size_t i = 0; i < n.p.n_tensors; i++) {
        moved += largest_of(&n, &n.p.tensors[i]) > 1e-3;
        check_tensor(&n, &n.p.tensors[i], &state);
    }
    ck_assert_uint_ge(moved, n.p.n_tensors * 3 / 4);
    trainee_close(&n);
}

START_TEST(norms_after_blocks_relu_and_one_table)
{
    check_kind(TRAINEE_SHIPPED);
}
END_TEST

START_TEST(norms_before_blocks_swish_and_other_tables)
{
    check_kind(TRAINEE_PRE_NORM);
    check_kind(TRAINEE_QUERY_ONLY);
}
END_TEST

START_TEST(learned_positions_and_both_gelu)
{
    check_kind(TRAINEE_GELU_ERF);
    check_kind(TRAINEE_GELU_SIGMOID);
}
END_TEST

START_TEST(an_ssru_decoder)
{
    check_kind(TRAINEE_SSRU);
}
END_TEST

UNIT_MAIN("differences", norms_after_blocks_relu_and_one_table,
          norms_before_blocks_swish_and_other_tables, learned_positions_and_both_gelu,
          an_ssru_decoder)
