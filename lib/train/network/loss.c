#include "train/network/loss.h"

#include "base/numbers/scalar.h"

/* Rows first .. first + n - 1 of a question. */
typedef struct row_block {
    const tr_pass *pass;
    const tr_loss_question *q;
    const tr_loss_room *room;
    size_t first, n;
    tr_dense_gradient gradient;
} row_block;

size_t tr_loss_scratch(const tr_shape *shape, bool teacher)
{
    return (teacher ? 2 : 1) * TR_ROWS_TOGETHER * shape->target_vocab;
}

/* Turns the teacher's logits x [n] into probabilities q; returns the sum of q log q. */
static double teacher_softmax(const tr_gradients *g, float *x, size_t n)
{
    double entropy = 0;

    g->softmax(x, n);
    for (size_t i = 0; i < n; i++)
        if (x[i] > 0) entropy += (double)x[i] * tr_log((double)x[i]);
    return entropy;
}

/* Computes the loss of row r of the block.  Its logits x become gradients, the teacher's logits
 * probabilities. */
static void loss_of_row(const row_block *b, size_t r, float *x, float *teacher)
{
    const tr_loss_question *q = b->q;
    const size_t n = b->pass->p->output.n_out, row = b->first + r;
    const tr_row_target target = {.id = (size_t)q->ids[row],
                                  .smoothing = q->smoothing,
                                  .weight = q->weight,
                                  .teacher = teacher,
                                  .kl = teacher ? q->teacher->kl : 0};
    const double entropy = teacher ? teacher_softmax(&b->pass->g, teacher, n) : 0;
    tr_row_loss l;

    b->pass->g.loss_row(x, n, &target, &l);
    const double log_sum = (double)l.max + tr_log((double)l.sum), e = (double)q->smoothing;
    tr_loss_sums *sums = &b->room->rows[r];
    sums->nll = log_sum - (double)l.target;
    sums->loss = (1 - e) * sums->nll + e * (log_sum - (double)l.mean);
    if (teacher) sums->loss += (double)target.kl * (entropy - (double)l.teacher + log_sum);
    if (b->room->row_nll) b->room->row_nll[row] = (float)sums->nll;
}

/* Computes logits, losses and gradients of some rows, which stay in this core's caches. */
static void loss_rows(void *ctx, size_t row, size_t n, float *logits)
{
    const row_block *b = ctx;
    const tr_dense *output = &b->pass->p->output;
    const tr_teacher *teacher = b->q->teacher;
    const size_t d = output->n_in, n_out = output->n_out, at = (b->first + row) * d;
    float *teacher_logits = teacher ? logits + n * n_out : NULL;

    tr_pass_dense(b->pass, output, b->q->states + at, d, n, logits, n_out);
    if (teacher)
        tr_pass_dense(teacher->pass, &teacher->pass->p->output, teacher->states + at, d, n,
                      teacher_logits, n_out);
    for (size_t r = 0; r < n; r++)
        loss_of_row(b, row + r, logits + r * n_out, teacher ? teacher_logits + r * n_out : NULL);
    if (b->q->d_states)
        tr_pass_dense_back(b->pass, &b->gradient, row, n, logits, n_out, false,
                           b->q->d_states + at);
}

static void run_block(const row_block *b, tr_loss_sums *sums)
{
    tr_workers_share(b->pass->workers, b->n, TR_ROWS_TOGETHER, loss_rows, (void *)b);
    for (size_t r = 0; r < b->n; r++) {
        sums->loss += b->room->rows[r].loss;
        sums->nll += b->room->rows[r].nll;
    }
    if (b->q->d_states) tr_pass_add_gradients(b->pass, &b->gradient, 1, NULL, 0, b->room->panels);
}

void tr_loss(const tr_pass *pass, const tr_loss_question *q, const tr_loss_room *room,
             tr_loss_sums *sums)
{
    row_block b = {.pass = pass, .q = q, .room = room};
    for (; b.first < q->n_rows; b.first += b.n) {
        b.n = q->n_rows - b.first < TR_LOSS_ROWS ? q->n_rows - b.first : TR_LOSS_ROWS;
        b.gradient = (tr_dense_gradient){.dense = &pass->p->output,
                                         .x = q->states + b.first * pass->p->output.n_in,
                                         .n_rows = b.n,
                                         .left = room->left,
                                         .sums = room->sums};
        run_block(&b, sums);
    }
}
