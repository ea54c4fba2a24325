/* muon.c - Newton and Schulz's iteration and Muon's steps, as double arithmetic has them. */
#include "train/optimiser/muon.h"

#include <math.h>
#include <string.h>

#include "base/cpu.h"
#include "unit/trainee.h"
#include "unit/unit.h"

enum { MOST = 64 * 64 };

/* ---- In double ---- */

/* y [n, n] = x x^T. */
static void times_own_transpose(const double *x, size_t n, size_t m, double *y)
{
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            y[i * n + j] = 0;
            for (size_t k = 0; k < m; k++)
                y[i * n + j] += x[i * m + k] * x[j * m + k];
        }
}

/* The iteration on x [n, m] as muon.h writes it.  A matrix of more rows than columns needs no
 * transposition, as f(x^T)^T = f(x) for an odd polynomial. */
static void orthogonalise(double *x, size_t n, size_t m)
{
    static double a[MOST], b[MOST], y[MOST];
    double norm = 0;

    for (size_t i = 0; i < n * m; i++)
        norm += x[i] * x[i];
    for (size_t i = 0; i < n * m; i++)
        x[i] /= sqrt(norm);
    for (int step = 0; step < 5; step++) {
        times_own_transpose(x, n, m, a);
        times_own_transpose(a, n, n, b); /* a is symmetric */
        for (size_t i = 0; i < n * n; i++)
            b[i] = -4.7750 * a[i] + 2.0315 * b[i];
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < m; j++) {
                y[i * m + j] = 3.4445 * x[i * m + j];
                for (size_t k = 0; k < n; k++)
                    y[i * m + j] += b[i * n + k] * x[k * m + j];
            }
        memcpy(x, y, n * m * sizeof *x);
    }
}

/* ---- Orthogonal matrices ---- */

static void check_orthogonalise(size_t rows, size_t columns, uint32_t *state)
{
    static float g[MOST];
    static double x[MOST];
    float *scratch = malloc(tr_muon_room(rows, columns) * sizeof *scratch);
    tr_gradients k;

    tr_gradients_init(&k, tr_cpu_detect(), TR_FLOAT32);
    for (size_t i = 0; i < rows * columns; i++)
        x[i] = (double)(g[i] = trainee_noise(state));
    orthogonalise(x, rows, columns);
    tr_muon_orthogonalise(&k, g, rows, columns, scratch);
    for (size_t i = 0; i < rows * columns; i++)
        ck_assert_double_eq_tol((double)g[i], x[i], 2e-5);
    free(scratch);
}

START_TEST(any_matrix_is_made_orthogonal)
{
    static const size_t sizes[][2] = {{1, 1},   {1, 5},   {5, 1},   {7, 7},   {16, 16},
                                      {17, 33}, {33, 17}, {64, 64}, {64, 16}, {16, 64}};
    uint32_t state = 1;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        check_orthogonalise(sizes[i][0], sizes[i][1], &state);
}
END_TEST

/* Both singular values of a rotation are 1.  They become what the polynomial makes in five turns of
 * 1 / sqrt(2), which the division by the norm leaves of them; in Python:
 *   x = 2 ** -0.5
 *   for i in range(5): x = 3.4445 * x - 4.7750 * x ** 3 + 2.0315 * x ** 5 */
START_TEST(a_rotation_keeps_its_direction)
{
    const float singular = 1.1081111f;
    float g[] = {0.6f, -0.8f, 0.8f, 0.6f}, scratch[4096];
    tr_gradients k;

    ck_assert_uint_le(tr_muon_room(2, 2), 4096);
    tr_gradients_init(&k, tr_cpu_detect(), TR_FLOAT32);
    tr_muon_orthogonalise(&k, g, 2, 2, scratch);
    ck_assert_float_eq_tol(g[0], 0.6f * singular, 1e-5f);
    ck_assert_float_eq_tol(g[1], -0.8f * singular, 1e-5f);
    ck_assert_float_eq_tol(g[2], 0.8f * singular, 1e-5f);
    ck_assert_float_eq_tol(g[3], 0.6f * singular, 1e-5f);
}
END_TEST

START_TEST(a_matrix_of_zeros_stays)
{
    float g[12] = {0}, scratch[4096];
    tr_gradients k;

    tr_gradients_init(&k, tr_cpu_detect(), TR_FLOAT32);
    tr_muon_orthogonalise(&k, g, 3, 4, scratch);
    for (size_t i = 0; i < 12; i++)
        ck_assert_float_eq(g[i], 0);
}
END_TEST

/* ---- Steps ---- */

/* With this norm, gradients become a quarter. */
static const double RATE = 0.01, KEEP = 0.75, CLIP = 2, NORM = 8;

/* All parameters in double. */
typedef struct wide_blocks {
    double *w, *m, *average;
} wide_blocks;

/* A step of the matrix [rows, columns] that begins at `at`. */
static void step_reference(const trainee *e, const wide_blocks *b, size_t at, size_t rows,
                           size_t columns)
{
    static double g[MOST];
    const double scale = RATE * 0.2 * sqrt((double)(rows > columns ? rows : columns));

    for (size_t i = 0; i < rows * columns; i++) {
        const double now = 0.05 * (double)e->p.g[at + i] * CLIP / NORM;
        b->m[at + i] = 0.95 * b->m[at + i] + now;
        g[i] = now + 0.95 * b->m[at + i];
    }
    orthogonalise(g, rows, columns);
    for (size_t i = 0; i < rows * columns; i++) {
        b->w[at + i] -= scale * g[i];
        b->average[at + i] = KEEP * b->average[at + i] + (1 - KEEP) * b->w[at + i];
    }
}

static double *widened(const float *x, size_t n)
{
    double *to = malloc(n * sizeof *to);
    for (size_t i = 0; i < n; i++)
        to[i] = (double)x[i];
    return to;
}

/* Matrices of the layers are as in `b`; all else is as in `adam`, which took Adam's steps alone. */
static void check_blocks(const trainee *e, const trainee *adam, const wide_blocks *b)
{
    for (size_t i = 0; i < e->p.n_tensors; i++) {
        const tr_parameter_tensor *t = &e->p.tensors[i];
        for (size_t k = t->at; k < t->at + t->n_out * t->n_in; k++) {
            const bool muon = t->kind == TR_WEIGHTS;
            const double close = muon ? 1e-6 : 1e-30;
            const double w = muon ? b->w[k] : (double)adam->p.w[k];
            const double m = muon ? b->m[k] : (double)adam->p.m[k];
            const double average = muon ? b->average[k] : (double)adam->p.average[k];
            ck_assert_double_eq_tol((double)e->p.w[k], w, close);
            ck_assert_double_eq_tol((double)e->p.m[k], m, close);
            ck_assert_double_eq_tol((double)e->p.average[k], average, close);
            ck_assert_float_eq(e->p.g[k], 0);
        }
    }
}

static void take_step(trainee *e, trainee *adam, const wide_blocks *b, tr_workers *workers,
                      size_t step, uint32_t *state)
{
    const tr_update u = {step, RATE, CLIP, 0.9, 0.98, 1e-9, KEEP, NULL};
    tr_pass pass = *tr_transformer_pass(e->t);

    for (size_t i = 0; i < e->p.n_floats; i++)
        e->p.g[i] = adam->p.g[i] = trainee_noise(state);
    for (size_t i = 0; i < e->p.n_tensors; i++) {
        const tr_parameter_tensor *t = &e->p.tensors[i];
        const size_t rows = t->n_out / t->parts;
        for (size_t k = 0; t->kind == TR_WEIGHTS && k < t->parts; k++)
            step_reference(e, b, t->at + k * rows * t->n_in, rows, t->n_in);
    }
    pass.workers = workers;
    tr_muon_update(&pass, &u, NORM);
    tr_adam_update(tr_transformer_pass(adam->t), &u, NORM);
}

static void check_steps(int kind)
{
    static trainee e, adam;
    const tr_shape shape = trainee_shape(kind, 16, 2, 21);
    tr_workers *workers;
    uint32_t state = 9;
    tr_error err;

    trainee_open(&e, &shape, 1, 3, 3);
    trainee_open(&adam, &shape, 1, 3, 3);
    ck_assert_int_eq(tr_workers_create(&workers, 2, tr_muon_scratch(&shape), &err), 0);
    const size_t n = e.p.n_floats;
    const wide_blocks b = {widened(e.p.w, n), widened(e.p.m, n), widened(e.p.average, n)};
    tr_workers_begin(workers);
    for (size_t step = 1; step <= 3; step++)
        take_step(&e, &adam, &b, workers, step, &state);
    tr_workers_end(workers);
    check_blocks(&e, &adam, &b);
    free(b.w);
    free(b.m);
    free(b.average);
    tr_workers_free(workers);
    trainee_close(&e);
    trainee_close(&adam);
}

START_TEST(matrices_of_layers_take_muon_s_steps_and_others_adam_s)
{
    check_steps(TRAINEE_SHIPPED);
    check_steps(TRAINEE_GELU_ERF);
}
END_TEST

START_TEST(queries_keys_and_values_are_orthogonal_each)
{
    check_steps(TRAINEE_QUERY_ONLY);
    check_steps(TRAINEE_SSRU);
}
END_TEST

UNIT_MAIN("muon", any_matrix_is_made_orthogonal, a_rotation_keeps_its_direction,
          a_matrix_of_zeros_stays, matrices_of_layers_take_muon_s_steps_and_others_adam_s,
          queries_keys_and_values_are_orthogonal_each)
