#include "search/logits.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/numbers/scalar.h"
#include "base/order.h"
#include "search/repetition.h"

static size_t found_size(size_t n_rows, size_t max_k)
{
    return tr_arena_need(n_rows, sizeof(tr_candidates)) +
           tr_arena_need(n_rows, max_k * sizeof(int32_t)) +
           tr_arena_need(n_rows, max_k * sizeof(float)) +
           tr_arena_need(n_rows, TR_MOST_WANTED * sizeof(float));
}

/* For words that are drawn. */
static size_t drawing_size(const tr_nmt *m, const tr_sampling *sampling, size_t max_rows,
                           size_t max_k)
{
    const size_t vocab = m->config.target_vocab;
    if (!sampling) return 0;
    return tr_sampling_size(vocab) + tr_arena_need(max_rows, vocab * sizeof(float)) +
           tr_arena_need(max_k, sizeof(uint32_t));
}

size_t tr_logits_size(const tr_nmt *m, const tr_sampling *sampling, size_t max_rows, size_t max_k)
{
    const size_t shared = TR_TEAM_MOST * TR_SHARED_ROWS;
    return tr_arena_need(max_rows, TR_CANDIDATES * sizeof(float)) +
           tr_arena_need(max_rows, sizeof(tr_logits_request)) +
           2 * tr_arena_need(max_rows, tr_blocks_of(m->config.target_vocab) * sizeof(float)) +
           found_size(max_rows, max_k) + found_size(shared, max_k) +
           drawing_size(m, sampling, max_rows, max_k);
}

static tr_candidates *take_found(tr_arena *a, size_t n_rows, size_t max_k)
{
    tr_candidates *rows = TR_TAKE(a, tr_candidates, n_rows);
    int32_t *id = TR_TAKE(a, int32_t, (n_rows * max_k));
    float *logit = TR_TAKE(a, float, (n_rows * max_k));
    float *wanted = TR_TAKE(a, float, (n_rows * TR_MOST_WANTED));
    for (size_t r = 0; r < n_rows; r++)
        rows[r] = (tr_candidates){.id = id + r * max_k,
                                  .logit = logit + r * max_k,
                                  .wanted_logit = wanted + r * TR_MOST_WANTED};
    return rows;
}

void tr_logits_init(tr_logits *l, tr_arena *a, tr_compute *c, const uint8_t *banned,
                    const tr_sampling *sampling, size_t max_rows, size_t max_k)
{
    const size_t shared = TR_TEAM_MOST * TR_SHARED_ROWS, vocab = c->m->config.target_vocab;

    l->c = c;
    l->banned = banned;
    l->n_blocks = tr_blocks_of(vocab);
    l->block = TR_TAKE(a, float, (max_rows * TR_CANDIDATES));
    l->max = TR_TAKE(a, float, (max_rows * l->n_blocks));
    l->sum = TR_TAKE(a, float, (max_rows * l->n_blocks));
    l->asked = TR_TAKE(a, tr_logits_request, max_rows);
    for (size_t r = 0; r < max_rows; r++)
        l->asked[r] = (tr_logits_request){.forbidden = -1};
    l->found = take_found(a, max_rows, max_k);
    l->share_found = take_found(a, shared, max_k);
    l->sampling = sampling;
    if (!sampling) return;
    tr_sampling_init(&l->sampler, a, &c->k, vocab);
    l->kept = TR_TAKE(a, float, (max_rows * vocab));
    l->words = TR_TAKE(a, uint32_t, max_k);
}

/* Puts a candidate after others that are as good: they came first, with lower ids. */
static void insert(tr_candidates *found, size_t k, int32_t id, float logit)
{
    size_t at = found->n < k ? found->n++ : k - 1;
    for (; at > 0 && found->logit[at - 1] < logit; at--) {
        found->logit[at] = found->logit[at - 1];
        found->id[at] = found->id[at - 1];
    }
    found->logit[at] = logit;
    found->id[at] = id;
}

/* True if a candidate belongs to the best k. */
static bool belongs(const tr_candidates *found, size_t k, float logit)
{
    return found->n < k || logit > found->logit[k - 1];
}

/* True if a row asks for more than the best words that are not banned. */
static bool has_rules(const tr_logits_request *q)
{
    return q->never || q->bytes || q->not_again || q->no_repeat;
}

static bool is_against_rules(const tr_logits_request *q, int32_t id)
{
    return (q->never && q->never[id]) ||
           (q->bytes && !tr_byte_may_follow(q->byte_state, q->bytes[id])) ||
           (q->not_again && tr_says_again(q->before, q->n_before, id, q->not_again)) ||
           (q->no_repeat && tr_repeats_group(q->before, q->n_before, id, q->no_repeat));
}

static int32_t id_of(const tr_logits_request *q, size_t word)
{
    return q->shortlist ? q->shortlist->ids[word] : (int32_t)word;
}

static bool is_ruled_out(const tr_logits *l, const tr_logits_request *q, int32_t id)
{
    return l->banned[id] || id == q->forbidden || (has_rules(q) && is_against_rules(q, id));
}

/* Keeps the words first + at [n] that may follow; returns their number. */
static size_t following(const tr_logits_request *q, size_t first, uint32_t *at, size_t n)
{
    int32_t ids[TR_CANDIDATES] = {0};
    bool may[TR_CANDIDATES];
    size_t kept = 0;

    for (size_t i = 0; i < n; i++) {
        ids[i] = id_of(q, first + at[i]);
        may[i] = true;
    }
    q->may_follow(q->may_follow_ctx, q->before, q->n_before, ids, n, may);
    for (size_t i = 0; i < n; i++)
        if (may[i]) at[kept++] = at[i];
    return kept;
}

/* Keeps the words first + at [n] of a block that are not ruled out; returns their number. */
static size_t allowed(const tr_logits *l, const tr_logits_request *q, size_t first, uint32_t *at,
                      size_t n)
{
    size_t kept = 0;
    for (size_t i = 0; i < n; i++)
        if (!is_ruled_out(l, q, id_of(q, first + at[i]))) at[kept++] = at[i];
    return q->may_follow && kept ? following(q, first, at, kept) : kept;
}

/* Takes what is among the best so far from x [n], whose largest is `max`. */
static void collect(const tr_logits *l, const tr_logits_request *q, tr_candidates *found,
                    const float *x, size_t first, size_t n, float max)
{
    enum { SLACK = 2 }; /* words that may be ruled out; if more are, others count in their place */
    const float threshold = found->n < q->k ? -INFINITY : q->k ? found->logit[q->k - 1] : max;
    uint32_t at[TR_CANDIDATES];

    if (!(max > threshold)) return;
    const size_t n_found = l->c->k.above(x, n, threshold, q->k + SLACK, at);
    size_t n_allowed = allowed(l, q, first, at, n_found);
    if (n_found - n_allowed > SLACK)
        n_allowed = allowed(l, q, first, at, l->c->k.above(x, n, threshold, SIZE_MAX, at));
    for (size_t i = 0; i < n_allowed; i++)
        if (belongs(found, q->k, x[at[i]])) insert(found, q->k, id_of(q, first + at[i]), x[at[i]]);
}

/* The output layer of the words that a row chooses among. */
static const tr_matrix *words_of(const tr_logits *l, const tr_logits_request *q)
{
    return q->shortlist ? &q->shortlist->output : &l->c->m->weights.output;
}

/* Some blocks for some rows, which choose among the same words: a share of the logits. */
typedef struct share {
    tr_rows states;
    const tr_logits_request *asked; /* [states.n] */
    tr_candidates *found;           /* [states.n] */
    size_t first_row, first_block, last_block;
    float *block; /* [states.n, TR_CANDIDATES] */
} share;

/* The place of a wanted id among words first .. first + n - 1; n if it is not there. */
static size_t place_of(const tr_logits_request *q, int32_t id, size_t first, size_t n)
{
    if (!q->shortlist) return (size_t)id - first < n ? (size_t)id - first : n;
    const int32_t *const ids = q->shortlist->ids + first;
    for (size_t i = 0; i < n; i++)
        if (ids[i] == id) return i;
    return n;
}

static void take_wanted(const tr_logits_request *q, tr_candidates *found, const float *x,
                        size_t first, size_t n)
{
    for (size_t i = 0; i < q->n_wanted; i++) {
        const size_t at = place_of(q, q->wanted[i], first, n);
        if (at < n) found->wanted_logit[i] = x[at];
    }
}

static float *kept_row(const tr_logits *l, size_t row)
{
    return l->kept + row * l->c->m->config.target_vocab;
}

static void take_block(const tr_logits *l, const share *s, size_t r, size_t b, size_t n)
{
    const tr_logits_request *q = &s->asked[r];
    const float *x = s->block + r * TR_CANDIDATES;
    const size_t first = b * TR_CANDIDATES, at = (s->first_row + r) * l->n_blocks + b;

    if (q->log_sum)
        l->c->k.log_sum_block(x, n, &l->max[at], &l->sum[at]);
    else
        l->max[at] = l->c->k.max_block(x, n);
    if (q->drawn)
        memcpy(kept_row(l, s->first_row + r) + first, x, n * sizeof *x);
    else
        collect(l, q, &s->found[r], x, first, n, l->max[at]);
    if (q->n_wanted) take_wanted(q, &s->found[r], x, first, n);
}

static void run_share(const tr_logits *l, const share *s)
{
    const tr_matrix *w = words_of(l, s->asked);

    for (size_t r = 0; r < s->states.n; r++)
        s->found[r].n = 0;
    for (size_t b = s->first_block; b < s->last_block; b++) {
        const size_t first = b * TR_CANDIDATES, rest = w->n_out - first;
        const size_t width = rest < TR_CANDIDATES ? rest : TR_CANDIDATES;
        tr_product(l->c, &s->states, w, first, first + width, s->block, TR_CANDIDATES);
        for (size_t r = 0; r < s->states.n; r++)
            take_block(l, s, r, b, width);
    }
}

typedef struct shared_run {
    const tr_logits *l;
    tr_rows states;
    size_t n, each; /* rows in all; rows, or blocks, that a share has */
} shared_run;

static void run_rows(void *ctx, size_t i)
{
    const shared_run *run = ctx;
    const tr_logits *l = run->l;
    const size_t first = i * run->each, last = tr_smaller(run->n, first + run->each);
    for (size_t row = first, end; row < last; row = end) {
        const tr_logits_request *asked = l->asked + row;
        for (end = row + 1; end < last && l->asked[end].shortlist == asked->shortlist;)
            end++;
        run_share(l, &(share){.states = tr_some_rows(l->c, &run->states, row, end - row, i),
                              .asked = asked,
                              .found = l->found + row,
                              .first_row = row,
                              .last_block = tr_blocks_of(words_of(l, asked)->n_out),
                              .block = l->block + row * TR_CANDIDATES});
    }
}

static void run_blocks(void *ctx, size_t i)
{
    const shared_run *run = ctx;
    const tr_logits *l = run->l;
    const size_t first = i * run->each;
    _Alignas(64) float block[TR_SHARED_ROWS * TR_CANDIDATES]; /* in this thread's own cache */
    run_share(l, &(share){.states = tr_some_rows(l->c, &run->states, 0, run->n, i),
                          .asked = l->asked,
                          .found = l->share_found + i * TR_SHARED_ROWS,
                          .first_block = first,
                          .last_block = tr_smaller(l->n_blocks, first + run->each),
                          .block = block});
}

/* Adds what a share found among the words first .. last - 1.  Shares come in the order of their
 * ids: the result is the same as if there had been one. */
static void merge(const tr_logits_request *q, tr_candidates *found, const tr_candidates *part,
                  size_t first, size_t last)
{
    for (size_t i = 0; i < part->n; i++)
        if (belongs(found, q->k, part->logit[i])) insert(found, q->k, part->id[i], part->logit[i]);
    for (size_t i = 0; i < q->n_wanted; i++)
        if ((size_t)q->wanted[i] - first < last - first)
            found->wanted_logit[i] = part->wanted_logit[i];
}

/* Shortlists have too few blocks to share them. */
static bool any_shortlist(const tr_logits *l, size_t n)
{
    for (size_t r = 0; r < n; r++)
        if (l->asked[r].shortlist) return true;
    return false;
}

static void run_shared(const tr_logits *l, const tr_rows *states)
{
    const size_t most = tr_team_size(l->c->team), n = states->n;
    shared_run run = {.l = l, .states = *states, .n = n};

    if (n > TR_SHARED_ROWS || any_shortlist(l, n)) {
        run.each = (n + most - 1) / most;
        tr_team_run(l->c->team, (n + run.each - 1) / run.each, run_rows, &run);
        return;
    }
    run.each = (l->n_blocks + most - 1) / most;
    const size_t n_shares = (l->n_blocks + run.each - 1) / run.each;
    tr_team_run(l->c->team, n_shares, run_blocks, &run);
    for (size_t r = 0; r < n; r++) {
        l->found[r].n = 0;
        for (size_t i = 0; i < n_shares; i++)
            merge(&l->asked[r], &l->found[r], &l->share_found[i * TR_SHARED_ROWS + r],
                  i * run.each * TR_CANDIDATES, (i + 1) * run.each * TR_CANDIDATES);
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

/* Marks what is ruled out among the words of a block, logit [n] from word `first` on. */
static void rule_out(const tr_logits *l, const tr_logits_request *q, size_t first, float *logit,
                     size_t n)
{
    uint32_t at[TR_CANDIDATES];

    for (size_t i = 0; i < n; i++)
        at[i] = (uint32_t)i;
    const size_t n_allowed = allowed(l, q, first, at, n);
    for (size_t i = 0, k = 0; i < n; i++)
        if (k < n_allowed && at[k] == i)
            k++;
        else
            logit[i] = TR_RULED_OUT;
}

/* Draws the candidates of a row. */
static void draw(const tr_logits *l, size_t row)
{
    const tr_logits_request *const q = &l->asked[row];
    tr_candidates *const found = &l->found[row];
    float *const logit = kept_row(l, row);
    const size_t n = words_of(l, q)->n_out;

    for (size_t first = 0; first < n; first += TR_CANDIDATES)
        rule_out(l, q, first, logit + first, tr_smaller(n - first, TR_CANDIDATES));
    found->n =
        tr_sampling_draw(&l->sampler, l->sampling, logit, n, q->drawn, q->k, l->words) ? q->k : 0;
    for (size_t i = 0; i < found->n; i++) {
        found->id[i] = id_of(q, l->words[i]);
        found->logit[i] = logit[l->words[i]];
    }
}

void tr_logits_run(tr_logits *l, size_t n)
{
    const size_t width = l->c->m->weights.output.n_in;
    const tr_rows states = tr_prepare(l->c, l->c->x, width, n, width);

    for (size_t r = 0; r < n; r++)
        assert(l->asked[r].n_wanted <= TR_MOST_WANTED);
    if (tr_team_size(l->c->team) > 1)
        run_shared(l, &states);
    else
        run_rows(&(shared_run){.l = l, .states = states, .n = n, .each = n}, 0);
    for (size_t r = 0; r < n; r++) {
        const tr_logits_request *q = &l->asked[r];
        const float *max = l->max + r * l->n_blocks, *sum = l->sum + r * l->n_blocks;
        const size_t n_blocks = tr_blocks_of(words_of(l, q)->n_out);
        const double log_sum = q->log_sum ? log_sum_of(l, max, sum, n_blocks) : NAN;
        l->found[r].log_sum = log_sum;
        l->found[r].finite = q->log_sum ? isfinite(log_sum) : !any_nan(max, n_blocks);
        if (q->drawn && l->found[r].finite) draw(l, r);
    }
}
