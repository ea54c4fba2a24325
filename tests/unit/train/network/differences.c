/*
 * differences.c - the gradient of every tensor of a random network of each kind is what the loss
 * changes by when a parameter does: numerical differentiation, which knows nothing of how the
 * gradient was computed.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "unit/trainee.h"
#include "unit/unit.h"

enum { SENTENCES = 2, SOURCE = 5, TARGET = 4, VOCAB = 21, D = 16, HEADS = 2 };
enum { PARAMETERS = 3, CANDIDATES = 60 }; /* of a tensor: checked; tried */

/* NULL, or the network whose predictions the loss is held to. */
static const tr_teacher *teacher;

/* Dropout leaves out the same numbers each time. */
static double loss(trainee *n, bool backward)
{
    const tr_dropout dropout = {
        .seed = 3, .step = 1, .threshold = UINT32_C(0x20000000), .scale = 8.0f / 7};
    const tr_loss_options options = {
        .smoothing = 0.1f, .weight = 1, .teacher = teacher, .backward = backward};
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

/* The derivative of the loss by w, from two central differences (Richardson).  Returns false if
 * both sides disagree, as at the corner of a ReLU. */
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

/* Parameters that are judged by their largest gradient: queries, keys and values apart. */
typedef struct tensor_part {
    const tr_parameter_tensor *t;
    size_t first, size; /* in the tensor */
} tensor_part;

static tensor_part part_of(const tr_parameter_tensor *t, size_t i)
{
    return (tensor_part){t, tr_parameter_part(t, i) * t->n_in, t->heights[i] * t->n_in};
}

static double largest_of(const trainee *n, const tensor_part *p)
{
    double largest = 0;
    for (size_t e = p->first; e < p->first + p->size; e++)
        largest = fmax(largest, fabs((double)n->p.g[p->t->at + e]));
    return largest;
}

static char wrong[200];

/* False for the first half of an SSRU's bias, which stays 0: its x has no bias of its own. */
static bool is_learned(const tensor_part *p)
{
    return p->first > 0 || !strstr(p->t->name, "ssru.bias");
}

/* Three parameters of the part; the loss is a sum over rows, exact to some 1e-6.  False, and why
 * in `wrong`, where a gradient is another one. */
static bool check_part(trainee *n, const tensor_part *p, uint32_t *state)
{
    const tr_parameter_tensor *t = p->t;
    const double largest = largest_of(n, p), close = 0.01 * largest + 2e-4;
    int checked = 0;

    for (int i = 0; i < CANDIDATES && checked < PARAMETERS; i++) {
        const float share = (trainee_noise(state) + 1) / 2;
        const size_t e = p->first + (size_t)(share * (float)p->size) % p->size;
        double d;
        if (!derivative(n, &n->p.w[t->at + e], largest, &d)) continue;
        checked++;
        if (fabs(d - (double)n->p.g[t->at + e]) <= close) continue;
        snprintf(wrong, sizeof wrong, "%s[%zu]: the gradient is %g, and the loss changes by %g",
                 t->name, e, (double)n->p.g[t->at + e], d);
        return false;
    }
    ck_assert_msg(checked == PARAMETERS, "%s: only %d parameters have a derivative", t->name,
                  checked);
    return true;
}

/* How many parts have another gradient than they should. */
static size_t count_wrong(trainee *n)
{
    uint32_t state = 17;
    size_t n_wrong = 0;

    loss(n, true);
    for (size_t i = 0; i < n->p.n_tensors; i++)
        for (size_t k = 0; k < n->p.tensors[i].parts; k++) {
            const tensor_part p = part_of(&n->p.tensors[i], k);
            n_wrong += is_learned(&p) && !check_part(n, &p, &state);
        }
    return n_wrong;
}

static void check_kind(int kind)
{
    static trainee n;
    tr_shape shape = trainee_shape(kind, D, HEADS, VOCAB);
    size_t moved = 0;

    shape.n_positions = SOURCE + 1;
    trainee_open(&n, &shape, SENTENCES, SOURCE, TARGET);
    ck_assert_msg(count_wrong(&n) == 0, "%s: %s", trainee_kind_name(kind), wrong);
    for (size_t i = 0; i < n.p.n_tensors; i++) {
        const tensor_part whole = {&n.p.tensors[i], 0, n.p.tensors[i].n_out * n.p.tensors[i].n_in};
        moved += largest_of(&n, &whole) > 1e-3;
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

START_TEST(keys_and_values_of_other_widths)
{
    check_kind(TRAINEE_NARROW_KEYS);
    check_kind(TRAINEE_WIDE_KEYS);
}
END_TEST

START_TEST(every_score)
{
    check_kind(TRAINEE_COSINE);
    check_kind(TRAINEE_ADDITIVE);
    check_kind(TRAINEE_LOCATION);
    check_kind(TRAINEE_RECURRENT);
    check_kind(TRAINEE_GENERAL);
    check_kind(TRAINEE_DOT);
}
END_TEST

START_TEST(pieces_at_the_start_scales_and_norms_of_embeddings)
{
    check_kind(TRAINEE_TOKENS);
    check_kind(TRAINEE_NORMED);
    check_kind(TRAINEE_INPUTS);
}
END_TEST

START_TEST(a_network_that_is_held_to_another)
{
    static trainee other;
    const tr_shape shape = trainee_shape(TRAINEE_SHIPPED, D, HEADS, VOCAB);
    uint32_t state = 5;

    trainee_open(&other, &shape, SENTENCES, SOURCE, TARGET);
    for (size_t i = 0; i < other.p.n_floats; i++)
        other.p.w[i] += 0.2f * trainee_noise(&state);
    tr_transformer_pack(other.t);
    const tr_teacher taught = {.kl = 2,
                               .pass = tr_transformer_pass(other.t),
                               .states = tr_transformer_forward(other.t, &other.pack, NULL)};
    teacher = &taught;
    check_kind(TRAINEE_SHIPPED);
    teacher = NULL;
    trainee_close(&other);
}
END_TEST

/* ---- Packs */

/* Sentences first .. first + n - 1 of the network's pack. */
static tr_pack some_of(const trainee *n, size_t first, size_t n_sentences)
{
    tr_pack pack = n->pack;
    pack.n_sentences = n_sentences;
    pack.source = (tr_pack_side){n->source + first * SOURCE, n->source_start, n_sentences * SOURCE,
                                 first * SOURCE};
    pack.target = (tr_pack_side){n->target + first * TARGET, n->target_start, n_sentences * TARGET,
                                 first * TARGET};
    return pack;
}

/* More rows than are packed together anywhere, and a last part that is short. */
START_TEST(a_large_pack_has_the_gradient_of_small_ones)
{
    enum { ALL = 199, SOME = 19 };
    static trainee n;
    const tr_shape shape = trainee_shape(TRAINEE_SHIPPED, D, HEADS, VOCAB);

    trainee_open(&n, &shape, ALL, SOURCE, TARGET);
    const tr_pack whole = n.pack;
    const double together = loss(&n, true);
    const size_t size = n.p.n_floats * sizeof *n.p.g;
    float *g = memcpy(malloc(size), n.p.g, size);

    memset(n.p.g, 0, size);
    double apart = 0;
    for (size_t s = 0; s < ALL; s += SOME) {
        n.pack = some_of(&n, s, s + SOME < ALL ? SOME : ALL - s);
        apart += loss(&n, true);
    }
    n.pack = whole;
    ck_assert_double_eq_tol(together, apart, 1e-3);
    for (size_t i = 0; i < n.p.n_tensors; i++) {
        const tr_parameter_tensor *t = &n.p.tensors[i];
        const tensor_part all = {t, 0, t->n_out * t->n_in};
        for (size_t e = 0; e < all.size; e++)
            ck_assert_double_eq_tol((double)g[t->at + e], (double)n.p.g[t->at + e],
                                    1e-5 * largest_of(&n, &all) + 1e-4);
    }
    free(g);
    trainee_close(&n);
}
END_TEST

/* ---- Gradients that are broken on purpose: each is a twentieth too large */

static tr_gradients good;

static void enlarge(float *x, size_t n)
{
    for (size_t i = 0; i < n; i++)
        x[i] *= 1.05f;
}

static void broken_norm_back(const float *d_y, const float *normal, const float *gain, float factor,
                             size_t n, float *d_z)
{
    good.norm_back(d_y, normal, gain, factor, n, d_z);
    enlarge(d_z, n);
}

static void broken_column_sums(const float *x, size_t stride, const float *times,
                               size_t times_stride, size_t n_rows, size_t n, float *sum)
{
    good.column_sums(x, stride, times, times_stride, n_rows, n, sum);
    enlarge(sum, n);
}

static void broken_activate_back(int activation, const float *d_y, const float *x, size_t n,
                                 float *d_x)
{
    good.activate_back(activation, d_y, x, n, d_x);
    enlarge(d_x, n);
}

static void broken_attend_back(const tr_attention_gradient *a, float *work)
{
    good.attend_back(a, work);
    for (size_t j = 0; j < a->n_k; j++)
        enlarge(a->d_k + j * a->kv_stride, a->d_head);
}

static void broken_loss_row(float *x, size_t n, const tr_row_target *target, tr_row_loss *l)
{
    good.loss_row(x, n, target, l);
    enlarge(x + target->id, 1);
}

START_TEST(a_broken_gradient_is_seen)
{
    static trainee n;
    const tr_shape shape = trainee_shape(TRAINEE_SHIPPED, D, HEADS, VOCAB);

    trainee_open(&n, &shape, SENTENCES, SOURCE, TARGET);
    tr_gradients *g = &((tr_pass *)tr_transformer_pass(n.t))->g;
    good = *g;
    tr_gradients broken[5] = {good, good, good, good, good};
    broken[0].norm_back = broken_norm_back;
    broken[1].column_sums = broken_column_sums;
    broken[2].activate_back = broken_activate_back;
    broken[3].attend_back = broken_attend_back;
    broken[4].loss_row = broken_loss_row;
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        memset(n.p.g, 0, n.p.n_floats * sizeof *n.p.g);
        *g = broken[i];
        ck_assert_msg(count_wrong(&n) > 0, "gradient %zu is broken, and nothing is seen", i);
    }
    trainee_close(&n);
}
END_TEST

UNIT_MAIN("differences", norms_after_blocks_relu_and_one_table,
          norms_before_blocks_swish_and_other_tables, learned_positions_and_both_gelu,
          an_ssru_decoder, keys_and_values_of_other_widths, every_score,
          pieces_at_the_start_scales_and_norms_of_embeddings,
          a_large_pack_has_the_gradient_of_small_ones, a_network_that_is_held_to_another,
          a_broken_gradient_is_seen)
