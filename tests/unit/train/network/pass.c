/* pass.c - dense maps, their gradients, those of norms, and dropout, as double arithmetic has them.
 */
#include "train/network/pass.h"

#include <math.h>
#include <string.h>

#include "base/philox.h"
#include "unit/trainee.h"
#include "unit/unit.h"

enum { D = 48, FFN = D + 8, ROWS = 500, STRIDE = 100 }; /* more rows than a chain has */

static trainee net;

static const tr_pass *open_net(void)
{
    const tr_shape shape = trainee_shape(TRAINEE_PRE_NORM, D, 6, 70);
    trainee_open(&net, &shape, 1, 3, 3);
    tr_transformer_pack(net.t);
    return tr_transformer_pass(net.t);
}

static float *noise(size_t n, uint32_t *state)
{
    float *x = malloc(n * sizeof *x);
    for (size_t i = 0; i < n; i++)
        x[i] = trainee_noise(state);
    return x;
}

/* ---- Dense maps ---- */

START_TEST(a_dense_map_is_a_product_and_a_bias)
{
    const tr_pass *pass = open_net();
    const tr_dense *up = &net.p.encoder[0].up;
    uint32_t state = 1;
    float *x = noise(7 * STRIDE, &state), *y = noise(7 * STRIDE, &state);
    const float beyond = y[FFN];

    tr_pass_dense(pass, up, x, STRIDE, 7, y, STRIDE);
    for (size_t r = 0; r < 7; r++)
        for (size_t o = 0; o < FFN; o++) {
            double expected = (double)net.p.w[up->bias + o];
            for (size_t i = 0; i < D; i++)
                expected += (double)x[r * STRIDE + i] * (double)net.p.w[up->weight + o * D + i];
            ck_assert_double_eq_tol((double)y[r * STRIDE + o], expected, 1e-5);
        }
    ck_assert_float_eq(y[FFN], beyond);
    free(x);
    free(y);
    trainee_close(&net);
}
END_TEST

/* A gradient that is being collected, of a map whose x has ROWS rows. */
typedef struct collected {
    tr_dense_gradient g;
    float *x, *d_y, *d_x, *panels;
    double *d_weight, *d_bias; /* in double, with the values before */
} collected;

static collected start(const tr_pass *pass, const tr_dense *dense, size_t n_frozen, uint32_t *state)
{
    const tr_panel_format *f = &pass->g.format;
    collected c = {.x = noise(ROWS * dense->n_in, state), .d_y = noise(ROWS * STRIDE, state)};

    c.d_x = noise(ROWS * dense->n_in, state);
    c.panels = noise(tr_panels_size(f, ROWS, dense->n_in), state);
    c.g = (tr_dense_gradient){.dense = dense, .x = c.x, .n_rows = ROWS, .n_frozen = n_frozen};
    c.g.left = noise(tr_left_size(f, ROWS, dense->n_out), state);
    c.g.sums = noise(tr_row_parts(ROWS) * dense->n_out, state);
    c.d_weight = calloc(dense->n_out * dense->n_in, sizeof *c.d_weight);
    c.d_bias = calloc(dense->n_out, sizeof *c.d_bias);
    for (size_t o = 0; o < dense->n_out; o++) {
        c.d_bias[o] = (double)(net.p.g[dense->bias + o] = trainee_noise(state));
        for (size_t i = 0; i < dense->n_in; i++) {
            float *g = &net.p.g[dense->weight + o * dense->n_in + i];
            c.d_weight[o * dense->n_in + i] = (double)(*g = trainee_noise(state));
        }
    }
    return c;
}

/* As workers do it: TR_ROWS_TOGETHER rows at a time, from the last on. */
static void collect(const tr_pass *pass, const collected *c, bool add)
{
    for (size_t part = tr_row_parts(ROWS); part-- > 0;) {
        const size_t first = part * TR_ROWS_TOGETHER, rest = ROWS - first;
        tr_pass_dense_back(pass, &c->g, first, rest < TR_ROWS_TOGETHER ? rest : TR_ROWS_TOGETHER,
                           c->d_y + first * STRIDE, STRIDE, add, c->d_x + first * c->g.dense->n_in);
    }
}

static void check_gradient(const collected *c)
{
    const tr_dense *dense = c->g.dense;
    for (size_t o = 0; o < dense->n_out; o++) {
        const float *d_y = c->d_y + o;
        double bias = c->d_bias[o];
        for (size_t r = 0; r < ROWS; r++)
            bias += (double)d_y[r * STRIDE];
        if (o >= c->g.frozen && o < c->g.frozen + c->g.n_frozen) bias = 0;
        ck_assert_double_eq_tol((double)net.p.g[dense->bias + o], bias, 1e-4);
        for (size_t i = 0; i < dense->n_in; i++) {
            double sum = c->d_weight[o * dense->n_in + i];
            for (size_t r = 0; r < ROWS; r++)
                sum += (double)d_y[r * STRIDE] * (double)c->x[r * dense->n_in + i];
            ck_assert_double_eq_tol((double)net.p.g[dense->weight + o * dense->n_in + i], sum,
                                    1e-4);
        }
    }
}

static void finish(collected *c)
{
    free(c->x);
    free(c->d_y);
    free(c->d_x);
    free(c->panels);
    free(c->g.left);
    free(c->g.sums);
    free(c->d_weight);
    free(c->d_bias);
}

/* Of the cross-attention's keys and values, of which the keys' bias is frozen. */
START_TEST(gradients_of_weights_are_sums_over_all_rows)
{
    const tr_pass *pass = open_net();
    uint32_t state = 2;
    collected c[2] = {start(pass, &net.p.encoder[0].up, 0, &state),
                      start(pass, &net.p.decoder[0].cross.kv, D, &state)};

    for (int i = 0; i < 2; i++) {
        collect(pass, &c[i], false);
        tr_pass_add_gradients(pass, &c[i].g, 1, NULL, 0, c[i].panels);
        check_gradient(&c[i]);
        finish(&c[i]);
    }
    trainee_close(&net);
}
END_TEST

START_TEST(the_gradient_of_the_input_is_written_or_added)
{
    const tr_pass *pass = open_net();
    const tr_dense *up = &net.p.encoder[0].up;
    uint32_t state = 3;
    collected c = start(pass, up, 0, &state);

    for (int add = 0; add < 2; add++) {
        float *before = memcpy(malloc(ROWS * D * sizeof *before), c.d_x, ROWS * D * sizeof *before);
        collect(pass, &c, add);
        for (size_t r = 0; r < ROWS; r++)
            for (size_t i = 0; i < D; i++) {
                double expected = add ? (double)before[r * D + i] : 0;
                for (size_t o = 0; o < FFN; o++)
                    expected +=
                        (double)c.d_y[r * STRIDE + o] * (double)net.p.w[up->weight + o * D + i];
                ck_assert_double_eq_tol((double)c.d_x[r * D + i], expected, 2e-5);
            }
        free(before);
    }
    finish(&c);
    trainee_close(&net);
}
END_TEST

START_TEST(gradients_of_norms_are_sums_over_all_rows)
{
    const tr_pass *pass = open_net();
    uint32_t state = 4;
    float *d_y = noise(ROWS * D, &state), *normal = noise(ROWS * D, &state);
    const tr_layer_norm gain = net.p.encoder[0].ffn_norm;
    const tr_norm_gradient norm = {gain, d_y, normal, ROWS};

    for (size_t i = 0; i < net.p.n_floats; i++)
        net.p.g[i] = 0.5f;
    tr_pass_add_gradients(pass, NULL, 0, &norm, 1, NULL);
    for (size_t i = 0; i < D; i++) {
        double d_gain = 0.5, d_bias = 0.5;
        for (size_t r = 0; r < ROWS; r++) {
            d_gain += (double)d_y[r * D + i] * (double)normal[r * D + i];
            d_bias += (double)d_y[r * D + i];
        }
        ck_assert_double_eq_tol((double)net.p.g[gain.gain + i], d_gain, 1e-4);
        ck_assert_double_eq_tol((double)net.p.g[gain.bias + i], d_bias, 1e-4);
    }
    free(d_y);
    free(normal);
    trainee_close(&net);
}
END_TEST

/* ---- Dropout ---- */

/* Element i of a step keeps its value, times the scale, where word i mod 4 of its counter is no
 * less than the threshold (gradients.h). */
static float dropped(const tr_dropout *dropout, uint32_t site, uint64_t i, float x)
{
    uint32_t word[4];
    tr_philox((uint32_t[]){(uint32_t)(i / 4), site, dropout->step, (uint32_t)(i / 4 >> 32)},
              dropout->seed, word);
    return word[i % 4] >= dropout->threshold ? x * dropout->scale : 0;
}

START_TEST(dropout_depends_on_the_place_and_the_row_of_the_step)
{
    const tr_dropout dropout = {
        .seed = 3, .step = 11, .threshold = UINT32_C(0x40000000), .scale = 4.0f / 3};
    tr_pass pass = *open_net();
    const tr_pack_side side = {.first_row = 1000};
    uint32_t state = 5;
    float *x = noise(9 * D, &state), *before = noise(9 * D, &state);

    memcpy(before, x, 9 * D * sizeof *x);
    pass.dropout = dropout;
    tr_pass_drop(&pass, (tr_block_position){true, 5, TR_BLOCK_FFN}, &side, 20, 9, x);
    size_t n_zero = 0;
    for (size_t i = 0; i < 9 * D; i++) {
        const uint32_t site = 1 << 16 | 5 << 8 | TR_BLOCK_FFN;
        ck_assert_float_eq(x[i], dropped(&dropout, site, (1000 + 20) * D + i, before[i]));
        n_zero += x[i] == 0;
    }
    ck_assert(n_zero > 60 && n_zero < 160); /* about 108 of 432 */
    free(x);
    free(before);
    trainee_close(&net);
}
END_TEST

START_TEST(without_a_threshold_nothing_is_dropped)
{
    const tr_pass *pass = open_net();
    const tr_pack_side side = {0};
    float x[] = {1, 2, 3};

    tr_pass_drop(pass, (tr_block_position){0}, &side, 0, 1, x);
    ck_assert(x[0] == 1 && x[1] == 2 && x[2] == 3);
    trainee_close(&net);
}
END_TEST

UNIT_MAIN("pass", a_dense_map_is_a_product_and_a_bias, gradients_of_weights_are_sums_over_all_rows,
          the_gradient_of_the_input_is_written_or_added, gradients_of_norms_are_sums_over_all_rows,
          dropout_depends_on_the_place_and_the_row_of_the_step,
          without_a_threshold_nothing_is_dropped)
