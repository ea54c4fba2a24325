/* gradient_norm.c - the norm of all gradients, as double arithmetic has it. */
#include "train/optimiser/gradient_norm.h"

#include <math.h>

#include "unit/trainee.h"
#include "unit/unit.h"

static double norm_of(const trainee *e)
{
    float *room = malloc(tr_gradient_norm_room(&e->p) * sizeof *room);
    const double norm = tr_gradient_norm(tr_transformer_pass(e->t), room);
    free(room);
    return norm;
}

START_TEST(the_norm_is_that_of_all_tensors)
{
    static trainee e;
    uint32_t state = 1;

    for (int kind = 0; kind < TRAINEE_KINDS; kind++) {
        const tr_shape shape = trainee_shape(kind, 48, 6, 70);
        double squares = 0;
        trainee_open(&e, &shape, 1, 3, 3);
        for (size_t i = 0; i < e.p.n_floats; i++) {
            e.p.g[i] = trainee_noise(&state) * (i % 1000 == 7 ? 100.0f : 1.0f);
            squares += (double)e.p.g[i] * (double)e.p.g[i];
        }
        ck_assert_double_eq_tol(norm_of(&e), sqrt(squares), 1e-6 * sqrt(squares));
        trainee_close(&e);
    }
}
END_TEST

/* The first element, the last one, and both ends of a sum's 1 024. */
START_TEST(no_element_is_left_out)
{
    static trainee e;
    const tr_shape shape = trainee_shape(TRAINEE_SHIPPED, 48, 6, 70);

    trainee_open(&e, &shape, 1, 3, 3);
    const size_t at[] = {0, 1023, 1024, e.p.n_floats - 1};
    ck_assert_double_eq(norm_of(&e), 0);
    for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
        e.p.g[at[i]] = -3;
        ck_assert_double_eq(norm_of(&e), 3);
        e.p.g[at[i]] = 0;
    }
    trainee_close(&e);
}
END_TEST

START_TEST(a_gradient_that_is_not_finite_is_seen)
{
    static trainee e;
    const tr_shape shape = trainee_shape(TRAINEE_SHIPPED, 16, 2, 21);

    trainee_open(&e, &shape, 1, 3, 3);
    e.p.g[5] = INFINITY;
    ck_assert(!isfinite(norm_of(&e)));
    e.p.g[5] = NAN;
    ck_assert(!isfinite(norm_of(&e)));
    trainee_close(&e);
}
END_TEST

UNIT_MAIN("gradient_norm", the_norm_is_that_of_all_tensors, no_element_is_left_out,
          a_gradient_that_is_not_finite_is_seen)
