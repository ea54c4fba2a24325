/* loss.c - losses, their sums and their gradients, as double arithmetic has them. */
#include "train/network/loss.h"

#include <math.h>
#include <string.h>

#include "unit/trainee.h"
#include "unit/unit.h"

enum { D = 16, VOCAB = 21, ROWS = 900 }; /* more rows than a block */

static trainee net, other;

/* A question about random rows, and everything that the answer needs. */
typedef struct asked {
    tr_loss_question q;
    tr_loss_room room;
    tr_workers *workers;
    tr_pass pass;
    tr_teacher teacher;
    float states[ROWS * D], d_states[ROWS * D], taught[ROWS * D], row_nll[ROWS];
    int32_t ids[ROWS];
} asked;

static void open_asked(asked *a, int kind, size_t threads, float smoothing, float kl)
{
    const tr_shape shape = trainee_shape(kind, D, 2, VOCAB);
    uint32_t state = 1;
    tr_error err;

    trainee_open(&net, &shape, 1, 3, 3);
    trainee_open(&other, &shape, 1, 3, 3);
    for (size_t i = 0; i < other.p.n_floats; i++)
        other.p.w[i] += 0.3f * trainee_noise(&state);
    tr_transformer_pack(net.t);
    tr_transformer_pack(other.t);
    for (size_t i = 0; i < ROWS * D; i++) {
        a->states[i] = 4 * trainee_noise(&state);
        a->taught[i] = 4 * trainee_noise(&state);
    }
    for (size_t i = 0; i < ROWS; i++)
        a->ids[i] = (int32_t)(i * 7919 % VOCAB);
    ck_assert_int_eq(tr_workers_create(&a->workers, threads, tr_loss_scratch(&shape, true), &err),
                     0);
    a->pass = *tr_transformer_pass(net.t);
    a->pass.workers = a->workers;
    a->teacher = (tr_teacher){tr_transformer_pass(other.t), a->taught, kl};
    a->q = (tr_loss_question){.states = a->states,
                              .ids = a->ids,
                              .n_rows = ROWS,
                              .smoothing = smoothing,
                              .weight = 0.25f,
                              .teacher = kl > 0 ? &a->teacher : NULL,
                              .d_states = a->d_states};
    const tr_panel_format *f = &a->pass.g.format;
    a->room.left = malloc(tr_left_size(f, TR_LOSS_ROWS, VOCAB) * sizeof(float));
    a->room.sums = malloc(TR_LOSS_ROWS / TR_ROWS_TOGETHER * VOCAB * sizeof(float));
    a->room.panels = malloc(tr_panels_size(f, TR_LOSS_ROWS, D) * sizeof(float));
    a->room.rows = malloc(TR_LOSS_ROWS * sizeof *a->room.rows);
    a->room.row_nll = a->row_nll;
}

static void close_asked(asked *a)
{
    free(a->room.left);
    free(a->room.sums);
    free(a->room.panels);
    free(a->room.rows);
    tr_workers_free(a->workers);
    trainee_close(&net);
    trainee_close(&other);
}

static void log_softmax(const trainee *e, const float *state, double *log_p)
{
    const tr_dense *out = &e->p.output;
    double sum = 0;
    for (size_t v = 0; v < VOCAB; v++) {
        log_p[v] = (double)e->p.w[out->bias + v];
        for (size_t i = 0; i < D; i++)
            log_p[v] += (double)state[i] * (double)e->p.w[out->weight + v * D + i];
        sum += exp(log_p[v]);
    }
    for (size_t v = 0; v < VOCAB; v++)
        log_p[v] -= log(sum);
}

/* Losses of row r as loss.h writes them; d_x [VOCAB] is the derivative by the logits. */
static tr_loss_sums row_by_hand(const asked *a, size_t r, double *d_x)
{
    const double e = (double)a->q.smoothing, kl = a->q.teacher ? (double)a->teacher.kl : 0;
    const size_t y = (size_t)a->ids[r];
    double log_p[VOCAB], log_q[VOCAB];
    tr_loss_sums l;

    log_softmax(&net, a->states + r * D, log_p);
    log_softmax(&other, a->taught + r * D, log_q);
    l.nll = -log_p[y];
    l.loss = (1 - e) * l.nll;
    for (size_t v = 0; v < VOCAB; v++) {
        l.loss += e / VOCAB * -log_p[v] + kl * exp(log_q[v]) * (log_q[v] - log_p[v]);
        d_x[v] = exp(log_p[v]) * (1 + kl) - e / VOCAB - kl * exp(log_q[v]) - (v == y ? 1 - e : 0);
    }
    return l;
}

static void check_rows(const asked *a, const tr_loss_sums *sums)
{
    tr_loss_sums expected = {0};
    double d_x[VOCAB];

    for (size_t r = 0; r < ROWS; r++) {
        const tr_loss_sums l = row_by_hand(a, r, d_x);
        expected.loss += l.loss;
        expected.nll += l.nll;
        ck_assert_double_eq_tol((double)a->row_nll[r], l.nll, 1e-5 * (l.nll + 1));
        for (size_t i = 0; i < D; i++) {
            double d = 0;
            for (size_t v = 0; v < VOCAB; v++)
                d += d_x[v] * 0.25 * (double)net.p.w[net.p.output.weight + v * D + i];
            ck_assert_double_eq_tol((double)a->d_states[r * D + i], d, 1e-5);
        }
    }
    ck_assert_double_eq_tol(sums->loss, expected.loss, 1e-6 * expected.loss);
    ck_assert_double_eq_tol(sums->nll, expected.nll, 1e-6 * expected.nll);
}

static void check_weights(const asked *a)
{
    static double d_w[VOCAB * D], d_b[VOCAB];
    double d_x[VOCAB];

    memset(d_w, 0, sizeof d_w);
    memset(d_b, 0, sizeof d_b);
    for (size_t r = 0; r < ROWS; r++) {
        row_by_hand(a, r, d_x);
        for (size_t v = 0; v < VOCAB; v++) {
            d_b[v] += d_x[v] * 0.25;
            for (size_t i = 0; i < D; i++)
                d_w[v * D + i] += d_x[v] * 0.25 * (double)a->states[r * D + i];
        }
    }
    for (size_t v = 0; v < VOCAB; v++) {
        ck_assert_double_eq_tol((double)net.p.g[net.p.output.bias + v], d_b[v], 2e-4);
        for (size_t i = 0; i < D; i++)
            ck_assert_double_eq_tol((double)net.p.g[net.p.output.weight + v * D + i],
                                    d_w[v * D + i], 2e-4);
    }
}

static void check_loss(int kind, size_t threads, float smoothing, float kl)
{
    static asked a;
    tr_loss_sums sums = {0};

    open_asked(&a, kind, threads, smoothing, kl);
    tr_loss(&a.pass, &a.q, &a.room, &sums);
    check_rows(&a, &sums);
    check_weights(&a);
    close_asked(&a);
}

START_TEST(cross_entropy)
{
    check_loss(TRAINEE_SHIPPED, 1, 0, 0);
}
END_TEST

START_TEST(smoothed_labels)
{
    check_loss(TRAINEE_SHIPPED, 2, 0.1f, 0);
    check_loss(TRAINEE_PRE_NORM, 1, 0.5f, 0);
}
END_TEST

START_TEST(divergence_from_a_teacher)
{
    check_loss(TRAINEE_SHIPPED, 1, 0, 2);
    check_loss(TRAINEE_SHIPPED, 3, 0.1f, 0.5f);
}
END_TEST

START_TEST(without_states_gradients_there_are_none)
{
    static asked a;
    tr_loss_sums sums = {.loss = 1000, .nll = 2000}, with = {0};

    open_asked(&a, TRAINEE_SHIPPED, 1, 0.1f, 0);
    tr_loss(&a.pass, &a.q, &a.room, &with);
    memset(net.p.g, 0, net.p.n_floats * sizeof *net.p.g);
    a.q.d_states = NULL;
    tr_loss(&a.pass, &a.q, &a.room, &sums);
    ck_assert_double_eq_tol(sums.loss, 1000 + with.loss, 1e-9); /* added to */
    ck_assert_double_eq_tol(sums.nll, 2000 + with.nll, 1e-9);
    for (size_t i = 0; i < net.p.n_floats; i++)
        ck_assert_float_eq(net.p.g[i], 0);
    close_asked(&a);
}
END_TEST

UNIT_MAIN("loss", cross_entropy, smoothed_labels, divergence_from_a_teacher,
          without_states_gradients_there_are_none)
