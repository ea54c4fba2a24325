/* The reduction over the vocabulary against one that sorts everything. */
#include "search/logits.h"

#include <math.h>
#include <string.h>

#include "base/cpu.h"
#include "kernels/quant.h"
#include "unit/unit.h"

enum { D = 4, VOCAB = 600, ROWS = 5, MAX_K = 8, PACKED = (VOCAB + 15) / 16 * 16 * D };

static uint32_t state = 1;

static float small_value(void)
{
    state = state * 1664525u + 1013904223u;
    return (float)(state >> 30) - 1.5f; /* four values: ties are everywhere */
}

typedef struct fixture {
    tr_arena arena;
    tr_nmt m;
    tr_compute compute;
    tr_logits logits;
    uint8_t banned[VOCAB];
    float w[VOCAB * D], bias[VOCAB];
    _Alignas(64) float packed[PACKED];
} fixture;

static fixture f;

static void setup(void)
{
    tr_kernels k;
    f.m = (tr_nmt){
        .config = {
            .d_model = D, .heads = 1, .encoder_ffn = D, .decoder_ffn = D, .target_vocab = VOCAB}};
    for (size_t i = 0; i < VOCAB * D; i++)
        f.w[i] = small_value();
    for (size_t i = 0; i < VOCAB; i++) {
        f.bias[i] = small_value();
        f.banned[i] = i % 11 == 0;
    }
    tr_pack_f32(f.w, VOCAB, D, D, 1, f.packed);
    f.m.weights.output = (tr_matrix){.weight = f.packed, .bias = f.bias, .n_out = VOCAB, .n_in = D};
    tr_kernels_init(&k, 0);
    ck_assert_int_eq(tr_arena_init(&f.arena, tr_compute_size(&f.m, false, ROWS, 1) +
                                                 tr_logits_size(&f.m, NULL, ROWS, MAX_K)),
                     0);
    tr_compute_init(&f.compute, &f.arena, &f.m, &k, false, ROWS, 1);
    tr_logits_init(&f.logits, &f.arena, &f.compute, f.banned, NULL, ROWS, MAX_K);
    ck_assert_uint_eq(f.arena.used, f.arena.size);
}

static double logit(const float *x, size_t id)
{
    double y = f.bias[id];
    for (size_t k = 0; k < D; k++)
        y += (double)x[k] * (double)f.w[id * D + k];
    return y; /* exact in float too: all values are multiples of 1/4 */
}

/* True if the row may choose the word. */
static bool is_candidate(const tr_logits_request *q, int32_t id)
{
    if (!q->shortlist) return true;
    for (size_t i = 0; i < q->shortlist->output.n_out; i++)
        if (q->shortlist->ids[i] == id) return true;
    return false;
}

/* Rules for what may follow: no id of the same remainder as the last one. */
static bool differs(const int32_t *modulus, int32_t before, int32_t id)
{
    return id % *modulus != before % *modulus;
}

static void may_follow(const void *ctx, const int32_t *before, size_t n_before, const int32_t *ids,
                       size_t n, bool *may)
{
    ck_assert(n > 0 && n <= TR_CANDIDATES);
    for (size_t i = 0; i < n; i++) {
        ck_assert(may[i]);
        may[i] = n_before > 0 && differs(ctx, before[n_before - 1], ids[i]);
    }
}

/* The best id that is not among the first `n` found, or -1.  Paths are one token long here, which
 * would be said again. */
static int32_t next_best(const float *x, const tr_logits_request *q, const int32_t *found, size_t n)
{
    int32_t best = -1;
    for (int32_t id = 0; id < VOCAB; id++) {
        bool out = f.banned[id] || id == q->forbidden || !is_candidate(q, id);
        out = out || (q->not_again && id == *q->before);
        out = out || (q->may_follow && !differs(q->may_follow_ctx, *q->before, id));
        for (size_t i = 0; i < n; i++)
            out = out || found[i] == id;
        if (!out && (best < 0 || logit(x, (size_t)id) > logit(x, (size_t)best))) best = id;
    }
    return best;
}

static void check_row(size_t r)
{
    const float *x = f.compute.x + r * D;
    const tr_logits_request *q = &f.logits.asked[r];
    const tr_candidates *found = &f.logits.found[r];
    double sum = 0;
    for (size_t id = 0; id < VOCAB; id++)
        if (is_candidate(q, (int32_t)id)) sum += exp(logit(x, id));
    ck_assert(found->finite);
    if (q->log_sum)
        ck_assert_double_eq_tol(found->log_sum, log(sum), 1e-5);
    else
        ck_assert(isnan(found->log_sum));
    ck_assert_uint_eq(found->n, q->k);
    for (size_t i = 0; i < found->n; i++) {
        ck_assert_int_eq(found->id[i], next_best(x, q, found->id, i));
        ck_assert((double)found->logit[i] == logit(x, (size_t)found->id[i]));
    }
    for (size_t i = 0; i < q->n_wanted; i++)
        ck_assert((double)found->wanted_logit[i] == logit(x, (size_t)q->wanted[i]));
}

/* Every third word, or every other from the third on: packed as the network's own matrix is. */
typedef struct choice {
    tr_shortlist list;
    int32_t ids[VOCAB];
    float w[VOCAB * D], bias[VOCAB];
    _Alignas(64) float packed[PACKED];
} choice;

static choice choices[2];

static void choose(choice *c, int32_t first, int32_t stride)
{
    size_t n = 0;
    for (int32_t id = first; id < VOCAB; id += stride, n++) {
        c->ids[n] = id;
        c->bias[n] = f.bias[id];
        memcpy(c->w + n * D, f.w + id * D, D * sizeof *c->w);
    }
    tr_pack_f32(c->w, n, D, D, 1, c->packed);
    c->list.ids = c->ids;
    c->list.output = (tr_matrix){.weight = c->packed, .bias = c->bias, .n_out = n, .n_in = D};
}

START_TEST(rows_choose_among_their_shortlists)
{
    setup();
    choose(&choices[0], 0, 3);
    choose(&choices[1], 2, 2);
    const tr_shortlist *const lists[ROWS] = {&choices[0].list, &choices[0].list, NULL,
                                             &choices[1].list, &choices[0].list};
    for (size_t r = 0; r < ROWS; r++) {
        for (size_t k = 0; k < D; k++)
            f.compute.x[r * D + k] = small_value();
        f.logits.asked[r].k = MAX_K;
        f.logits.asked[r].forbidden = 6;
        f.logits.asked[r].log_sum = r != 1;
        f.logits.asked[r].shortlist = lists[r];
    }
    tr_logits_run(&f.logits, ROWS);
    for (size_t r = 0; r < ROWS; r++)
        check_row(r);
    tr_arena_free(&f.arena);
}
END_TEST

START_TEST(finds_what_sorting_finds)
{
    int32_t wanted[ROWS][2];
    setup();
    for (int round = 0; round < 50; round++) {
        for (size_t r = 0; r < ROWS; r++) {
            for (size_t k = 0; k < D; k++)
                f.compute.x[r * D + k] = small_value();
            f.logits.asked[r].k = (r + (size_t)round) % (MAX_K + 1);
            f.logits.asked[r].forbidden = -1;
            f.logits.asked[r].log_sum = (r + (size_t)round) % 3;
            wanted[r][0] = (int32_t)((r * 131 + (size_t)round * 7) % VOCAB);
            wanted[r][1] = (int32_t)((size_t)wanted[r][0] + VOCAB / 2) % VOCAB;
            f.logits.asked[r].wanted = wanted[r];
            f.logits.asked[r].n_wanted = (r + (size_t)round) % 3;
        }
        tr_logits_run(&f.logits, ROWS);
        for (size_t r = 0; r < ROWS; r++)
            check_row(r);
        /* Once more without what was best, ruled out one way or the other. */
        const int32_t modulus = 3;
        int32_t best[ROWS];
        for (size_t r = 0; r < ROWS; r++) {
            tr_logits_request *q = &f.logits.asked[r];
            if (!f.logits.found[r].n) continue;
            best[r] = f.logits.found[r].id[0];
            q->before = &best[r];
            q->n_before = 1;
            q->not_again = r % 3 == 1;
            q->may_follow = r % 3 == 2 ? may_follow : NULL;
            q->may_follow_ctx = &modulus;
            q->forbidden = r % 3 ? -1 : best[r];
        }
        tr_logits_run(&f.logits, ROWS);
        for (size_t r = 0; r < ROWS; r++) {
            check_row(r);
            f.logits.asked[r].not_again = false;
            f.logits.asked[r].may_follow = NULL;
        }
    }
    tr_arena_free(&f.arena);
}
END_TEST

START_TEST(finds_what_comes_after_many_that_are_banned)
{
    setup();
    const tr_candidates *row = &f.logits.found[0];
    memset(f.compute.x, 0, D * sizeof *f.compute.x);
    for (size_t id = 0; id < VOCAB; id++) {
        f.bias[id] = (float)id;
        f.banned[id] = id % TR_CANDIDATES >= 50;
    }
    f.logits.asked[0].k = MAX_K;
    tr_logits_run(&f.logits, 1);
    ck_assert_uint_eq(row->n, MAX_K);
    for (int i = 0; i < MAX_K; i++)
        ck_assert_int_eq(row->id[i], 2 * TR_CANDIDATES + 49 - i);
    tr_arena_free(&f.arena);
}
END_TEST

START_TEST(a_logit_that_is_not_finite_shows)
{
    setup();
    const tr_candidates *row = &f.logits.found[0];
    for (size_t k = 0; k < D; k++)
        f.compute.x[k] = 1;
    f.logits.asked[0].k = 1;
    for (int i = 0; i < 2; i++) {
        f.logits.asked[0].log_sum = i;
        f.bias[VOCAB - 1] = NAN;
        tr_logits_run(&f.logits, 1);
        ck_assert(!row->finite);
        f.bias[VOCAB - 1] = INFINITY;
        tr_logits_run(&f.logits, 1);
        ck_assert(!row->finite);
        f.bias[VOCAB - 1] = -INFINITY;
        tr_logits_run(&f.logits, 1);
        ck_assert(row->finite);
        f.bias[VOCAB - 1] = 0;
        tr_logits_run(&f.logits, 1);
        ck_assert(row->finite);
    }
    tr_arena_free(&f.arena);
}
END_TEST

/* ---- Int8, with shortlists that several rows share ---- */

enum { WIDE = 64, MANY = 12 };

static _Alignas(64) int8_t packed_s8[(VOCAB + 15) / 16 * 16 * WIDE];
static float scales[VOCAB], states[MANY * WIDE];
static int32_t sums[VOCAB], all_ids[VOCAB];

static void make_int8(void)
{
    static float w[VOCAB * WIDE];
    for (size_t i = 0; i < VOCAB * WIDE; i++)
        w[i] = small_value() + small_value() / 3;
    for (size_t i = 0; i < MANY * WIDE; i++)
        states[i] = small_value() + small_value() / 5;
    for (int32_t id = 0; id < VOCAB; id++)
        all_ids[id] = id;
    tr_pack_s8(w, VOCAB, WIDE, WIDE, 1, packed_s8, scales, sums);
}

/* The best words of each row [MANY, MAX_K], and their logits. */
static void best_words(unsigned cpu, int32_t *id, float *logit)
{
    static const uint8_t banned[VOCAB];
    const tr_matrix all = {
        .weight = packed_s8, .scale = scales, .sum = sums, .n_out = VOCAB, .n_in = WIDE};
    tr_shortlist lists[2] = {{all_ids, all}, {all_ids, all}};
    tr_nmt m = {.config = {.d_model = WIDE,
                           .heads = 1,
                           .encoder_ffn = WIDE,
                           .decoder_ffn = WIDE,
                           .target_vocab = VOCAB,
                           .int8 = true},
                .weights.output = all};
    tr_compute c;
    tr_logits l;
    tr_arena a;
    tr_kernels k;

    lists[0].output.n_out = 320;
    lists[1].output.n_out = 480;
    tr_kernels_init(&k, cpu);
    ck_assert_int_eq(tr_arena_init(&a, tr_compute_size(&m, true, MANY, 1) +
                                           tr_logits_size(&m, NULL, MANY, MAX_K)),
                     0);
    tr_compute_init(&c, &a, &m, &k, true, MANY, 1);
    tr_logits_init(&l, &a, &c, banned, NULL, MANY, MAX_K);
    memcpy(c.x, states, sizeof states);
    for (size_t r = 0; r < MANY; r++) {
        l.asked[r].k = MAX_K;
        l.asked[r].shortlist = r < 4 ? &lists[0] : r < 8 ? &lists[1] : NULL;
    }
    tr_logits_run(&l, MANY);
    for (size_t r = 0; r < MANY; r++) {
        ck_assert_uint_eq(l.found[r].n, MAX_K);
        memcpy(id + r * MAX_K, l.found[r].id, MAX_K * sizeof *id);
        memcpy(logit + r * MAX_K, l.found[r].logit, MAX_K * sizeof *logit);
    }
    tr_arena_free(&a);
}

START_TEST(all_processors_find_the_same)
{
    int32_t id[2][MANY * MAX_K];
    float logit[2][MANY * MAX_K];
    make_int8();
    best_words(0, id[0], logit[0]);
    best_words(tr_cpu_usable(NULL), id[1], logit[1]);
    ck_assert_int_eq(memcmp(id[0], id[1], sizeof *id), 0);
    ck_assert_int_eq(memcmp(logit[0], logit[1], sizeof *logit), 0);
}
END_TEST

UNIT_MAIN("logits", all_processors_find_the_same, finds_what_sorting_finds,
          rows_choose_among_their_shortlists, finds_what_comes_after_many_that_are_banned,
          a_logit_that_is_not_finite_shows)
