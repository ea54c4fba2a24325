/*
 * check_kernels.c - every instruction set against the reference, bit for bit.
 *
 *   check_kernels [SEED]    prints TAP: the reference against double arithmetic, then each kernel
 *                           of each instruction set against the reference
 *   check_kernels --bench [LEVEL]   prints the speed of an instruction set, or of the best
 *   check_kernels --peak [LEVEL]    prints what the machine could do at most
 *   check_kernels --two [LEVEL]     prints how much more two threads could do just now than one
 */
#include "base/cpu.h"
#include "kernels/kernels.h"
#include "kernels/quant.h"

#include <stdbool.h>

#include "kernels_attend.h"
#include "kernels_bench.h"
#include "kernels_random.h"
#include "kernels_reference.h"
#include "kernels_trap.h"
#include "kernels_twins.h"

/* Matrices */

static int8_t random_s8(heap *h, enum values values)
{
    if (values == RIM) return (int8_t)(random_below(h, 2) ? 127 : -127);
    if (values == SPECIAL) return (int8_t)((int)random_below(h, 3) * 127 - 127);
    if (values == TINY) return (int8_t)((int)random_below(h, 3) - 1);
    return (int8_t)((int)random_below(h, 255) - 127);
}

static tr_matrix matrix_s8(heap *h, size_t n_out, size_t n_in, enum values values)
{
    int8_t *weight = heap_take(h, tr_packed_s8_size(n_out, n_in));
    int32_t *sum = heap_take(h, n_out * sizeof *sum);
    memset(weight, 0, tr_packed_s8_size(n_out, n_in));
    for (size_t o = 0; o < n_out; o++) {
        sum[o] = 0;
        for (size_t k = 0; k < n_in; k++)
            sum[o] += weight[tr_packed_s8_at(n_in, o, k)] = random_s8(h, values);
    }
    return (tr_matrix){.weight = weight,
                       .scale = floats(h, n_out, values),
                       .sum = sum,
                       .bias = random_below(h, 3) ? floats(h, n_out, values) : NULL,
                       .n_out = n_out,
                       .n_in = n_in};
}

static tr_matrix matrix_f32(heap *h, size_t n_out, size_t n_in, enum values values)
{
    float *weight = heap_take(h, tr_packed_f32_size(n_out, n_in));
    memset(weight, 0, tr_packed_f32_size(n_out, n_in));
    for (size_t o = 0; o < n_out; o++)
        for (size_t k = 0; k < n_in; k++)
            weight[tr_packed_f32_at(n_in, o, k)] = random_float(h, values);
    return (tr_matrix){.weight = weight,
                       .bias = random_below(h, 3) ? floats(h, n_out, values) : NULL,
                       .n_out = n_out,
                       .n_in = n_in};
}

/* A product of some shape, over a random range of its outputs. */
typedef struct shape {
    size_t rows, n_in, n_out, first, last;
    enum values values;
} shape;

static shape shape_of(heap *h, size_t rows, size_t n_in, size_t n_out, enum values values)
{
    const size_t blocks = (n_out + TR_BLOCK - 1) / TR_BLOCK;
    shape s = {rows, n_in, n_out, 0, n_out, values};
    if (random_below(h, 2)) {
        const size_t first = random_below(h, blocks);
        const size_t last = first + 1 + random_below(h, blocks - first);
        s.first = first * TR_BLOCK;
        s.last = last == blocks ? n_out : last * TR_BLOCK;
    }
    return s;
}

typedef bool product_check(heap *h, const tr_kernels *const sets[2], shape s);

/* About half as large as the largest: whether four products fit 16 bits is a near thing. */
static int8_t middle_s8(heap *h)
{
    const int magnitude = 60 + (int)random_below(h, 8);
    return (int8_t)(random_below(h, 2) ? magnitude : -magnitude);
}

/* Most quads become zero, as where a ReLU seldom lets anything through: the same ones in all rows,
 * or others in each. */
static void thin_out(heap *h, shape s, int8_t *x, size_t stride)
{
    const bool alike = random_below(h, 2);
    for (size_t q = 0; q < s.n_in; q += TR_QUAD) {
        bool thin = random_below(h, 8);
        for (size_t r = 0; r < s.rows; r++) {
            if (thin) memset(x + r * stride + q, 0, TR_QUAD);
            if (!alike) thin = random_below(h, 8);
        }
    }
}

/* Rows of zeros after n_in; without negative numbers for half of all shapes, as after a ReLU, and
 * for half of those with few numbers at all. */
static int8_t *rows_s8(heap *h, shape s, size_t stride)
{
    const bool rectified = random_below(h, 2), middle = !random_below(h, 4);
    int8_t *x = heap_take(h, s.rows * stride);
    memset(x, 0, s.rows * stride);
    for (size_t r = 0; r < s.rows; r++) {
        for (size_t k = 0; k < s.n_in; k++) {
            const int8_t v = middle ? middle_s8(h) : random_s8(h, s.values);
            x[r * stride + k] = rectified && v < 0 ? 0 : v;
        }
    }
    if (rectified && random_below(h, 2)) thin_out(h, s, x, stride);
    return x;
}

/* All at once, or outputs in parts, with what was kept of the rows.  No part begins where a bit of
 * `cuts` is zero.  What the plan was before must not matter. */
static void product_parts(heap *h, const tr_kernels *k, const int8_t *x, size_t stride,
                          const float *scale, shape s, const tr_matrix *w, uint64_t cuts, float *y,
                          size_t y_stride)
{
    tr_row_plan *const plan = heap_take(h, sizeof *plan);
    memset(plan, 0xA5, sizeof *plan);
    tr_row_plan_reset(plan);
    for (size_t first = s.first, last; first < s.last; first = last) {
        last = first + TR_BLOCK;
        while (last < s.last && !(cuts >> last / TR_BLOCK % 64 & 1))
            last += TR_BLOCK;
        if (last > s.last) last = s.last;
        k->product_s8(x, stride, scale, s.rows, w, first, last, y + first - s.first, y_stride,
                      plan);
    }
}

static bool check_s8(heap *h, const tr_kernels *const sets[2], shape s)
{
    const size_t stride = (s.n_in / TR_ROW_ALIGN + 1 + random_below(h, 2)) * TR_ROW_ALIGN;
    const size_t y_stride = s.last - s.first + random_below(h, 3);
    const tr_matrix w = matrix_s8(h, s.n_out, s.n_in, s.values);
    const int8_t *x = rows_s8(h, s, stride);
    const float *scale = floats(h, s.rows, s.values);
    const output y = output_of(h, s.rows * y_stride * sizeof(float));
    const uint64_t cuts = random_below(h, 2) * (1 + random_below(h, UINT32_MAX)) * 0x100000001;
    for (int i = 0; i < 2; i++)
        product_parts(h, sets[i], x, stride, scale, s, &w, cuts, floats_of(&y, i), y_stride);
    return same_floats(&y);
}

/* Rows that outputs share, and rows that none has. */
static tr_matrix picked_s8(heap *h, size_t n_out, size_t n_in, enum values values)
{
    const size_t stride = tr_s8_stride(n_in), n_rows = 1 + random_below(h, 2 * n_out);
    int8_t *weight = heap_take(h, n_rows * stride);
    int32_t *row_sum = heap_take(h, n_rows * sizeof *row_sum);
    int32_t *sum = heap_take(h, n_out * sizeof *sum);
    uint32_t *pick = heap_take(h, n_out * sizeof *pick);
    memset(weight, 0, n_rows * stride);
    for (size_t row = 0; row < n_rows; row++) {
        row_sum[row] = 0;
        for (size_t k = 0; k < n_in; k++)
            row_sum[row] += weight[row * stride + k] = random_s8(h, values);
    }
    for (size_t o = 0; o < n_out; o++) {
        pick[o] = (uint32_t)random_below(h, n_rows);
        sum[o] = row_sum[pick[o]];
    }
    return (tr_matrix){.weight = weight,
                       .scale = floats(h, n_out, values),
                       .sum = sum,
                       .bias = random_below(h, 3) ? floats(h, n_out, values) : NULL,
                       .n_out = n_out,
                       .n_in = n_in,
                       .pick = pick};
}

static bool check_picked(heap *h, const tr_kernels *const sets[2], shape s)
{
    const size_t stride = tr_s8_stride(s.n_in) + random_below(h, 2) * TR_ROW_ALIGN;
    const size_t y_stride = s.last - s.first + random_below(h, 3);
    const tr_matrix w = picked_s8(h, s.n_out, s.n_in, s.values);
    const int8_t *x = rows_s8(h, s, stride);
    const float *scale = floats(h, s.rows, s.values);
    const output y = output_of(h, s.rows * y_stride * sizeof(float));
    for (int i = 0; i < 2; i++)
        sets[i]->product_picked_s8(x, stride, scale, s.rows, &w, s.first, s.last, floats_of(&y, i),
                                   y_stride);
    return same_floats(&y);
}

static bool check_float(heap *h, const tr_kernels *const sets[2], shape s, bool s8)
{
    const size_t stride = s.n_in + random_below(h, 3);
    const size_t y_stride = s.last - s.first + random_below(h, 3);
    const tr_matrix w =
        s8 ? matrix_s8(h, s.n_out, s.n_in, s.values) : matrix_f32(h, s.n_out, s.n_in, s.values);
    const float *x = floats(h, s.rows ? (s.rows - 1) * stride + s.n_in : 0, s.values);
    const output y = output_of(h, s.rows * y_stride * sizeof(float));
    for (int i = 0; i < 2; i++)
        (s8 ? sets[i]->product_f32_s8 : sets[i]->product_f32)(x, stride, s.rows, &w, s.first,
                                                              s.last, floats_of(&y, i), y_stride);
    return same_floats(&y);
}

static bool check_f32(heap *h, const tr_kernels *const sets[2], shape s)
{
    return check_float(h, sets, s, false);
}

static bool check_f32_s8(heap *h, const tr_kernels *const sets[2], shape s)
{
    return check_float(h, sets, s, true);
}

static bool check_shape(heap *h, const tr_kernels *const sets[2], product_check *check, size_t rows,
                        size_t n_in, size_t n_out)
{
    bool good = true;
    for (int v = 0; v < N_VALUES; v++) {
        good = good && check(h, sets, shape_of(h, rows, n_in, n_out, (enum values)v));
        heap_reset(h);
    }
    return report(good, "rows, n_in, n_out", rows, n_in, n_out, 0);
}

static bool check_product(heap *h, const tr_kernels *const sets[2], product_check *check)
{
    static const size_t big[][3] = {{64, 512, 128}, {33, 256, 200}, {130, 130, 80}, {7, 1024, 1027},
                                    {1, 2048, 96},  {9, 65536, 17}, {21, 515, 600}, {70, 96, 40},
                                    {30, 2400, 50}, {200, 512, 90}, {6, 8192, 20},  {5, 8200, 20},
                                    {0, 64, 32}};
    bool good = true;
    for (size_t n = 1; n <= 130; n++) {
        const size_t rows = 1 + random_below(h, 8);
        good &= check_shape(h, sets, check, rows, n, 1 + random_below(h, 130));
        good &= check_shape(h, sets, check, rows, 1 + random_below(h, 130), n);
    }
    for (size_t rows = 1; rows <= 20; rows++)
        for (size_t n_out = 3; n_out < 200; n_out += 37)
            good &= check_shape(h, sets, check, rows, 1 + random_below(h, 200), n_out);
    for (size_t i = 0; i < sizeof big / sizeof *big; i++)
        good &= check_shape(h, sets, check, big[i][0], big[i][1], big[i][2]);
    return good;
}

static bool product_s8(heap *h, const tr_kernels *const sets[2])
{
    return check_product(h, sets, check_s8);
}

static bool product_picked_s8(heap *h, const tr_kernels *const sets[2])
{
    return check_product(h, sets, check_picked);
}

static bool product_f32(heap *h, const tr_kernels *const sets[2])
{
    return check_product(h, sets, check_f32);
}

static bool product_f32_s8(heap *h, const tr_kernels *const sets[2])
{
    return check_product(h, sets, check_f32_s8);
}

/* Vectors: each check runs for every length to 130 and some more, with every kind of values. */

typedef bool vector_check(heap *h, const tr_kernels *const sets[2], size_t n, enum values values);

static bool check_vectors(heap *h, const tr_kernels *const sets[2], vector_check *check,
                          size_t longest)
{
    static const size_t more[] = {192, 255, 256, 512, 515, 1024, 2048, 2061};
    bool good = true;
    for (size_t i = 1; i <= 130 + sizeof more / sizeof *more; i++) {
        const size_t n = i <= 130 ? i : more[i - 131];
        for (int v = 0; v < 3 * N_VALUES && n <= longest; v++) {
            good &= report(check(h, sets, n, (enum values)(v % N_VALUES)), "n", n, 0, 0, 0);
            heap_reset(h);
        }
    }
    return good;
}

static bool check_quantize(heap *h, const tr_kernels *const sets[2], size_t n, enum values values)
{
    const size_t size = (n + TR_ROW_ALIGN - 1) / TR_ROW_ALIGN * TR_ROW_ALIGN;
    const float *x = floats(h, n, values);
    const output q = output_of(h, size), scale = output_of(h, sizeof(float));
    for (int i = 0; i < 2; i++)
        sets[i]->quantize(x, n, (int8_t *)q.data[i], floats_of(&scale, i));
    return same_bytes(&q) && same_floats(&scale);
}

static bool check_norm(heap *h, const tr_kernels *const sets[2], size_t n, enum values values)
{
    const float *x = floats(h, n, values), *residual = floats(h, n, values);
    const float *gain = floats(h, n, values), *bias = floats(h, n, values);
    const size_t place = random_below(h, 4); /* y is: apart, x, residual; no residual at all */
    const output y = output_of(h, n * sizeof(float));
    for (int i = 0; i < 2; i++) {
        float *const to = floats_of(&y, i);
        if (place == 1) memcpy(to, x, n * sizeof *x);
        if (place == 2) memcpy(to, residual, n * sizeof *x);
        sets[i]->norm(place == 1 ? to : x,
                      place == 2   ? to
                      : place == 3 ? NULL
                                   : residual,
                      gain, bias, 1e-6f, n, to);
    }
    return same_floats(&y);
}

static bool check_rms_norm(heap *h, const tr_kernels *const sets[2], size_t n, enum values values)
{
    const float *x = floats(h, n, values), *residual = floats(h, n, values);
    const float *gain = floats(h, n, values);
    const bool alone = random_below(h, 2), in_place = random_below(h, 2);
    const output y = output_of(h, n * sizeof(float));
    for (int i = 0; i < 2; i++) {
        float *const to = floats_of(&y, i);
        if (in_place) memcpy(to, x, n * sizeof *x);
        sets[i]->rms_norm(in_place ? to : x, alone ? NULL : residual, gain, 1e-6f, n, to);
    }
    return same_floats(&y);
}

static bool check_activate(heap *h, const tr_kernels *const sets[2], size_t n, enum values values)
{
    const float *x = floats(h, n, values);
    bool good = true;
    for (int a = TR_RELU; a <= TR_SIGMOID; a++) {
        const output y = output_of(h, n * sizeof(float));
        for (int i = 0; i < 2; i++) {
            memcpy(y.data[i], x, n * sizeof *x);
            sets[i]->activate(a, floats_of(&y, i), n);
        }
        good &= same_floats(&y);
    }
    return good;
}

static bool check_log_sum(heap *h, const tr_kernels *const sets[2], size_t n, enum values values)
{
    const float *x = floats(h, n, values);
    const output max = output_of(h, sizeof(float)), sum = output_of(h, sizeof(float));
    for (int i = 0; i < 2; i++)
        sets[i]->log_sum_block(x, n, floats_of(&max, i), floats_of(&sum, i));
    return same_floats(&max) && same_floats(&sum);
}

static bool check_max(heap *h, const tr_kernels *const sets[2], size_t n, enum values values)
{
    const float *x = floats(h, n, values);
    const output max = output_of(h, sizeof(float));
    for (int i = 0; i < 2; i++)
        *floats_of(&max, i) = sets[i]->max_block(x, n);
    return same_floats(&max);
}

static bool check_log_sum_join(heap *h, const tr_kernels *const sets[2], size_t n,
                               enum values values)
{
    const float *max = floats(h, n, values), *sum = floats(h, n, values);
    const output total = output_of(h, sizeof(float)), total_sum = output_of(h, sizeof(float));
    for (int i = 0; i < 2; i++)
        sets[i]->log_sum_join(max, sum, n, floats_of(&total, i), floats_of(&total_sum, i));
    return same_floats(&total) && same_floats(&total_sum);
}

static bool check_above(heap *h, const tr_kernels *const sets[2], size_t n, enum values values)
{
    const float *x = floats(h, n, values);
    const float threshold = random_below(h, 4) ? x[random_below(h, n)] : -INFINITY;
    const size_t k = random_below(h, 4) ? 1 + random_below(h, 20) : SIZE_MAX;
    const output at = output_of(h, n * sizeof(uint32_t));
    size_t found[2];
    for (int i = 0; i < 2; i++) {
        found[i] = sets[i]->above(x, n, threshold, k, (uint32_t *)at.data[i]);
        if (found[i] > n) return false;
        memset(at.data[i] + found[i] * sizeof(uint32_t), 0, (n - found[i]) * sizeof(uint32_t));
    }
    return found[0] == found[1] && same_bytes(&at);
}

static bool quantize(heap *h, const tr_kernels *const sets[2])
{
    return check_vectors(h, sets, check_quantize, SIZE_MAX);
}

static bool norm(heap *h, const tr_kernels *const sets[2])
{
    return check_vectors(h, sets, check_norm, SIZE_MAX);
}

static bool rms_norm(heap *h, const tr_kernels *const sets[2])
{
    return check_vectors(h, sets, check_rms_norm, SIZE_MAX);
}

static bool activate(heap *h, const tr_kernels *const sets[2])
{
    return check_vectors(h, sets, check_activate, SIZE_MAX);
}

static bool log_sum_block(heap *h, const tr_kernels *const sets[2])
{
    return check_vectors(h, sets, check_log_sum, TR_CANDIDATES);
}

static bool max_block(heap *h, const tr_kernels *const sets[2])
{
    return check_vectors(h, sets, check_max, TR_CANDIDATES);
}

static bool log_sum_join(heap *h, const tr_kernels *const sets[2])
{
    return check_vectors(h, sets, check_log_sum_join, SIZE_MAX);
}

static bool above(heap *h, const tr_kernels *const sets[2])
{
    return check_vectors(h, sets, check_above, SIZE_MAX);
}

typedef bool check(heap *h, const tr_kernels *const sets[2]);

static const struct {
    const char *name;
    check *run;
} checks[] = {
    {"quantize", quantize},
    {"product_s8", product_s8},
    {"product_picked_s8", product_picked_s8},
    {"product_f32", product_f32},
    {"product_f32_s8", product_f32_s8},
    {"norm", norm},
    {"rms_norm", rms_norm},
    {"activate", activate},
    {"pack_row", check_pack_row},
    {"attend", check_attend},
    {"exponential", check_exponential},
    {"log_sum_block", log_sum_block},
    {"max_block", max_block},
    {"log_sum_join", log_sum_join},
    {"above", above},
};

enum { N_CHECKS = sizeof checks / sizeof *checks };

static bool runs_here(const char *name, unsigned *flags)
{
    return !tr_cpu_parse(name, flags) && (tr_cpu_detect() & *flags) == *flags;
}

/* True if the set has all kernels, but for that which it need not have. */
static bool is_whole(const tr_kernels *set)
{
    static const unsigned char none[sizeof set->quantize];
    const unsigned char *const bytes = (const void *)set;

    for (size_t at = 0; at < sizeof *set; at += sizeof none)
        if (at != offsetof(tr_kernels, picked_rows) &&
            at != offsetof(tr_kernels, product_picked_s8) && !memcmp(bytes + at, none, sizeof none))
            return false;
    return true;
}

/* `set` NULL: not on this machine. */
static int check_set(heap *h, const char *name, const tr_kernels *set, int *tests)
{
    tr_kernels ref;
    int failed = 0;
    tr_kernels_init(&ref, 0);
    const tr_kernels *const sets[2] = {&ref, set};
    if (!set) printf("ok %d - %s # skip not on this machine\n", ++*tests, name);
    if (set && !is_whole(set)) {
        printf("not ok %d - %s: a kernel is missing\n", ++*tests, name);
        return 1;
    }
    for (int i = 0; i < N_CHECKS && set; i++) {
        if (checks[i].run == product_picked_s8 && !set->product_picked_s8) {
            printf("ok %d - %s %s # skip the set has none\n", ++*tests, name, checks[i].name);
            continue;
        }
        const bool good = checks[i].run(h, sets);
        printf("%s %d - %s %s\n", good ? "ok" : "not ok", ++*tests, name, checks[i].name);
        failed += !good;
    }
    return failed;
}

static int check_level(heap *h, const char *name, int *tests)
{
    unsigned flags;
    tr_kernels k;
    if (!runs_here(name, &flags)) return check_set(h, name, NULL, tests);
    tr_kernels_init(&k, flags);
    return check_set(h, name, &k, tests);
}

/* The source of avxvnni in another encoding, which more machines have, and that of avx512 with the
 * intrinsics of model/immintrin.h, which all have that have AVX2. */
#if defined(__x86_64__)
static int check_stand_in(heap *h, const char *name, const char *needed, void init(tr_kernels *k),
                          int *tests)
{
    unsigned flags;
    tr_kernels k;
    if (!runs_here(needed, &flags)) return check_set(h, name, NULL, tests);
    init(&k);
    return check_set(h, name, &k, tests);
}

static int check_stand_ins(heap *h, int *tests)
{
    return check_stand_in(h, "avxvnni (EVEX)", "avx512", tr_kernels_avxvnni_evex, tests) +
           check_stand_in(h, "avx512 (model)", "avx2", tr_kernels_avx512_model, tests);
}
#else
static int check_stand_ins(heap *h, int *tests)
{
    (void)h, (void)tests;
    return 0;
}
#endif

#if defined(__x86_64__)
/* Enough for each tile, since each instruction costs a signal. */
static bool few_products(heap *h, const tr_kernels *const sets[2])
{
    bool good = true;
    for (size_t rows = 1; rows <= 13; rows++)
        good &= check_shape(h, sets, check_s8, rows, 1 + random_below(h, 200),
                            1 + random_below(h, 100));
    return good;
}

/* The library's own code for AVX-VNNI where there is none: kernels_trap.h. */
static int check_trapped(heap *h, int *tests)
{
    static const char *const name = "avxvnni (trapped)";
    unsigned flags;
    tr_kernels ref, k;
    if (!runs_here("avx2", &flags) || runs_here("avxvnni", &flags) || !trap_avxvnni())
        return check_set(h, name, NULL, tests);
    tr_kernels_init(&ref, 0);
    tr_kernels_avxvnni(&k);
    const bool good = few_products(h, (const tr_kernels *const[2]){&ref, &k});
    const unsigned long n = release_avxvnni();
    printf("%s %d - %s product_s8\n", good ? "ok" : "not ok", ++*tests, name);
    printf("%s %d - %s has computed %lu times vpdpbusd\n", n ? "ok" : "not ok", ++*tests, name, n);
    return !good + !n;
}
#else
static int check_trapped(heap *h, int *tests)
{
    (void)h, (void)tests;
    return 0;
}
#endif

static const char *const levels[] = {"neon", "dotprod", "i8mm", "avx2", "avxvnni", "avx512"};

int main(int argc, char **argv)
{
    static const char *const benches[] = {"--bench", "--peak", "--two"};
    for (size_t i = 0; i < sizeof benches / sizeof *benches; i++)
        if (argc > 1 && !strcmp(argv[1], benches[i])) return bench(argv[1], argv[2]);

    heap h = {.random = argc > 1 ? strtoull(argv[1], NULL, 0) : random_seed()};
    int tests = 0, failed = 0;
    setvbuf(stdout, NULL, _IOLBF, 0); /* lines stay when a kernel crashes */
    printf("# seed %llu\n", (unsigned long long)h.random);
    failed += check_reference(&h, &tests);
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++)
        failed += check_level(&h, levels[i], &tests);
    failed += check_stand_ins(&h, &tests) + check_trapped(&h, &tests);
    printf("1..%d\n", tests);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
