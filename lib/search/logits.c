#include "search/logits.h"

#include <assert.h>
#include <math.h>

#include "search/repetition.h"
#include "base/scalar.h"

static size_t blocks_of(size_t n_words)
{
    return (n_words + TR_CANDIDATES - 1) / TR_CANDIDATES;
}

static size_t rows_size(size_t n_rows, size_t max_k)
{
    return tr_arena_need(n_rows, sizeof(tr_candidates)) +
           tr_arena_need(n_rows, max_k * sizeof(int32_t)) +
           tr_arena_need(n_rows, max_k * sizeof(float));
}

size_t tr_logits_size(const tr_nmt *m, size_t max_rows, size_t max_k)
{
    const size_t shared = TR_TEAM_MOST * TR_SHARED_ROWS;
    return tr_arena_need(max_rows, TR_CANDIDATES * sizeof(float)) +
           2 * tr_arena_need(max_rows, blocks_of(m->config.target_vocab) * sizeof(float)) +
           rows_size(max_rows, max_k) + rows_size(shared, max_k);
}

static tr_candidates *take_rows(tr_arena *a, size_t n_rows, size_t max_k)
{
    tr_candidates *rows = TR_TAKE(a, tr_candidates, n_rows);
    int32_t *id = TR_TAKE(a, int32_t, (n_rows * max_k));
    float *logit = TR_TAKE(a, float, (n_rows * max_k));
    for (size_t r = 0; r < n_rows; r++)
        rows[r] = (tr_candidates){.id = id + r * max_k, .logit = logit + r * max_k};
    return rows;
}

void tr_logits_init(tr_logits *l, tr_arena *a, tr_compute *c, const uint8_t *banned,
                    size_t max_rows, size_t max_k)
{
    const size_t shared = TR_TEAM_MOST * TR_SHARED_ROWS;

    l->c = c;
    l->banned = banned;
    l->n_blocks = blocks_of(c->m->config.target_vocab);
    l->block = TR_TAKE(a, float, (max_rows * TR_CANDIDATES));
    l->max = TR_TAKE(a, float, (max_rows * l->n_blocks));
    l->sum = TR_TAKE(a, float, (max_rows * l->n_blocks));
    l->rows = take_rows(a, max_rows, max_k);
    l->share_rows = take_rows(a, shared, max_k);
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

static bool ruled_out(const tr_logits *l, const tr_candidates *row, int32_t id)
{
    return l->banned[id] || id == row->forbidden ||
           (row->not_again && tr_says_again(row->not_again, row->n_not_again, id));
}

static int32_t id_of(const tr_candidates *row, size_t word)
{
    return row->shortlist ? row->shortlist->ids[word] : (int32_t)word;
}

/* Keeps those of the words first + at [n] that are not ruled out; returns how many. */
static size_t allowed(const tr_logits *l, const tr_candidates *row, size_t first, uint32_t *at,
                      size_t n)
{
    size_t kept = 0;
    for (size_t i = 0; i < n; i++)
        if (!ruled_out(l, row, id_of(row, first + at[i]))) at[kept++] = at[i];
    return kept;
}

/* Takes what is among the best so far from x [n], whose largest is `max`. */
static void collect(const tr_logits *l, tr_candidates *row, const float *x, size_t first, size_t n,
                    float max)
{
    enum { SLACK = 2 }; /* words that may be ruled out; if more are, others count in their place */
    const float threshold = row->n < row->k ? -INFINITY : row->k ? row->logit[row->k - 1] : max;
    uint32_t at[TR_CANDIDATES];

    if (!(max > threshold)) return;
    const size_t n_found = l->c->k.above(x, n, threshold, row->k + SLACK, at);
    size_t n_allowed = allowed(l, row, first, at, n_found);
    if (n_found - n_allowed > SLACK)
        n_allowed = allowed(l, row, first, at, l->c->k.above(x, n, threshold, SIZE_MAX, at));
    for (size_t i = 0; i < n_allowed; i++)
        if (row->n < row->k || x[at[i]] > row->logit[row->k - 1])
            insert(row, id_of(row, first + at[i]), x[at[i]]);
}

/* The output layer of the words that a row chooses among. */
static const tr_matrix *words_of(const tr_logits *l, const tr_candidates *row)
{
    return row->shortlist ? &row->shortlist->output : &l->c->m->weights.output;
}

/* Some blocks for some rows, which choose among the same words: a share of the logits. */
typedef struct share {
    size_t first_row, n_rows, first_block, last_block;
    tr_candidates *rows; /* [n_rows] */
    float *block;        /* [n_rows, TR_CANDIDATES] */
} share;

static void take_block(const tr_logits *l, const share *s, size_t r, size_t b, size_t n)
{
    tr_candidates *row = &s->rows[r];
    const float *x = s->block + r * TR_CANDIDATES;
    const size_t first = b * TR_CANDIDATES, at = (s->first_row + r) * l->n_blocks + b;

    if (row->log_sum_wanted)
        l->c->k.log_sum_block(x, n, &l->max[at], &l->sum[at]);
    else
        l->max[at] = l->c->k.max_block(x, n);
    collect(l, row, x, first, n, l->max[at]);
    if (row->wanted >= 0 && (size_t)row->wanted - first < n)
        row->wanted_logit = x[(size_t)row->wanted - first];
}

static void run_share(const tr_logits *l, const share *s)
{
    const tr_matrix *w = words_of(l, s->rows);
    const tr_compute c = tr_some_rows(l->c, s->first_row, s->n_rows);

    for (size_t r = 0; r < s->n_rows; r++)
        s->rows[r].n = 0;
    for (size_t b = s->first_block; b < s->last_block; b++) {
        const size_t first = b * TR_CANDIDATES, rest = w->n_out - first;
        const size_t width = rest < TR_CANDIDATES ? rest : TR_CANDIDATES;
        tr_product(&c, w, first, first + width, s->block, TR_CANDIDATES);
        for (size_t r = 0; r < s->n_rows; r++)
            take_block(l, s, r, b, width);
    }
}

typedef struct shared_run {
    const tr_logits *l;
    size_t n, each; /* rows, or blocks, that a share has */
} shared_run;

static size_t at_most(size_t n, size_t limit)
{
    return n < limit ? n : limit;
}

static void run_rows(void *ctx, size_t i)
{
    const shared_run *run = ctx;
    const tr_logits *l = run->l;
    const size_t first = i * run->each, last = at_most(run->n, first + run->each);
    for (size_t row = first, end; row < last; row = end) {
        tr_candidates *rows = l->rows + row;
        for (end = row + 1; end < last && l->rows[end].shortlist == rows->shortlist;)
            end++;
        run_share(l, &(share){.first_row = row,
                              .n_rows = end - row,
                              .last_block = blocks_of(words_of(l, rows)->n_out),
                              .rows = rows,
                              .block = l->block + row * TR_CANDIDATES});
    }
}

static void ask_the_same(tr_candidates *dst, const tr_candidates *src)
{
    dst->k = src->k;
    dst->forbidden = src->forbidden;
    dst->not_again = src->not_again;
    dst->n_not_again = src->n_not_again;
    dst->log_sum_wanted = src->log_sum_wanted;
    dst->wanted = src->wanted;
}

static void run_blocks(void *ctx, size_t i)
{
    const shared_run *run = ctx;
    const tr_logits *l = run->l;
    const size_t first = i * run->each;
    _Alignas(64) float block[TR_SHARED_ROWS * TR_CANDIDATES]; /* in this thread's own cache */
    const share s = {.n_rows = run->n,
                     .first_block = first,
                     .last_block = at_most(l->n_blocks, first + run->each),
                     .rows = l->share_rows + i * TR_SHARED_ROWS,
                     .block = block};
    for (size_t r = 0; r < run->n; r++)
        ask_the_same(&s.rows[r], &l->rows[r]);
    run_share(l, &s);
}

/* What the shares found, in the order of their ids: the same as if there had been one. */
static void merge(tr_candidates *row, const tr_candidates *found, size_t first, size_t last)
{
    for (size_t i = 0; i < found->n; i++)
        if (row->n < row->k || found->logit[i] > row->logit[row->k - 1])
            insert(row, found->id[i], found->logit[i]);
    if (row->wanted >= 0 && (size_t)row->wanted - first < last - first)
        row->wanted_logit = found->wanted_logit;
}

/* Shortlists have too few blocks to share them. */
static bool any_shortlist(const tr_logits *l, size_t n)
{
    for (size_t r = 0; r < n; r++)
        if (l->rows[r].shortlist) return true;
    return false;
}

static void run_shared(tr_logits *l, size_t n)
{
    const size_t most = tr_team_size(l->c->team);
    shared_run run = {.l = l, .n = n};

    if (n > TR_SHARED_ROWS || any_shortlist(l, n)) {
        run.each = (n + most - 1) / most;
        tr_team_run(l->c->team, (n + run.each - 1) / run.each, run_rows, &run);
        return;
    }
    run.each = (l->n_blocks + most - 1) / most;
    const size_t n_shares = (l->n_blocks + run.each - 1) / run.each;
    tr_team_run(l->c->team, n_shares, run_blocks, &run);
    for (size_t r = 0; r < n; r++) {
        l->rows[r].n = 0;
        for (size_t i = 0; i < n_shares; i++)
            merge(&l->rows[r], &l->share_rows[i * TR_SHARED_ROWS + r], i * run.each * TR_CANDIDATES,
                  (i + 1) * run.each * TR_CANDIDATES);
    }
}

static double log_sum_of(const tr_logits *l, const float *max, const float *sum, size_t n)
{
    float total, total_sum;
    l->c->k.log_sum_join(max, sum, n, &total, &total_sum);
    return total + tr_log(total_sum);
}

static bool any_nan(const float *x, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (isnan(x[i])) return true;
    return false;
}

void tr_logits_run(tr_logits *l, size_t n)
{
    const size_t width = l->c->m->weights.output.n_in;

    for (size_t r = 0; r < n; r++)
        assert(!l->rows[r].shortlist || l->rows[r].wanted < 0);
    tr_prepare(l->c, l->c->x, width, n, width);
    if (tr_team_size(l->c->team) > 1)
        run_shared(l, n);
    else
        run_rows(&(shared_run){.l = l, .n = n, .each = n}, 0);
    for (size_t r = 0; r < n; r++) {
        tr_candidates *row = &l->rows[r];
        const float *max = l->max + r * l->n_blocks, *sum = l->sum + r * l->n_blocks;
        const size_t n_blocks = blocks_of(words_of(l, row)->n_out);
        row->log_sum = row->log_sum_wanted ? log_sum_of(l, max, sum, n_blocks) : NAN;
        row->finite = row->log_sum_wanted ? isfinite(row->log_sum) : !any_nan(max, n_blocks);
    }
}
