#include "train/optimiser/reduction.h"

#include <stdlib.h>
#include <string.h>

#include "train/optimiser/adam.h"
#include "train/optimiser/gradient_norm.h"

enum { LEVELS = 8, FLOATS_TOGETHER = 65536 }; /* 2^8 shards */

struct tr_reduction {
    size_t n_shards, taken; /* of this rank: taken in this step */
    const tr_ranks *ranks;  /* NULL: one process */
    tr_parameters *p;
    tr_workers *workers;
    float *level[LEVELS]; /* sums of 2^k shards that wait for their right-hand side */
    size_t *at;           /* [ranks + 1]: where the parts begin */
    size_t *chunks;       /* [ranks + 1]: where their chunks of the norm begin */
    size_t *begin, *end;  /* [ranks]: parts, with all of the chunks that begin in them */
    float *received;      /* [ranks, end - begin of this rank] */
};

static size_t n_ranks(const tr_ranks *ranks)
{
    return ranks ? ranks->n : 1;
}

size_t tr_reduction_blocks(size_t shards)
{
    size_t n = 0;
    while (n < LEVELS && (size_t)1 << n < shards)
        n++;
    return n;
}

/* ---- Parts ---- */

/* Where the first unit of an update begins at or after float `from`. */
static size_t next_unit(const tr_parameters *p, size_t from)
{
    for (size_t i = 0; i < p->n_tensors; i++) {
        const tr_parameter_tensor *const t = &p->tensors[i];
        for (size_t k = 0; k < tr_update_units(t); k++)
            if (tr_update_unit(t, k) >= from) return tr_update_unit(t, k);
    }
    return p->n_floats;
}

static size_t round_down(size_t x)
{
    return x / TR_NORM_CHUNK * TR_NORM_CHUNK;
}

static size_t round_up(size_t x)
{
    return round_down(x + TR_NORM_CHUNK - 1);
}

/* Parts of about the same size. */
static void lay_out_parts(tr_reduction *r)
{
    const size_t n = r->ranks->n, all = r->p->n_floats;

    for (size_t i = 0; i <= n; i++) {
        r->at[i] = i == 0 ? 0 : i == n ? all : next_unit(r->p, all / n * i);
        r->chunks[i] = i == n ? tr_gradient_norm_room(r->p) : round_up(r->at[i]) / TR_NORM_CHUNK;
    }
    for (size_t i = 0; i < n; i++) {
        const size_t end = round_up(r->at[i + 1]);
        r->begin[i] = round_down(r->at[i]);
        r->end[i] = end < all ? end : all;
    }
}

static size_t covered(const tr_reduction *r)
{
    return r->end[r->ranks->rank] - r->begin[r->ranks->rank];
}

static int join_ranks(tr_reduction *r)
{
    const size_t n = r->ranks->n;

    r->at = calloc(n + 1, sizeof *r->at);
    r->chunks = calloc(n + 1, sizeof *r->chunks);
    r->begin = calloc(n, sizeof *r->begin);
    r->end = calloc(n, sizeof *r->end);
    if (!r->at || !r->chunks || !r->begin || !r->end) return -1;
    lay_out_parts(r);
    r->received = malloc((n * covered(r) + 1) * sizeof *r->received);
    return r->received ? 0 : -1;
}

int tr_reduction_create(tr_reduction **out, size_t shards, const tr_ranks *ranks, tr_parameters *p,
                        tr_workers *workers, tr_error *err)
{
    tr_reduction *const r = calloc(1, sizeof *r);
    bool good = r != NULL;

    if (good) {
        r->n_shards = shards / n_ranks(ranks);
        r->ranks = ranks;
        r->p = p;
        r->workers = workers;
        good = !ranks || join_ranks(r) == 0;
        const size_t levels = tr_reduction_blocks(r->n_shards);
        for (size_t k = 0; good && k < levels; k++)
            good = (r->level[k] = calloc(p->n_floats, sizeof *r->level[k])) != NULL;
    }
    if (!good) {
        tr_reduction_free(r);
        return tr_fail_memory(err);
    }
    *out = r;
    return 0;
}

void tr_reduction_free(tr_reduction *r)
{
    if (!r) return;
    for (size_t k = 0; k < LEVELS; k++)
        free(r->level[k]);
    free(r->at);
    free(r->chunks);
    free(r->begin);
    free(r->end);
    free(r->received);
    free(r);
}

tr_span tr_reduction_shards(const tr_reduction *r)
{
    const size_t first = r->ranks ? r->ranks->rank * r->n_shards : 0;
    return (tr_span){first, first + r->n_shards};
}

tr_span tr_reduction_part(const tr_reduction *r)
{
    if (!r->ranks) return (tr_span){0, r->p->n_floats};
    return (tr_span){r->at[r->ranks->rank], r->at[r->ranks->rank + 1]};
}

/* ---- Sums ---- */

typedef struct sum_work {
    float *to;
    const float *more;
} sum_work;

static void add_floats(void *ctx, size_t first, size_t n, float *scratch)
{
    const sum_work *const w = ctx;
    (void)scratch;
    for (size_t i = first; i < first + n; i++)
        w->to[i] += w->more[i];
}

static void add_block(const tr_reduction *r, float *to, const float *more, size_t n)
{
    sum_work w = {to, more};
    tr_workers_share(r->workers, n, FLOATS_TOGETHER, add_floats, &w);
}

void tr_reduction_take(tr_reduction *r)
{
    tr_parameters *const p = r->p;
    size_t k = 0;

    for (; r->taken >> k & 1; k++)
        add_block(r, p->g, r->level[k], p->n_floats);
    if (++r->taken == r->n_shards) {
        r->taken = 0;
        return;
    }
    float *const sum = p->g;
    p->g = r->level[k];
    r->level[k] = sum;
    memset(p->g, 0, p->n_floats * sizeof *p->g);
}

void tr_reduction_add(tr_reduction *r)
{
    const tr_ranks *const ranks = r->ranks;

    if (!ranks) return;
    const size_t n = covered(r);
    ranks->exchange(ranks->ctx, r->p->g, r->begin, r->end, r->received);
    for (size_t step = 1; step < ranks->n; step *= 2)
        for (size_t i = 0; i + step < ranks->n; i += 2 * step)
            add_block(r, r->received + i * n, r->received + (i + step) * n, n);
    memset(r->p->g, 0, r->p->n_floats * sizeof *r->p->g);
    memcpy(r->p->g + r->begin[ranks->rank], r->received, n * sizeof *r->received);
}

double tr_reduction_norm(tr_reduction *r, const tr_pass *pass, float *room)
{
    const size_t n = tr_gradient_norm_room(r->p);

    if (!r->ranks) return tr_gradient_norm(pass, room);
    const size_t *const own = r->chunks + r->ranks->rank;
    tr_gradient_norm_sums(pass, (tr_span){own[0], own[1]}, room);
    r->ranks->gather(r->ranks->ctx, room, r->chunks);
    return tr_gradient_norm_of(room, n);
}

void tr_reduction_gather(const tr_reduction *r, float *block)
{
    if (r->ranks) r->ranks->gather(r->ranks->ctx, block, r->at);
}

int tr_reduction_tell(const tr_reduction *r, double *doubles, size_t each)
{
    const tr_ranks *const ranks = r->ranks;

    if (!ranks) return 0;
    const size_t own = 2 * each * r->n_shards; /* floats, which carry the bytes of doubles */
    size_t *const at = malloc((ranks->n + 1) * sizeof *at);
    float *const floats = malloc(ranks->n * own * sizeof *floats);
    if (at && floats) {
        for (size_t i = 0; i <= ranks->n; i++)
            at[i] = i * own;
        memcpy(floats, doubles, ranks->n * own * sizeof *floats);
        ranks->gather(ranks->ctx, floats, at);
        memcpy(doubles, floats, ranks->n * own * sizeof *floats);
    }
    const bool good = at && floats;
    free(at);
    free(floats);
    return good ? 0 : -1;
}
