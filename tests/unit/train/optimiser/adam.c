/* adam.c - Adam's steps, clipping and the running average, as double arithmetic has them. */
#include "train/optimiser/adam.h"

#include <math.h>

#include "unit/trainee.h"
#include "unit/unit.h"

static const tr_update usual = {
    .step = 1, .rate = 0.01, .clip = 0, .beta1 = 0.9, .beta2 = 0.98, .epsilon = 1e-9, .keep = 0.75};

START_TEST(the_norm_is_clipped)
{
    tr_update u = usual;
    ck_assert_float_eq(tr_adam_step_of(&u, 1e30).factor, 1);
    u.clip = 2;
    ck_assert_float_eq(tr_adam_step_of(&u, 8).factor, 0.25f);
    ck_assert_float_eq(tr_adam_step_of(&u, 2).factor, 1);
    ck_assert_float_eq(tr_adam_step_of(&u, 0).factor, 1);
}
END_TEST

/* 1 / (1 - 0.9), 1 / (1 - 0.81), 1 / (1 - 0.98) and 1 / (1 - 0.9604). */
START_TEST(moments_are_corrected_for_their_beginning)
{
    tr_update u = usual;
    tr_adam_step s = tr_adam_step_of(&u, 1);
    ck_assert_float_eq_tol(s.m_correction, 10, 1e-5f);
    ck_assert_float_eq_tol(s.v_correction, 50, 1e-4f);
    u.step = 2;
    s = tr_adam_step_of(&u, 1);
    ck_assert_float_eq_tol(s.m_correction, 5.2631579f, 1e-5f);
    ck_assert_float_eq_tol(s.v_correction, 25.252525f, 1e-4f);
    u.step = 1000000;
    s = tr_adam_step_of(&u, 1);
    ck_assert_float_eq(s.m_correction, 1);
    ck_assert_float_eq(s.v_correction, 1);
}
END_TEST

/* One parameter in double (Kingma and Ba 2015, algorithm 1). */
typedef struct reference {
    double w, m, v, average;
} reference;

static void step_reference(reference *r, double g, const tr_update *u)
{
    const double t = (double)u->step;
    r->m = u->beta1 * r->m + (1 - u->beta1) * g;
    r->v = u->beta2 * r->v + (1 - u->beta2) * g * g;
    const double m = r->m / (1 - pow(u->beta1, t)), v = r->v / (1 - pow(u->beta2, t));
    r->w -= u->rate * m / (sqrt(v) + u->epsilon);
    r->average = u->keep * r->average + (1 - u->keep) * r->w;
}

/* Four steps with gradients of several sizes; the third step halves them. */
START_TEST(every_parameter_takes_adam_s_steps)
{
    static trainee e;
    const tr_shape shape = trainee_shape(TRAINEE_PRE_NORM, 48, 6, 70);
    uint32_t state = 1;

    trainee_open(&e, &shape, 1, 3, 3);
    const size_t n = e.p.n_floats;
    reference *r = calloc(n, sizeof *r);
    for (size_t i = 0; i < n; i++)
        r[i] = (reference){.w = (double)e.p.w[i], .average = (double)e.p.average[i]};
    for (size_t step = 1; step <= 4; step++) {
        tr_update u = usual;
        u.step = step;
        u.clip = step == 3 ? 10 : 0;
        for (size_t i = 0; i < n; i++) {
            e.p.g[i] = trainee_noise(&state) * powf(10, (float)(i % 5) - 3);
            step_reference(&r[i], (double)e.p.g[i] * (step == 3 ? 0.5 : 1), &u);
        }
        tr_adam_update(tr_transformer_pass(e.t), &u, 20);
    }
    for (size_t i = 0; i < n; i++) {
        ck_assert_double_eq_tol((double)e.p.w[i], r[i].w, 2e-6);
        ck_assert_double_eq_tol((double)e.p.average[i], r[i].average, 2e-6);
        ck_assert_double_eq_tol((double)e.p.m[i], r[i].m, 1e-6 * (fabs(r[i].m) + 1));
        ck_assert_double_eq_tol((double)e.p.v[i], r[i].v, 1e-6 * (fabs(r[i].v) + 1));
        ck_assert_float_eq(e.p.g[i], 0);
    }
    free(r);
    trainee_close(&e);
}
END_TEST

/* Whatever the gradient's size. */
START_TEST(the_first_step_is_as_long_as_the_rate)
{
    static trainee e;
    const tr_shape shape = trainee_shape(TRAINEE_SHIPPED, 16, 2, 21);

    trainee_open(&e, &shape, 1, 3, 3);
    const float w = e.p.w[3], other = e.p.w[4], still = e.p.w[5];
    e.p.g[3] = 1000;
    e.p.g[4] = -1e-5f;
    tr_adam_update(tr_transformer_pass(e.t), &usual, 1000);
    ck_assert_float_eq_tol(e.p.w[3], w - 0.01f, 1e-6f);
    ck_assert_float_eq_tol(e.p.w[4], other + 0.01f, 3e-6f);
    ck_assert_float_eq(e.p.w[5], still);
    trainee_close(&e);
}
END_TEST

UNIT_MAIN("adam", the_norm_is_clipped, moments_are_corrected_for_their_beginning,
          every_parameter_takes_adam_s_steps, the_first_step_is_as_long_as_the_rate)
