#include "logits.h"

#include <math.h>

#include "scalar.h"

static size_t blocks_of(const tr_nmt *m)
{
    return (m->target_vocab + TR_CANDIDATES - 1) / TR_CANDIDATES;
}

size_t tr_logits_size(const tr_nmt *m, size_t max_rows, size_t max_k)
{
    return tr_arena_need(max_rows, TR_CANDIDATES * sizeof(float)) +
           2 * tr_arena_need(max_rows, blocks_of(m) * sizeof(float)) +
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
    l->n_blocks = blocks_of(c->m);
    l->max = TR_TAKE(a, float, (max_rows * l->n_blocks));
    l->sum = TR_TAKE(a, float, (max_rows * l->n_blocks));
    l->at = TR_TAKE(a, uint32_t, TR_CANDIDATES);
    l->rows = TR_TAKE(a, tr_candidates, max_rows);
    int32_t *id = TR_TAKE(a, int32_t, max_rows * max_k);
    float *logit = TR_TAKE(a, float, (max_rows * max_k));
    for (size_t r = 0; r < max_rows; r++)
        l->rows[r] = (tr_candidates){.id = id + r * max_k, .logit = logit + r * max_k};
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

/* Takes what is among the best so far from x [n], whose largest is `max`. */
static void collect(const tr_logits *l, tr_candidates *row, const float *x, size_t first, size_t n,
                    float max)
{
    const float threshold = row->n < row->k ? -INFINITY : row->k ? row->logit[row->k - 1] : max;
    if (!(max > threshold)) return;
    const size_t found = l->c->k.above(x, n, threshold, l->at);
    for (size_t i = 0; i < found; i++) {
        const float logit = x[l->at[i]];
        const int32_t id = (int32_t)(first + l->at[i]);
        if (l->banned[id] || id == row->forbidden) continue;
        if (row->n < row->k || logit > row->logit[row->k - 1]) insert(row, id, logit);
    }
}

/* The logits x [n] of block `b`. */
static void take_block(const tr_logits *l, size_t r, size_t b, const float *x, size_t n)
{
    tr_candidates *row = &l->rows[r];
    const size_t first = b * TR_CANDIDATES, at = r * l->n_blocks + b;

    l->c->k.log_sum_block(x, n, &l->max[at], &l->sum[at]);
    collect(l, row, x, first, n, l->max[at]);
    if (row->wanted >= 0 && (size_t)row->wanted - first < n)
        row->wanted_logit = x[(size_t)row->wanted - first];
}

void tr_logits_run(tr_logits *l, size_t n)
{
    const tr_matrix *w = &l->c->m->output;

    for (size_t r = 0; r < n; r++)
        l->rows[r].n = 0;
    tr_prepare(l->c, l->c->x, w->n_in, n, w->n_in);
    for (size_t b = 0; b < l->n_blocks; b++) {
        const size_t first = b * TR_CANDIDATES, rest = w->n_out - first;
        const size_t width = rest < TR_CANDIDATES ? rest : TR_CANDIDATES;
        tr_product(l->c, w, first, first + width, l->block, TR_CANDIDATES);
        for (size_t r = 0; r < n; r++)
            take_block(l, r, b, l->block + r * TR_CANDIDATES, width);
    }
    for (size_t r = 0; r < n; r++) {
        float max, sum;
        const size_t at = r * l->n_blocks;
        l->c->k.log_sum_join(l->max + at, l->sum + at, l->n_blocks, &max, &sum);
        l->rows[r].log_sum = max + tr_log(sum);
    }
}
