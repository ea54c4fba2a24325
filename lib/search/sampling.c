#include "search/sampling.h"

#include <math.h>

#include "base/numbers/scalar.h"

size_t tr_sampling_size(size_t most)
{
    return 2 * tr_arena_need(tr_blocks_of(most), sizeof(float)) +
           tr_arena_need(most, sizeof(uint32_t)) + tr_arena_need(most, sizeof(tr_ranked));
}

void tr_sampling_init(tr_sampler *d, tr_arena *a, const tr_kernels *k, size_t most)
{
    d->k = k;
    d->max = TR_TAKE(a, float, tr_blocks_of(most));
    d->sum = TR_TAKE(a, float, tr_blocks_of(most));
    d->at = TR_TAKE(a, uint32_t, most);
    d->ranked = TR_TAKE(a, tr_ranked, most);
}

/* One row of words. */
typedef struct row {
    const tr_sampler *d;
    const float *logit; /* [n] */
    size_t n;
    double per_degree; /* 1 / temperature */
    size_t n_allowed;  /* words that may be taken */
    float best;        /* the largest logit */
    double total;      /* the sum of all weights */
} row;

static bool is_allowed(float logit)
{
    return logit > TR_RULED_OUT;
}

/* (logit - best) / temperature: the logarithm of a word's weight, where the best one weighs 1. */
static double scaled(const row *r, float logit)
{
    return is_allowed(logit) ? ((double)logit - (double)r->best) * r->per_degree : TR_RULED_OUT;
}

static double weight(const row *r, float logit)
{
    return tr_exp(scaled(r, logit));
}

static size_t width_of(const row *r, size_t block)
{
    const size_t rest = r->n - block * TR_CANDIDATES;
    return rest < TR_CANDIDATES ? rest : TR_CANDIDATES;
}

static double block_weight(const row *r, size_t b)
{
    return (double)r->d->sum[b] * tr_exp((double)r->d->max[b]);
}

/* Counts and sums up, block by block. */
static void weigh(row *r)
{
    float of_block[TR_CANDIDATES];

    r->best = TR_RULED_OUT;
    for (size_t i = 0; i < r->n; i++) {
        r->n_allowed += is_allowed(r->logit[i]);
        r->best = r->logit[i] > r->best ? r->logit[i] : r->best;
    }
    for (size_t b = 0; b < tr_blocks_of(r->n) && r->n_allowed; b++) {
        const size_t n = width_of(r, b);
        for (size_t i = 0; i < n; i++)
            of_block[i] = (float)scaled(r, r->logit[b * TR_CANDIDATES + i]);
        r->d->k->log_sum_block(of_block, n, &r->d->max[b], &r->d->sum[b]);
        r->total += block_weight(r, b);
    }
}

/* ---- All words ---- */

/* The block at which the weights so far exceed *target, which becomes a share of that block's. */
static size_t find_block(const row *r, double *target)
{
    double sum = 0, last_sum = 0, last_weight = 1;
    size_t last = 0;

    for (size_t b = 0; b < tr_blocks_of(r->n); b++) {
        const double w = block_weight(r, b);
        if (!(w > 0)) continue;
        last = b;
        last_sum = sum;
        last_weight = w;
        sum += w;
        if (*target < sum) break;
    }
    *target = (*target - last_sum) / last_weight;
    return last;
}

static uint32_t draw_from_all(const row *r, double u)
{
    double share = u * r->total, all = 0, sum = 0;
    const size_t block = find_block(r, &share), first = block * TR_CANDIDATES;
    const float *const x = r->logit + first;
    const size_t n = width_of(r, block);
    size_t last = 0;

    for (size_t i = 0; i < n; i++)
        all += weight(r, x[i]);
    for (size_t i = 0; i < n; i++) {
        const double w = weight(r, x[i]);
        if (!(w > 0)) continue;
        last = i;
        sum += w;
        if (share * all < sum) break;
    }
    return (uint32_t)(first + last);
}

/* ---- The most probable ---- */

static bool comes_first(tr_ranked a, tr_ranked b)
{
    return a.logit > b.logit || (!(a.logit < b.logit) && a.word < b.word);
}

/* heap [n]: moves entry i down to where it belongs. */
static void sift(tr_ranked *heap, size_t n, size_t i)
{
    const tr_ranked moved = heap[i];
    for (size_t child; (child = 2 * i + 1) < n; i = child) {
        if (child + 1 < n && comes_first(heap[child + 1], heap[child])) child++;
        if (!comes_first(heap[child], moved)) break;
        heap[i] = heap[child];
    }
    heap[i] = moved;
}

/* Makes a heap of the words within `reach` of the best; returns how many there are. */
static size_t gather(const row *r, float reach)
{
    const float least = r->best - reach;
    uint32_t *const at = r->d->at;
    size_t n = 0;

    for (size_t first = 0; first < r->n; first += TR_CANDIDATES) {
        const float *const x = r->logit + first;
        const size_t found = r->d->k->above(x, width_of(r, first / TR_CANDIDATES),
                                            is_allowed(least) ? least : TR_RULED_OUT, SIZE_MAX, at);
        for (size_t i = 0; i < found; i++)
            r->d->ranked[n++] = (tr_ranked){x[at[i]], (uint32_t)first + at[i]};
    }
    for (size_t i = n / 2; i-- > 0;)
        sift(r->d->ranked, n, i);
    return n;
}

/* Moves the first of the heap [n] to its end, where it no longer belongs to the heap. */
static void pop(tr_ranked *heap, size_t n)
{
    const tr_ranked first = heap[0];
    heap[0] = heap[n - 1];
    sift(heap, n - 1, 0);
    heap[n - 1] = first;
}

/* The words that may be drawn, the most probable one first. */
typedef struct ranking {
    const row *r;
    const tr_ranked *end; /* the first is before it, and so on */
    size_t n;
    double total; /* of their weights */
} ranking;

static double weight_at(const ranking *k, size_t i)
{
    return weight(k->r, k->end[-(ptrdiff_t)i - 1].logit);
}

/* The `most` most probable, or the fewest that have `wanted` of the weight. */
static ranking rank(const row *r, size_t most, double wanted)
{
    for (float reach = 8 / (float)r->per_degree;; reach *= 2) {
        const size_t n = gather(r, reach);
        ranking k = {.r = r, .end = r->d->ranked + n};
        while (k.n < n && k.n < most && k.total < wanted) {
            pop(r->d->ranked, n - k.n);
            k.total += weight_at(&k, k.n++);
        }
        if (k.n == most || k.total >= wanted || n == r->n_allowed) return k;
    }
}

/* The fewest of them that have `wanted` of the weight. */
static void shorten(ranking *k, double wanted)
{
    const size_t n = k->n;
    k->total = 0;
    for (k->n = 0; k->n < n && k->total < wanted; k->n++)
        k->total += weight_at(k, k->n);
}

static uint32_t draw_from_best(const ranking *k, double u)
{
    double sum = 0;
    size_t i = 0;
    for (; i + 1 < k->n; i++) {
        sum += weight_at(k, i);
        if (u * k->total < sum) break;
    }
    return k->end[-(ptrdiff_t)i - 1].word;
}

bool tr_sampling_draw(const tr_sampler *d, const tr_sampling *how, const float *logit, size_t n,
                      const double *u, size_t n_drawn, uint32_t *word)
{
    const bool nucleus = how->top_p < 1;
    row r = {.d = d, .logit = logit, .n = n, .per_degree = 1 / (double)how->temperature};
    ranking k = {0};

    weigh(&r);
    if (!r.n_allowed) return false;
    if (how->top_k)
        k = rank(&r, (size_t)how->top_k, INFINITY);
    else if (nucleus)
        k = rank(&r, r.n_allowed, (double)how->top_p * r.total);
    if (how->top_k && nucleus) shorten(&k, (double)how->top_p * k.total);
    for (size_t i = 0; i < n_drawn; i++)
        word[i] = k.n ? draw_from_best(&k, u[i]) : draw_from_all(&r, u[i]);
    return true;
}
