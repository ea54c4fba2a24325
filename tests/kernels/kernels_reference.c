#include "kernels_reference.h"

#include "kernels_twins.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/kernels.h"
#include "kernels/quant.h"

static double ulps(float got, double expected)
{
    int e;
    frexp(expected, &e);
    return fabs(got - expected) / ldexp(1, (e < -125 ? -125 : e) - 24);
}

static bool near(double got, double expected, double tolerance)
{
    return fabs(got - expected) <= tolerance * (1 + fabs(expected));
}

static float *ordinary(heap *h, size_t n)
{
    float *x = heap_take(h, n * sizeof *x);
    for (size_t i = 0; i < n; i++)
        x[i] = random_ordinary(h);
    return x;
}

static bool ref_decay(heap *h, const tr_kernels *k)
{
    (void)h, (void)k;
    bool good = isnan(tr_ref_decay(NAN)) && tr_ref_decay(0) == 1;
    good &= tr_ref_decay(-INFINITY) == tr_ref_decay(-86);
    for (double x = 0; x > -86; x -= 0.00017)
        good &= ulps(tr_ref_decay((float)x), exp((float)x)) < 2.1 - x / 4;
    return good;
}

static bool ref_exponential(heap *h, const tr_kernels *k)
{
    (void)h, (void)k;
    bool good = isnan(tr_ref_exponential(NAN)) && tr_ref_exponential(0) == 1;
    good &= tr_ref_exponential(INFINITY) == INFINITY && tr_ref_exponential(-INFINITY) == 0;
    good &= tr_ref_exponential(88.73f) == INFINITY && tr_ref_exponential(-87.34f) == 0;
    good &= tr_ref_exponential(FLT_MAX) == INFINITY && tr_ref_exponential(-FLT_MAX) == 0;
    for (double x = -87.33654; x < 88.72283; x += 0.00037)
        good &= ulps(tr_ref_exponential((float)x), exp((float)x)) < 1;
    for (float x = 1e-30f; x < 1; x *= 1.01f)
        good &=
            ulps(tr_ref_exponential(x), exp(x)) < 1 && ulps(tr_ref_exponential(-x), exp(-x)) < 1;
    return good;
}

static bool ref_erf(heap *h, const tr_kernels *k)
{
    (void)h, (void)k;
    bool good = isnan(tr_ref_erf(NAN)) && tr_ref_erf(INFINITY) == 1 && tr_ref_erf(-INFINITY) == -1;
    for (double x = -5; x < 5; x += 0.00011)
        good &= ulps(tr_ref_erf((float)x), erf((float)x)) < 1.5;
    for (float x = 1e-36f; x < 1; x *= 1.01f)
        good &= ulps(tr_ref_erf(x), erf(x)) < 1.5;
    return good;
}

static bool ref_quantize(heap *h, const tr_kernels *k)
{
    bool good = true;
    for (size_t n = 1; n < 100; n++) {
        const float *x = ordinary(h, n);
        int8_t q[128];
        float scale, max = 0;
        k->quantize(x, n, q, &scale);
        for (size_t i = 0; i < n; i++)
            max = fmaxf(max, fabsf(x[i]));
        good &= near(scale, max / 127.0, 1e-7);
        for (size_t i = 0; i < n; i++)
            good &= fabs(x[i] * 127.0 / max - q[i]) < 0.50002;
        for (size_t i = n; i < (n + 63) / 64 * 64; i++)
            good &= q[i] == 0;
        heap_reset(h);
    }
    return good;
}

/* The same matrix, whose rows lie in the opposite order. */
static tr_matrix picked_of(heap *h, const tr_matrix *w)
{
    const size_t stride = tr_s8_stride(w->n_in);
    int8_t *rows = heap_take(h, w->n_out * stride);
    uint32_t *pick = heap_take(h, w->n_out * sizeof *pick);
    tr_matrix picked = *w;
    memset(rows, 0, w->n_out * stride);
    for (size_t o = 0; o < w->n_out; o++) {
        pick[o] = (uint32_t)(w->n_out - 1 - o);
        for (size_t k = 0; k < w->n_in; k++)
            rows[pick[o] * stride + k] =
                ((const int8_t *)w->weight)[tr_packed_s8_at(w->n_in, o, k)];
    }
    picked.weight = rows;
    picked.pick = pick;
    return picked;
}

static bool ref_products(heap *h, const tr_kernels *k)
{
    enum { ROWS = 3, OUT = 37, IN = 75, STRIDE = 128 };
    float *w = ordinary(h, OUT * IN), *x = ordinary(h, ROWS * IN), *bias = ordinary(h, OUT);
    int8_t *s8 = heap_take(h, tr_packed_s8_size(OUT, IN)), *q = heap_take(h, ROWS * STRIDE);
    float *f32 = heap_take(h, tr_packed_f32_size(OUT, IN));
    float scale[OUT], x_scale[ROWS], y[4][ROWS][OUT];
    int32_t sum[OUT];
    tr_row_plan *const plan = heap_take(h, sizeof *plan);
    tr_row_plan_reset(plan);
    tr_pack_s8(w, OUT, IN, IN, 1, s8, scale, sum);
    tr_pack_f32(w, OUT, IN, IN, 1, f32);
    const tr_matrix ms8 = {
        .weight = s8, .scale = scale, .sum = sum, .bias = bias, .n_out = OUT, .n_in = IN};
    const tr_matrix mf32 = {.weight = f32, .bias = bias, .n_out = OUT, .n_in = IN};
    const tr_matrix picked = picked_of(h, &ms8);
    for (size_t r = 0; r < ROWS; r++)
        k->quantize(x + r * IN, IN, q + r * STRIDE, &x_scale[r]);
    k->product_s8(q, STRIDE, x_scale, ROWS, &ms8, 0, OUT, y[0][0], OUT, plan);
    k->product_f32(x, IN, ROWS, &mf32, 0, OUT, y[1][0], OUT);
    k->product_f32_s8(x, IN, ROWS, &ms8, 0, OUT, y[2][0], OUT);
    k->product_picked_s8(q, STRIDE, x_scale, ROWS, &picked, 0, OUT, y[3][0], OUT);

    bool good = true;
    for (size_t r = 0; r < ROWS; r++) {
        for (size_t o = 0; o < OUT; o++) {
            double dot[3] = {0};
            for (size_t i = 0; i < IN; i++) {
                const double ws8 = s8[tr_packed_s8_at(IN, o, i)];
                dot[0] += ws8 * q[r * STRIDE + i];
                dot[1] += (double)w[o * IN + i] * x[r * IN + i];
                dot[2] += ws8 * x[r * IN + i];
            }
            good &= near(y[0][r][o], dot[0] * x_scale[r] * scale[o] + bias[o], 1e-5);
            good &= near(y[1][r][o], dot[1] + bias[o], 1e-4);
            good &= near(y[2][r][o], dot[2] * scale[o] + bias[o], 1e-4);
            good &= same_float(y[3][r][o], y[0][r][o]);
        }
    }
    heap_reset(h);
    return good;
}

static bool ref_norm(heap *h, const tr_kernels *k)
{
    bool good = true;
    for (size_t n = 2; n < 100; n++) {
        const float *x = ordinary(h, n), *z = ordinary(h, n), *gain = ordinary(h, n),
                    *bias = ordinary(h, n);
        float y[100];
        k->norm(x, z, gain, bias, 1e-3f, n, y);
        double mean = 0, var = 0;
        for (size_t i = 0; i < n; i++)
            mean += ((double)x[i] + z[i]) / (double)n;
        for (size_t i = 0; i < n; i++)
            var += pow((double)x[i] + z[i] - mean, 2) / (double)n;
        for (size_t i = 0; i < n; i++)
            good &= near(y[i], ((double)x[i] + z[i] - mean) / sqrt(var + 1e-3) * gain[i] + bias[i],
                         1e-4);
        heap_reset(h);
    }
    return good;
}

static bool ref_rms_norm(heap *h, const tr_kernels *k)
{
    bool good = true;
    for (size_t n = 2; n < 100; n++) {
        const float *x = ordinary(h, n), *gain = ordinary(h, n);
        float y[100];
        k->rms_norm(x, NULL, gain, 1e-3f, n, y);
        double squares = 0;
        for (size_t i = 0; i < n; i++)
            squares += (double)x[i] * x[i] / (double)n;
        for (size_t i = 0; i < n; i++)
            good &= near(y[i], x[i] / sqrt(squares + 1e-3) * gain[i], 1e-5);
        heap_reset(h);
    }
    return good;
}

static bool ref_activate(heap *h, const tr_kernels *k)
{
    enum { N = 500 };
    const float *x = ordinary(h, N);
    bool good = true;
    for (int a = TR_RELU; a <= TR_GELU_TANH; a++) {
        float y[N];
        memcpy(y, x, sizeof y);
        k->activate(a, y, N);
        for (size_t i = 0; i < N; i++) {
            const double v = x[i],
                         expected[] = {
                             [TR_RELU] = v > 0 ? v : 0,
                             [TR_SWISH] = v / (1 + exp(-v)),
                             [TR_GELU_SIGMOID] = v / (1 + exp(-1.702 * v)),
                             [TR_GELU_ERF] = v / 2 * (1 + erf(v / sqrt(2))),
                             [TR_GELU_TANH] =
                                 v / 2 *
                                 (1 + tanh(0.79788456080286536 * (v + 0.044715 * v * v * v))),
                         };
            good &= near(y[i], expected[a], 1e-6);
        }
    }
    heap_reset(h);
    return good;
}

/* Rows of keys or values, packed; `back` receives what half precision leaves of them. */
static char *packed_rows(heap *h, const tr_kernels *k, const tr_heads *heads, size_t n,
                         const float *x, float *back)
{
    const size_t width = heads->n * heads->d_head, bytes = tr_row_bytes(heads);
    char *rows = heap_take(h, n * bytes);
    for (size_t r = 0; r < n; r++)
        k->pack_row(x + r * width, heads, rows + r * bytes);
    for (size_t i = 0; i < n * width; i++) {
        const double unit = ldexp(1, (int)fmax(ilogb(x[i]), -14) - 10);
        back[i] = heads->half ? (float)(rint(x[i] / unit) * unit) : x[i];
    }
    return rows;
}

static bool ref_attend_as(heap *h, const tr_kernels *k, bool half, bool biased)
{
    enum { NEAR = 9, N = 21, HEADS = 6, D = 20, WIDTH = HEADS * D, ROWS = 30, QUERIES = 3 };
    const tr_heads heads = {.n = HEADS, .d_head = D, .half = half};
    const float *q = ordinary(h, QUERIES * WIDTH);
    float key[ROWS * WIDTH], value[ROWS * WIDTH], out[QUERIES * WIDTH];
    const char *const keys = packed_rows(h, k, &heads, ROWS, ordinary(h, ROWS * WIDTH), key);
    const char *const values = packed_rows(h, k, &heads, ROWS, ordinary(h, ROWS * WIDTH), value);
    uint32_t index[N];
    for (size_t j = 0; j < N; j++)
        index[j] = (uint32_t)random_below(h, ROWS);
    tr_memory memory = {
        .k = keys, .v = values, .stride = tr_row_bytes(&heads), .n = N, .index = index};
    /* Groups of four heads and of two. */
    float *bias = ordinary(h, NEAR * 2 * TR_LANES);
    for (size_t i = 0; i < NEAR * 2 * TR_LANES; i++)
        bias[i] = bias[i - i % TR_LANES + i % TR_LANES % (i / TR_LANES % 2 ? 2 : 4)];
    if (biased) memory.bias = bias;
    memory.n_biases = NEAR;
    memory.first_bias = NEAR / 2;
    float *work = heap_take(h, tr_attend_work(&heads, N) * sizeof *work);
    k->attend(q, WIDTH, QUERIES, &memory, &heads, 0.25f, work, out, WIDTH);

    bool good = true;
    for (size_t c = 0; c < QUERIES * HEADS; c++) {
        const size_t row = c / HEADS, at = c % HEADS * D;
        double p[N], total = 0;
        for (size_t j = 0; j < N; j++) {
            double dot = 0;
            for (size_t i = at; i < at + D; i++)
                dot += (double)q[row * WIDTH + i] * key[index[j] * WIDTH + i];
            const int at_bias = NEAR / 2 - (int)row + (int)j, head = (int)(c % HEADS);
            const int nearest = at_bias < 0 ? 0 : at_bias >= NEAR ? NEAR - 1 : at_bias;
            const int lane = head < 4 ? head : TR_LANES + head - 4;
            total += p[j] = exp(dot * 0.25 + (biased ? bias[nearest * 2 * TR_LANES + lane] : 0));
        }
        for (size_t j = 0; j < N; j++)
            good &= near(tr_attend_weight(work, &heads, N, row, c % HEADS, j), p[j] / total, 1e-4);
        for (size_t i = at; i < at + D; i++) {
            double sum = 0;
            for (size_t j = 0; j < N; j++)
                sum += p[j] / total * value[index[j] * WIDTH + i];
            good &= near(out[row * WIDTH + i], sum, 1e-4);
        }
    }
    heap_reset(h);
    return good;
}

static bool ref_attend(heap *h, const tr_kernels *k)
{
    return ref_attend_as(h, k, false, false) && ref_attend_as(h, k, true, false) &&
           ref_attend_as(h, k, false, true) && ref_attend_as(h, k, true, true);
}

/* True if `at` [n_found], ascending, has all but what at least k of it exceed. */
static bool has_largest(const float *x, size_t n, size_t k, const uint32_t *at, size_t n_found)
{
    size_t next = 0;
    for (size_t i = 0; i < n; i++) {
        size_t larger = 0;
        if (next < n_found && at[next] == i) {
            next++;
            continue;
        }
        for (size_t f = 0; f < n_found; f++)
            larger += x[at[f]] > x[i];
        if (larger < k) return false;
    }
    return next == n_found;
}

static bool ref_candidates(heap *h, const tr_kernels *k)
{
    bool good = true;
    for (size_t n = 1; n <= TR_CANDIDATES; n++) {
        const float *x = ordinary(h, n);
        uint32_t at[TR_CANDIDATES];
        float max, sum;
        size_t n_above = 0;
        double expected = -INFINITY, total = 0;
        k->log_sum_block(x, n, &max, &sum);
        for (size_t i = 0; i < n; i++) {
            expected = fmax(expected, x[i]);
            total += exp(x[i]);
            n_above += x[i] > 1;
        }
        good &= max == expected && near(max + log(sum), log(total), 1e-6);
        float maxima[3], sums[3];
        for (size_t b = 0, from = 0; b < 3 && n >= 3; from = n * ++b / 3)
            k->log_sum_block(x + from, n * (b + 1) / 3 - from, &maxima[b], &sums[b]);
        if (n >= 3) k->log_sum_join(maxima, sums, 3, &max, &sum);
        good &= max == expected && near(max + log(sum), log(total), 1e-6);
        good &= k->above(x, n, 1, SIZE_MAX, at) == n_above;
        for (size_t i = 0; i < n_above; i++)
            good &= x[at[i]] > 1 && (i == 0 || at[i] > at[i - 1]);
        good &= k->above(x, n, -INFINITY, 1, at) == 1 && x[at[0]] == max;
        for (size_t wanted = 2; wanted <= TR_LANES + 1; wanted++)
            good &= has_largest(x, n, wanted, at, k->above(x, n, -INFINITY, wanted, at));
        heap_reset(h);
    }
    return good;
}

static bool ref_max(heap *h, const tr_kernels *k)
{
    static const float low[] = {-INFINITY, -2, -INFINITY};
    bool good = k->max_block(low, 3) == -2 && k->max_block(low, 1) == -INFINITY;
    for (size_t n = 1; n <= TR_CANDIDATES; n++) {
        float *x = ordinary(h, n), max, sum;
        float *const one = &x[random_below(h, n)];
        k->log_sum_block(x, n, &max, &sum);
        good &= k->max_block(x, n) == max;
        *one = NAN;
        good &= isnan(k->max_block(x, n));
        *one = INFINITY;
        good &= isnan(k->max_block(x, n));
        heap_reset(h);
    }
    return good;
}

int check_reference(heap *h, int *tests)
{
    static const struct {
        const char *name;
        bool (*run)(heap *h, const tr_kernels *k);
    } checks[] = {
        {"exponential", ref_exponential},
        {"decay", ref_decay},
        {"erf", ref_erf},
        {"quantize", ref_quantize},
        {"products", ref_products},
        {"norm", ref_norm},
        {"rms_norm", ref_rms_norm},
        {"activate", ref_activate},
        {"pack_row, attend", ref_attend},
        {"max_block", ref_max},
        {"log_sum_block, log_sum_join, above", ref_candidates},
    };
    tr_kernels k;
    int failed = 0;
    tr_kernels_init(&k, 0);
    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++) {
        const bool good = checks[i].run(h, &k);
        printf("%s %d - ref %s\n", good ? "ok" : "not ok", ++*tests, checks[i].name);
        failed += !good;
    }
    return failed;
}
