/*
 * check_gradients.c - every instruction set's training kernels against the reference, bit by bit,
 * with random numbers, numbers at the rims, infinities and NaN, at sizes that leave remainders.
 * An argument is the seed of the random numbers.
 */
#include <stdbool.h>
#include <stdlib.h>

#include "base/cpu.h"
#include "kernels/gradients.h"
#include "kernels/kernels.h"
#include "kernels/kernels_random.h"
#include "make/tap.h"

enum { ROUNDS = 120, GUARD = 16 };

typedef struct check {
    heap heap;
    tr_gradients ref, set;
    enum values values;
    size_t n_wrong;
} check;

static float *numbers(check *c, size_t n)
{
    float *x = heap_take(&c->heap, n * sizeof *x);
    for (size_t i = 0; i < n; i++)
        x[i] = random_float(&c->heap, c->values);
    return x;
}

/* Two arrays of the same numbers, with room after them that must not change. */
typedef struct twins {
    float *a, *b;
    size_t n;
} twins;

static twins twins_of(check *c, size_t n)
{
    twins t = {numbers(c, n + GUARD), NULL, n + GUARD};
    t.b = heap_take(&c->heap, t.n * sizeof *t.b);
    memcpy(t.b, t.a, t.n * sizeof *t.b);
    return t;
}

static void compare(check *c, const float *a, const float *b, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (isnan(a[i]) && isnan(b[i])) continue;
        c->n_wrong += memcmp(a + i, b + i, sizeof *a) != 0;
    }
}

static void compare_twins(check *c, twins t)
{
    compare(c, t.a, t.b, t.n);
}

static size_t size_of(check *c, size_t most)
{
    return 1 + random_below(&c->heap, random_below(&c->heap, 4) ? most : 20);
}

/* Pairs of them have products near the least number that is not denormal. */
static float near_denormal(heap *h)
{
    static const float small[] = {0x1p-126f, 0x1.000002p-126f, 0x1.fffffep-127f, 0x1p-130f, 0,
                                  -0.0f};
    const float x =
        ldexpf(1 + (float)random_below(h, 256) / 256, -(int)(30 + random_below(h, 100)));
    if (!random_below(h, 4)) return small[random_below(h, sizeof small / sizeof *small)];
    return random_below(h, 2) ? x : -x;
}

static float *factors(check *c, size_t n)
{
    float *x = numbers(c, n);
    for (size_t i = 0; i < n && c->values == TINY; i++)
        x[i] = near_denormal(&c->heap);
    return x;
}

/* A set packs for its own product; so each side packs for itself. */
static void check_product(check *c)
{
    const size_t rows = size_of(c, 60), n_in = size_of(c, 500), n_out = size_of(c, 100);
    const size_t stride = n_out + random_below(&c->heap, 5);
    const size_t x_stride = (rows > n_in ? rows : n_in) + random_below(&c->heap, 5);
    const float *x = factors(c, (rows > n_in ? rows : n_in) * x_stride);
    const float *w = factors(c, n_out * n_in);
    const float *bias = random_below(&c->heap, 2) ? factors(c, n_out) : NULL;
    const bool add = random_below(&c->heap, 2);
    tr_gradients *const sides[2] = {&c->ref, &c->set};
    twins y[2] = {twins_of(c, rows * stride), twins_of(c, rows * stride)};

    for (size_t i = 0; i < 2; i++) {
        const tr_gradients *g = sides[i];
        const size_t panels_size = tr_panels_size(&g->format, n_in, n_out);
        const size_t left_size = tr_left_size(&g->format, n_in, rows);
        float *panels = numbers(c, panels_size + GUARD), *packed = numbers(c, left_size + GUARD);
        float guard[2][GUARD];
        memcpy(guard[0], panels + panels_size, sizeof guard[0]);
        memcpy(guard[1], packed + left_size, sizeof guard[1]);
        if (bias)
            g->pack_columns(w, n_in, n_out, n_in, panels);
        else
            g->pack_rows(w, n_out, n_in, n_out, panels);
        const size_t half = n_in / 4 * 2, words = tr_words(&g->format, n_in);
        g->pack_left(x, x_stride, half, rows, words, packed);
        g->pack_left(x + half * x_stride, x_stride, n_in - half, rows, words,
                     packed + tr_words(&g->format, half) * TR_LEFT_WIDTH);
        c->n_wrong += memcmp(guard[0], panels + panels_size, sizeof guard[0]) != 0;
        c->n_wrong += memcmp(guard[1], packed + left_size, sizeof guard[1]) != 0;
        const tr_left_operand lefts[2] = {tr_left_rows(x, x_stride), tr_left_packed(packed)};
        for (size_t j = 0; j < 2; j++)
            g->product(&lefts[j], rows, panels, n_in, n_out, bias, add, i ? y[j].b : y[j].a,
                       stride);
    }
    compare_twins(c, y[0]);
    compare_twins(c, y[1]);
}

/* fma(x, w, sum) of bf16 where it may be denormal: less than 2^-126 - 2^-151 is. */
static const struct {
    float x, w, sum, y;
} rims[] = {
    {0x1p106f, 0, 0x1p-126f, 0x1p-126f},
    {0x1p-126f, -0x1p-149f, -0x1p-126f, -0x1p-126f},
    {0x1p-80f, -0x1p-71f, 0x1p-126f, 0x1p-126f},
    {0x1p-80f, -0x1.02p-71f, 0x1p-126f, 0},
    {0x1p-80f, 0x1.02p-71f, -0x1p-126f, -0.0f},
    {0x1p-80f, -0x1.02p-70f, 0x1.000002p-126f, 0x1p-126f},
    {0x1p-80f, 0x1.fcp-47f, 0, 0},
    {0x1p-80f, 0x1.fcp-47f, 0x1.fffffcp-127f, 0},
    {0x1p-149f, 0x1p127f, 0x1p-20f, 0x1p-20f},
    {0x1.01p0f, 0x1p-126f, 0, 0x1p-126f},
};

static void check_rims(check *c)
{
    const tr_gradients *g = &c->set;
    for (size_t i = 0; i < sizeof rims / sizeof *rims; i++) {
        float *panels = numbers(c, tr_panels_size(&g->format, 1, 1)), y = rims[i].sum;
        const tr_left_operand left = tr_left_rows(&rims[i].x, 1);
        g->pack_rows(&rims[i].w, 1, 1, 1, panels);
        g->product(&left, 1, panels, 1, 1, NULL, true, &y, 1);
        c->n_wrong += memcmp(&y, &rims[i].y, sizeof y) != 0;
    }
}

static void check_norm(check *c)
{
    const size_t n = size_of(c, 600);
    const float *x = numbers(c, n), *gain = numbers(c, n), *bias = numbers(c, n);
    const float *residual = random_below(&c->heap, 2) ? numbers(c, n) : NULL;
    const twins normal = twins_of(c, n), y = twins_of(c, n), factor = twins_of(c, 1);
    const twins d = twins_of(c, n), sums = twins_of(c, n);
    tr_kernels k;

    c->ref.norm_keep(x, residual, gain, bias, 1e-6f, n, normal.a, factor.a, y.a);
    c->set.norm_keep(x, residual, gain, bias, 1e-6f, n, normal.b, factor.b, y.b);
    compare_twins(c, normal);
    compare_twins(c, y);
    compare_twins(c, factor);
    tr_kernels_ref(&k); /* what the translator computes */
    float *own = numbers(c, n);
    k.norm(x, residual, gain, bias, 1e-6f, n, own);
    compare(c, y.a, own, n);

    c->ref.norm_back(d.a, normal.a, gain, *factor.a, n, d.a);
    c->set.norm_back(d.b, normal.a, gain, *factor.a, n, d.b);
    compare_twins(c, d);

    const size_t rows = size_of(c, 9), stride = n + random_below(&c->heap, 3);
    const float *rows_x = numbers(c, rows * stride);
    const float *times = random_below(&c->heap, 2) ? numbers(c, rows * stride) : NULL;
    c->ref.column_sums(rows_x, stride, times, stride, rows, n, sums.a);
    c->set.column_sums(rows_x, stride, times, stride, rows, n, sums.b);
    compare_twins(c, sums);
}

static void check_activations(check *c)
{
    const size_t n = size_of(c, 300);
    const float *x = numbers(c, n);
    for (int a = TR_RELU; a <= TR_SIGMOID; a++) {
        const twins d = twins_of(c, n);
        c->ref.activate_back(a, d.a, x, n, d.a);
        c->set.activate_back(a, d.b, x, n, d.b);
        compare_twins(c, d);
    }
}

static void check_drop(check *c)
{
    const size_t n = size_of(c, 300);
    const tr_dropout dropout = {.seed = random_bits(&c->heap),
                                .site = (uint32_t)random_bits(&c->heap),
                                .step = (uint32_t)random_bits(&c->heap),
                                .threshold = (uint32_t)random_bits(&c->heap),
                                .scale = 1.25f};
    const uint64_t first = random_bits(&c->heap) >> (8 + random_below(&c->heap, 50));
    const twins x = twins_of(c, n);
    c->ref.drop(&dropout, first, x.a, n);
    c->set.drop(&dropout, first, x.b, n);
    compare_twins(c, x);
}

static void check_attention(check *c)
{
    const bool causal = random_below(&c->heap, 2);
    const int score = (int)random_below(&c->heap, TR_LOCATION + 1);
    const size_t d = size_of(c, 70), d_value = random_below(&c->heap, 2) ? d : size_of(c, 70);
    const size_t wider = d > d_value ? d : d_value, n_q = size_of(c, 40),
                 n_k = causal ? n_q : size_of(c, 40);
    const size_t q_stride = d + random_below(&c->heap, 3),
                 kv_stride = wider + random_below(&c->heap, 3);
    const twins d_q = twins_of(c, n_q * q_stride), d_k = twins_of(c, n_k * kv_stride);
    const twins d_v = twins_of(c, n_k * kv_stride), d_weight = twins_of(c, d);
    float *work = numbers(c, tr_attend_back_work(n_q, n_k, wider));
    tr_attention_gradient a = {.q = numbers(c, n_q * q_stride),
                               .k = numbers(c, n_k * kv_stride),
                               .v = numbers(c, n_k * kv_stride),
                               .d_out = numbers(c, n_q * d_value),
                               .n_q = n_q,
                               .n_k = n_k,
                               .d_head = d,
                               .d_value = d_value,
                               .q_stride = q_stride,
                               .kv_stride = kv_stride,
                               .out_stride = d_value,
                               .scale = 0.3f,
                               .score = score,
                               .weight = numbers(c, d),
                               .causal = causal,
                               .add = random_below(&c->heap, 2)};

    a.d_q = d_q.a, a.d_k = d_k.a, a.d_v = d_v.a, a.d_weight = d_weight.a;
    c->ref.attend_back(&a, work);
    a.d_q = d_q.b, a.d_k = d_k.b, a.d_v = d_v.b, a.d_weight = d_weight.b;
    c->set.attend_back(&a, work);
    compare_twins(c, d_q);
    compare_twins(c, d_k);
    compare_twins(c, d_v);
    if (score == TR_ADDITIVE) compare_twins(c, d_weight);
}

static void check_loss(check *c)
{
    const size_t n = size_of(c, 700);
    tr_row_loss a, b;
    const tr_row_target target = {.id = random_below(&c->heap, n),
                                  .smoothing = 0.1f,
                                  .weight = 0.01f,
                                  .teacher = random_below(&c->heap, 2) ? numbers(c, n) : NULL,
                                  .kl = 0.5f};
    const twins x = twins_of(c, n), y = twins_of(c, n), s = twins_of(c, 2);
    c->ref.loss_row(x.a, n, &target, &a);
    c->set.loss_row(x.b, n, &target, &b);
    compare_twins(c, x);
    const float in_a[] = {a.max, a.sum, a.target, a.mean, a.teacher};
    const float in_b[] = {b.max, b.sum, b.target, b.mean, b.teacher};
    compare(c, in_a, in_b, 5);
    c->ref.softmax(y.a, n);
    c->set.softmax(y.b, n);
    compare_twins(c, y);
    s.a[0] = c->ref.square_sum(x.a, n);
    s.b[0] = c->set.square_sum(x.a, n);
    compare_twins(c, s);
}

static void check_adam(check *c)
{
    const size_t n = size_of(c, 300);
    const float *g = numbers(c, n);
    const twins w = twins_of(c, n), m = twins_of(c, n), v = twins_of(c, n), a = twins_of(c, n);
    const tr_adam_step step = {.factor = 0.7f,
                               .rate = 1e-3f,
                               .beta1 = 0.9f,
                               .beta2 = 0.98f,
                               .epsilon = 1e-9f,
                               .m_correction = 5,
                               .v_correction = 20,
                               .keep = 0.9f};
    c->ref.adam(&step, g, n, w.a, m.a, v.a, a.a);
    c->set.adam(&step, g, n, w.b, m.b, v.b, a.b);
    compare_twins(c, w);
    compare_twins(c, m);
    compare_twins(c, v);
    compare_twins(c, a);
}

typedef struct checked {
    const char *name;
    void (*run)(check *c);
} checked;

static const checked checks[] = {
    {"product, pack_rows, pack_columns, pack_left", check_product},
    {"norm_keep, norm_back, column_sums", check_norm},
    {"activate_back", check_activations},
    {"drop", check_drop},
    {"attend_back", check_attention},
    {"loss_row, softmax, square_sum", check_loss},
    {"adam", check_adam},
};
static const checked of_bf16[] = {
    {"product, pack_rows, pack_columns, pack_left of bf16", check_product},
    {"product of bf16 near the denormal numbers", check_rims},
};

static void run_check(const char *name, unsigned cpu, int arithmetic, const checked *what,
                      uint64_t seed)
{
    check c = {.heap.random = seed};
    tr_gradients_ref(&c.ref, arithmetic);
    tr_gradients_init(&c.set, cpu, arithmetic);
    for (int round = 0; round < ROUNDS; round++) {
        c.values = round % 3 ? ORDINARY : (enum values)(round / 3 % N_VALUES);
        what->run(&c);
        heap_reset(&c.heap);
    }
    tap_ok(c.n_wrong == 0, "%s: %s: %zu numbers differ (seed %llu)", name, what->name, c.n_wrong,
           (unsigned long long)seed);
}

static void run_bf16(const char *name, unsigned cpu, uint64_t seed)
{
    for (size_t i = 0; i < sizeof of_bf16 / sizeof *of_bf16; i++)
        run_check(name, cpu, TR_BF16, of_bf16 + i, seed);
}

/* With what this machine has besides the set's name, and without. */
static void run_checks(const char *name, uint64_t seed)
{
    unsigned cpu;
    if (tr_cpu_usable(name) == TR_CPU_NOT_HERE || tr_cpu_parse(name, &cpu) < 0) {
        tap_skip(name, "this machine does not have it");
        return;
    }
    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++)
        run_check(name, cpu, TR_FLOAT32, checks + i, seed);
    run_bf16(name, cpu, seed);
    if (tr_cpu_usable(name) != cpu) run_bf16("avx512 with bf16", cpu | TR_CPU_BF16, seed);
}

int main(int n_args, char **args)
{
    static const char *const sets[] = {"ref", "avx2", "avx512", "neon"};
    const uint64_t seed = n_args > 1 ? strtoull(args[1], NULL, 10) : random_seed();

    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++)
        run_checks(sets[i], seed);
    return tap_done();
}
