#include "train/loss.h"

#include "base/scalar.h"

enum { OUTPUTS = 1024, ROWS_BACK = 48, ROWS_LOSS = 8 };

/* A block of rows first .. first + n - 1. */
typedef struct block {
    const tr_pass *pass;
    const tr_loss_question *q;
    const tr_loss_room *room;
    size_t first, n;
    size_t n_shares; /* of the outputs */
} block;

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* A share of the outputs for some of the rows: y of the block's states. */
static void logits_of(const block *b, const tr_pass *pass, const float *states, float *logits,
                      size_t row, size_t out)
{
    const tr_dense *output = &pass->p->output;
    const size_t d = output->n_in, n_out = smaller(output->n_out - out, OUTPUTS);
    const tr_left left = tr_left_rows(states + (b->first + row) * d, d);
    const float *bias = output->bias == TR_NO_BIAS ? NULL : pass->p->w + output->bias + out;

    pass->g.product(&left, smaller(b->n - row, TR_ROWS_TOGETHER),
                    output->forward + tr_panels_size(&pass->g.format, d, out), d, n_out, bias,
                    false, logits + row * output->n_out + out, output->n_out);
}

static void logits_part(void *ctx, size_t i, float *scratch)
{
    const block *b = ctx;
    const size_t out = i % b->n_shares * OUTPUTS, row = i / b->n_shares * TR_ROWS_TOGETHER;
    const tr_teacher *teacher = b->q->teacher;
    (void)scratch;
    logits_of(b, b->pass, b->q->states, b->room->logits, row, out);
    if (teacher) logits_of(b, teacher->pass, teacher->states, b->room->teacher_logits, row, out);
}

/* The teacher's logits x [n] become probabilities q; returns the sum of q log q. */
static double teach(const tr_gradients *g, float *x, size_t n)
{
    double entropy = 0;

    g->softmax(x, n);
    for (size_t i = 0; i < n; i++)
        if (x[i] > 0) entropy += (double)x[i] * tr_log((double)x[i]);
    return entropy;
}

static void loss_of_row(const block *b, size_t r)
{
    const tr_loss_question *q = b->q;
    const size_t n = b->pass->p->output.n_out, row = b->first + r;
    float *x = b->room->logits + r * n;
    float *teacher = q->teacher ? b->room->teacher_logits + r * n : NULL;
    const tr_row_target target = {.id = (size_t)q->ids[row],
                                  .smoothing = q->smoothing,
                                  .weight = q->weight,
                                  .teacher = teacher,
                                  .kl = teacher ? q->teacher->kl : 0};
    const double entropy = teacher ? teach(&b->pass->g, teacher, n) : 0;
    tr_row_loss l;

    b->pass->g.loss_row(x, n, &target, &l);
    const double log_sum = (double)l.max + tr_log((double)l.sum), e = (double)q->smoothing;
    tr_loss_sums *sums = &b->room->rows[r];
    sums->nll = log_sum - (double)l.target;
    sums->loss = (1 - e) * sums->nll + e * (log_sum - (double)l.mean);
    if (teacher) sums->loss += (double)target.kl * (entropy - (double)l.teacher + log_sum);
    if (b->room->row_nll) b->room->row_nll[row] = (float)sums->nll;
}

static void loss_rows(void *ctx, size_t first, size_t n, float *scratch)
{
    (void)scratch;
    for (size_t r = first; r < first + n; r++)
        loss_of_row(ctx, r);
}

static void states_back(void *ctx, size_t first, size_t n, float *scratch)
{
    const block *b = ctx;
    const tr_dense *output = &b->pass->p->output;
    (void)scratch;
    tr_dense_back_rows(b->pass, output, b->room->logits + first * output->n_out, output->n_out, n,
                       false, b->q->d_states + (b->first + first) * output->n_in, output->n_in);
}

static void run_block(const block *b, tr_loss_sums *sums)
{
    const tr_dense *output = &b->pass->p->output;
    const size_t d = output->n_in, groups = (b->n + TR_ROWS_TOGETHER - 1) / TR_ROWS_TOGETHER;
    tr_workers *workers = b->pass->workers;

    tr_workers_run(workers, groups * b->n_shares, logits_part, (void *)b);
    tr_workers_share(workers, b->n, ROWS_LOSS, loss_rows, (void *)b);
    for (size_t r = 0; r < b->n; r++) {
        sums->loss += b->room->rows[r].loss;
        sums->nll += b->room->rows[r].nll;
    }
    if (!b->q->d_states) return;
    tr_workers_share(workers, b->n, ROWS_BACK, states_back, (void *)b);
    const tr_dense_gradient dense = {
        output, b->room->logits, b->q->states + b->first * d, output->n_out, d, b->n, -1};
    tr_add_gradients(b->pass, &dense, 1, NULL, 0, b->room->panels);
}

void tr_loss(const tr_pass *pass, const tr_loss_question *q, const tr_loss_room *room,
             tr_loss_sums *sums)
{
    block b = {.pass = pass, .q = q, .room = room};
    b.n_shares = (pass->p->output.n_out + OUTPUTS - 1) / OUTPUTS;
    for (; b.first < q->n_rows; b.first += b.n) {
        b.n = smaller(q->n_rows - b.first, TR_LOSS_ROWS);
        run_block(&b, sums);
    }
}
