/* reduction.c - sums of shards: a tree of one order, by one process or by several. */
#include "train/optimiser/reduction.h"

#include <stdlib.h>
#include <string.h>

#include "train/optimiser/adam.h"
#include "unit/trainee.h"
#include "unit/unit.h"

enum { MOST = 8 };

/* Values whose sums depend on their order. */
static float value(size_t shard, size_t i)
{
    uint32_t state = (uint32_t)(shard * 7919 + i + 1);
    return trainee_noise(&state) * (shard % 3 == 0 ? 1e6f : 1.0f);
}

static void fill_shard(tr_parameters *p, size_t shard)
{
    for (size_t i = 0; i < p->n_floats; i++)
        p->g[i] = value(shard, i);
}

static float tree(size_t first, size_t n, size_t i)
{
    return n == 1 ? value(first, i) : tree(first, n / 2, i) + tree(first + n / 2, n / 2, i);
}

START_TEST(shards_are_added_as_a_tree)
{
    static trainee e;
    const tr_shape shape = trainee_shape(TRAINEE_SHIPPED, 16, 2, 21);
    tr_reduction *r;

    trainee_open(&e, &shape, 1, 3, 3);
    for (size_t shards = 1; shards <= MOST; shards *= 2) {
        ck_assert_int_eq(tr_reduction_create(&r, shards, NULL, &e.p, e.workers, NULL), 0);
        for (int step = 0; step < 2; step++) {
            for (size_t s = 0; s < shards; s++) {
                fill_shard(&e.p, s);
                tr_reduction_take(r);
                ck_assert(s + 1 == shards || e.p.g[3] == 0);
            }
            for (size_t i = 0; i < e.p.n_floats; i++)
                ck_assert(e.p.g[i] == tree(0, shards, i));
        }
        tr_reduction_free(r);
    }
    trainee_close(&e);
}
END_TEST

/* Other ranks' blocks, as they are when all call exchange(). */
typedef struct others {
    size_t rank, n;
    float *block[MOST];
} others;

static void exchange(void *ctx, const float *block, const size_t *begin, const size_t *end,
                     float *received)
{
    const others *const o = ctx;
    const size_t from = begin[o->rank], n = end[o->rank] - from;

    ck_assert_mem_eq(block, o->block[o->rank], n * sizeof *block);
    for (size_t i = 0; i < o->n; i++)
        memcpy(received + i * n, o->block[i] + from, n * sizeof *received);
}

static void check_ranks(trainee *e, others *o)
{
    size_t end = 0;

    for (o->rank = 0; o->rank < o->n; o->rank++) {
        const tr_ranks ranks = {.rank = o->rank, .n = o->n, .ctx = o, .exchange = exchange};
        tr_reduction *r;
        ck_assert_int_eq(tr_reduction_create(&r, o->n, &ranks, &e->p, e->workers, NULL), 0);
        ck_assert_uint_eq(tr_reduction_shards(r).begin, o->rank);
        ck_assert_uint_eq(tr_reduction_shards(r).end, o->rank + 1);
        memcpy(e->p.g, o->block[o->rank], e->p.n_floats * sizeof *e->p.g);
        tr_reduction_take(r);
        tr_reduction_add(r);
        const tr_span part = tr_reduction_part(r);
        ck_assert_uint_eq(part.begin, end);
        end = part.end;
        for (size_t i = part.begin; i < part.end; i++)
            ck_assert(e->p.g[i] == tree(0, o->n, i));
        tr_reduction_free(r);
    }
    ck_assert_uint_eq(end, e->p.n_floats);
}

START_TEST(ranks_add_as_one_process_does)
{
    static trainee e;
    const tr_shape shape = trainee_shape(TRAINEE_SHIPPED, 48, 6, 70);
    others o;

    trainee_open(&e, &shape, 1, 3, 3);
    for (size_t s = 0; s < MOST; s++) {
        o.block[s] = malloc(e.p.n_floats * sizeof *o.block[s]);
        for (size_t i = 0; i < e.p.n_floats; i++)
            o.block[s][i] = value(s, i);
    }
    for (o.n = 2; o.n <= MOST; o.n *= 2)
        check_ranks(&e, &o);
    for (size_t s = 0; s < MOST; s++)
        free(o.block[s]);
    trainee_close(&e);
}
END_TEST

UNIT_MAIN("reduction", shards_are_added_as_a_tree, ranks_add_as_one_process_does)
