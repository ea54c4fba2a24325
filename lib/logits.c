#include "logits.h"

#include <math.h>

#include "scalar.h"

size_t tr_logits_size(size_t max_rows, size_t max_k)
{
    return tr_arena_need(max_rows, TR_CANDIDATES * sizeof(float)) +
           tr_arena_need(TR_CANDIDATES, sizeof(uint32_t)) +
           tr_arena_need(max_rows, sizeof(tr_candidates)) +
           tr_arena_need(max_rows, max_k * sizeof(int32_t)) +
           tr_arena_need(max_rows, max_k * sizeof(float));
}

void tr_logits_init(tr_logits *l, tr_arena *a, tr_compute *c, const uint8_t *banned,
                    size_t max_rows, size_t max_k)
{
    l->c = c;
    l->banned = banned;
    l->block = TR_TAKE(a, float, (max_rows * TR_CANDIDATES));
    l->at = TR_TAKE(a, uint32_t, TR_CANDIDATES);
    l->rows = TR_TAKE(a, tr_candidates, max_rows);
    int32_t *id = TR_TAKE(a, int32_t, max_rows * max_k);
    float *logit = TR_TAKE(a, float, (max_rows * max_k));
    for (size_t r = 0; r < max_rows; r++)
        l->rows[r] = (tr_candidates){.id = id + r * max_k, .logit = logit + r * max_k};
}

/* Joins one block's maximum and sum to those of the blocks before it. */
static void join(tr_candidates *row, const tr_kernels *k, const float *x, size_t n)
{
    float max, sum;
    k->log_sum_block(x, n, &max, &sum);
    if (max > row->max) {
        row->sum = row->sum * tr_exp(row->max - max) + sum;
        row->max = max;
    } else {
        row->sum += sum * tr_exp(max - row->max);
    }
}

/* Puts a candidate behind those that are as good: they came first, with lower ids. */
static void insert(tr_candidates *row, int32_t id, float logit)
{
    size_t at = row->n < row->k ? row->n++ : row->k - 1;
    for (; at > 0 && row->logit[at - 1] < logit; at--) {
        row->logit[at] = row->logit[at - 1];
        row->id[at] = row->id[at - 1];
    }
    row->logit[at] = logit;
    row->id[at] = id;
}

static void collect(const tr_logits *l, tr_candidates *row, const float *x, size_t first, size_t n)
{
    if (row->k == 0) return;
    const float threshold = row->n < row->k ? -INFINITY : row->logit[row->k - 1];
    const size_t found = l->c->k.above(x, n, threshold, l->at);
    for (size_t i = 0; i < found; i++) {
        const float logit = x[l->at[i]];
        const int32_t id = (int32_t)(first + l->at[i]);
        if (l->banned[id] || id == row->forbidden) continue;
        if (row->n < row->k || logit > row->logit[row->k - 1]) insert(row, id, logit);
    }
}

void tr_logits_run(tr_logits *l, size_t n)
{
    const tr_matrix *w = &l->c->m->output;

    for (size_t r = 0; r < n; r++) {
        l->rows[r].n = 0;
        l->rows[r].max = -INFINITY;
        l->rows[r].sum = 0;
    }
    tr_prepare(l->c, l->c->x, w->n_in, n, w->n_in);
    for (size_t first = 0; first < w->n_out; first += TR_CANDIDATES) {
        const size_t rest = w->n_out - first, width = rest < TR_CANDIDATES ? rest : TR_CANDIDATES;
        tr_product(l->c, w, first, first + width, l->block, TR_CANDIDATES);
        for (size_t r = 0; r < n; r++) {
            tr_candidates *row = &l->rows[r];
            const float *logits = l->block + r * TR_CANDIDATES;
            join(row, &l->c->k, logits, width);
            collect(l, row, logits, first, width);
            if (row->wanted >= 0 && (size_t)row->wanted - first < width)
                row->wanted_logit = logits[(size_t)row->wanted - first];
        }
    }
    for (size_t r = 0; r < n; r++)
        l->rows[r].log_sum = l->rows[r].max + tr_log(l->rows[r].sum);
}
