/*
 * reference.c - what every kernel means, in plain C.
 *
 * Slow where fmaf() is a library call; nothing here is tuned but for the int8 product, which is
 * laid out so that compilers vectorise it.
 */
#include "kernels/kernels.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/bits.h"
#include "kernels/coefficients.h"
#include "kernels/lanes_reference.h"

#ifdef __FAST_MATH__
#error "fast-math changes the results that the kernels define"
#endif

enum { LANES = 16 };

static uint32_t bits_of(float x)
{
    uint32_t u;
    memcpy(&u, &x, sizeof u);
    return u;
}

/* The sum of the bits is p * 2^n: n stands in the low bits of `shifted`, and p in [0.7, 1.42]
 * keeps the exponent in range because x is. */
float tr_ref_exponential(float x)
{
    if (!(x <= EXP_HIGH)) return x + INFINITY;
    if (x < EXP_LOW) return 0;

    const float shifted = fmaf(x, EXP_LOG2E, EXP_ROUND);
    const float n = shifted - EXP_ROUND;
    const float r = fmaf(n, -EXP_LN2_LOW, fmaf(n, -EXP_LN2_HIGH, x));
    float p = fmaf(EXP_C6, r, EXP_C5);
    p = fmaf(p, r, EXP_C4);
    p = fmaf(p, r, EXP_C3);
    p = fmaf(p, r, EXP_C2);
    p = fmaf(p, r, 1);
    p = fmaf(p, r, 1);
    return tr_float_of_bits(bits_of(p) + (bits_of(shifted) << 23));
}

float tr_ref_decay(float x)
{
    const float low = x < DECAY_LOW ? DECAY_LOW : x;
    const float n = fmaf(low, EXP_LOG2E, EXP_ROUND) - EXP_ROUND;
    const float r = fmaf(low, -EXP_LOG2E, n);
    float p = fmaf(DECAY_C5, r, DECAY_C4);
    p = fmaf(p, r, DECAY_C3);
    p = fmaf(p, r, DECAY_C2);
    p = fmaf(p, r, DECAY_C1);
    p = fmaf(p, r, 1);
    return isnan(p) ? p : ldexpf(p, (int)n);
}

float tr_ref_erf(float x)
{
    const float a = fabsf(x);
    if (a < ERF_SPLIT) {
        const float s = x * x;
        float p = fmaf(ERF_S5, s, ERF_S4);
        p = fmaf(p, s, ERF_S3);
        p = fmaf(p, s, ERF_S2);
        p = fmaf(p, s, ERF_S1);
        p = fmaf(p, s, ERF_S0);
        return fmaf(x, p, x);
    }
    const float b = ERF_END < a ? ERF_END : a; /* a NaN stays */
    float p = fmaf(ERF_L5, b, ERF_L4);
    p = fmaf(p, b, ERF_L3);
    p = fmaf(p, b, ERF_L2);
    p = fmaf(p, b, ERF_L1);
    p = fmaf(p, b, ERF_L0);
    return copysignf(1 - tr_ref_exponential(-(b * p)), x);
}

float tr_ref_tanh(float x)
{
    return 1 - 2 / (1 + tr_ref_exponential(2 * x));
}

static void quantize(const float *x, size_t n, int8_t *q, float *scale)
{
    uint32_t max = 0;
    for (size_t i = 0; i < n; i++) {
        const uint32_t magnitude = bits_of(x[i]) & 0x7fffffff;
        max = magnitude > max ? magnitude : max;
    }
    const size_t padded = tr_s8_stride(n);
    memset(q, 0, padded);
    *scale = 0;
    if (max < QUANTIZE_TINY) return;
    *scale = NAN;
    if (max >= FLOAT_INF) return;

    const float m = tr_float_of_bits(max), factor = 127 / m;
    *scale = m * (1.0f / 127);
    for (size_t i = 0; i < n; i++) {
        float v = x[i] * factor;
        v = v > 127 ? 127 : v < -127 ? -127 : v;
        q[i] = (int8_t)((v + EXP_ROUND) - EXP_ROUND);
    }
}

/* Dot products of one row with the 16 rows of one block. */
static void block_s8(const int8_t *x, const int8_t *w, size_t quads, int32_t dot[TR_BLOCK])
{
    memset(dot, 0, TR_BLOCK * sizeof *dot);
    for (size_t k = 0; k < quads; k++, x += TR_QUAD, w += (size_t)TR_BLOCK * TR_QUAD)
        for (size_t o = 0; o < TR_BLOCK; o++)
            dot[o] +=
                x[0] * w[4 * o] + x[1] * w[4 * o + 1] + x[2] * w[4 * o + 2] + x[3] * w[4 * o + 3];
}

static void product_s8(const int8_t *x, size_t x_stride, const float *x_scale, size_t n_rows,
                       const tr_matrix *w, size_t first, size_t last, float *y, size_t y_stride,
                       tr_row_plan *plan)
{
    (void)plan;
    assert(first % TR_BLOCK == 0 && last <= w->n_out);
    const size_t quads = (w->n_in + TR_QUAD - 1) / TR_QUAD;
    for (size_t begin = first; begin < last; begin += TR_BLOCK) {
        const int8_t *block = (const int8_t *)w->weight + begin * quads * TR_QUAD;
        const size_t end = last - begin < TR_BLOCK ? last : begin + TR_BLOCK;
        for (size_t r = 0; r < n_rows; r++) {
            int32_t dot[TR_BLOCK];
            block_s8(x + r * x_stride, block, quads, dot);
            for (size_t o = begin; o < end; o++)
                y[r * y_stride + o - first] =
                    fmaf((float)dot[o - begin], x_scale[r] * w->scale[o], w->bias ? w->bias[o] : 0);
        }
    }
}

static int32_t dot_s8(const int8_t *x, const int8_t *w, size_t n)
{
    int32_t dot = 0;
    for (size_t k = 0; k < n; k++)
        dot += x[k] * w[k];
    return dot;
}

static void product_picked_s8(const int8_t *x, size_t x_stride, const float *x_scale, size_t n_rows,
                              const tr_matrix *w, size_t first, size_t last, float *y,
                              size_t y_stride)
{
    assert(first % TR_BLOCK == 0 && last <= w->n_out);
    const size_t stride = tr_s8_stride(w->n_in);
    for (size_t r = 0; r < n_rows; r++) {
        for (size_t o = first; o < last; o++) {
            const int8_t *weight = (const int8_t *)w->weight + w->pick[o] * stride;
            const int32_t dot = dot_s8(x + r * x_stride, weight, w->n_in);
            y[r * y_stride + o - first] =
                fmaf((float)dot, x_scale[r] * w->scale[o], w->bias ? w->bias[o] : 0);
        }
    }
}

static void product_f32(const float *x, size_t x_stride, size_t n_rows, const tr_matrix *w,
                        size_t first, size_t last, float *y, size_t y_stride)
{
    assert(first % TR_BLOCK == 0 && last <= w->n_out);
    for (size_t r = 0; r < n_rows; r++) {
        for (size_t o = first; o < last; o++) {
            const float *weight = w->weight;
            weight += o / TR_BLOCK * w->n_in * TR_BLOCK + o % TR_BLOCK;
            float sum = 0;
            for (size_t k = 0; k < w->n_in; k++)
                sum = fmaf(x[r * x_stride + k], weight[k * TR_BLOCK], sum);
            y[r * y_stride + o - first] = w->bias ? sum + w->bias[o] : sum;
        }
    }
}

static void product_f32_s8(const float *x, size_t x_stride, size_t n_rows, const tr_matrix *w,
                           size_t first, size_t last, float *y, size_t y_stride)
{
    assert(first % TR_BLOCK == 0 && last <= w->n_out);
    const size_t quads = (w->n_in + TR_QUAD - 1) / TR_QUAD;
    for (size_t r = 0; r < n_rows; r++) {
        for (size_t o = first; o < last; o++) {
            const int8_t *weight = w->weight;
            weight += (o / TR_BLOCK * quads * TR_BLOCK + o % TR_BLOCK) * TR_QUAD;
            float sum = 0;
            for (size_t k = 0; k < w->n_in; k++) {
                const size_t at = k / TR_QUAD * TR_BLOCK * TR_QUAD + k % TR_QUAD;
                sum = fmaf(x[r * x_stride + k], weight[at], sum);
            }
            y[r * y_stride + o - first] = fmaf(sum, w->scale[o], w->bias ? w->bias[o] : 0);
        }
    }
}

static void norm(const float *x, const float *residual, const float *gain, const float *bias,
                 float epsilon, size_t n, float *y)
{
    float s[LANES] = {0};
    for (size_t i = 0; i < n; i++) {
        y[i] = residual ? x[i] + residual[i] : x[i];
        s[i % LANES] += y[i];
    }
    const float mean = tr_fold_lanes(s) / (float)n;

    memset(s, 0, sizeof s);
    for (size_t i = 0; i < n; i++) {
        const float c = y[i] - mean;
        s[i % LANES] = fmaf(c, c, s[i % LANES]);
    }
    const float factor = 1 / sqrtf(tr_fold_lanes(s) / (float)n + epsilon);

    for (size_t i = 0; i < n; i++)
        y[i] = fmaf((y[i] - mean) * factor, gain[i], bias[i]);
}

static void rms_norm(const float *x, const float *residual, const float *gain, float epsilon,
                     size_t n, float *y)
{
    float s[LANES] = {0};
    for (size_t i = 0; i < n; i++) {
        y[i] = residual ? x[i] + residual[i] : x[i];
        s[i % LANES] = fmaf(y[i], y[i], s[i % LANES]);
    }
    const float factor = 1 / sqrtf(tr_fold_lanes(s) / (float)n + epsilon);

    for (size_t i = 0; i < n; i++)
        y[i] = y[i] * factor * gain[i];
}

static float activation_of(int activation, float x)
{
    switch (activation) {
    case TR_RELU:
        return x <= 0 ? 0 : x;
    case TR_SWISH:
        return x / (1 + tr_ref_exponential(-x));
    case TR_GELU_SIGMOID:
        return x / (1 + tr_ref_exponential(-GELU_SIGMOID * x));
    case TR_GELU_TANH:
        return x / (1 + tr_ref_exponential(x * fmaf(x * x, GELU_TANH_3, GELU_TANH_1)));
    case TR_SIGMOID:
        return 1 / (1 + tr_ref_exponential(-x));
    default:
        return (0.5f * x) * (1 + tr_ref_erf(x * SQRT_HALF));
    }
}

static void activate(int activation, float *x, size_t n)
{
    for (size_t i = 0; i < n; i++)
        x[i] = activation_of(activation, x[i]);
}

/* IEEE half precision, rounded to nearest even. */
static uint16_t half_of(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    const uint32_t sign = bits >> 16 & 0x8000, magnitude = bits & 0x7fffffff;
    if (magnitude > 0x7f800000) return (uint16_t)(sign | 0x7e00);
    if (magnitude >= 0x477ff000) return (uint16_t)(sign | 0x7c00); /* 65520 and above */
    if (magnitude < 0x38800000) /* subnormal: in units of 2^-24 */
        return (uint16_t)(sign | (uint32_t)lrintf(fabsf(x) * 0x1p24f));
    const uint32_t odd = magnitude >> 13 & 1;
    return (uint16_t)(sign | (magnitude - 0x38000000 + 0xfff + odd) >> 13);
}

static float half_value(uint16_t half)
{
    const float sign = half & 0x8000 ? -1.0f : 1.0f;
    const uint32_t exponent = half >> 10 & 0x1f, fraction = half & 0x3ff;
    if (exponent == 0x1f) return fraction ? NAN : sign * INFINITY;
    if (exponent == 0) return sign * (float)fraction * 0x1p-24f;
    return sign * ldexpf((float)(fraction | 0x400), (int)exponent - 25);
}

static float element(const void *row, size_t e, bool half)
{
    return half ? half_value(((const uint16_t *)row)[e]) : ((const float *)row)[e];
}

static void pack_row(const float *x, const tr_heads *heads, void *row)
{
    const size_t d = heads->d_head;
    memset(row, 0, tr_row_bytes(heads));
    for (size_t h = 0, at = 0, g; h < heads->n; h += g) {
        g = tr_head_group(heads, h);
        for (size_t e = 0; e < g * d; e++) {
            const float value = x[(h + e % g) * d + e / g];
            if (heads->half)
                ((uint16_t *)row)[at + e] = half_of(value);
            else
                ((float *)row)[at + e] = value;
        }
        at += tr_group_width(heads, g);
    }
}

void tr_unpack_row(const void *row, const tr_heads *heads, float *x)
{
    const size_t d = heads->d_head;
    for (size_t h = 0, at = 0, g; h < heads->n; h += g) {
        g = tr_head_group(heads, h);
        for (size_t e = 0; e < g * d; e++)
            x[(h + e % g) * d + e / g] = element(row, at + e, heads->half);
        at += tr_group_width(heads, g);
    }
}

static const void *row_of(const tr_memory *m, const void *first, size_t j)
{
    return (const char *)first + (m->index ? m->index[j] : j) * m->stride;
}

/* q . k of the h-th of g heads, whose elements begin at `at` of the key; with w [d],
 * w . tanh(q + k). */
static float score_of(const float *q, const void *key, size_t at, size_t h, size_t g, size_t d,
                      bool half, const float *w)
{
    float s[LANES] = {0};
    for (size_t i = 0; i < d; i++) {
        const size_t e = i * g + h;
        const float k = element(key, at + e, half);
        s[e % LANES] =
            w ? fmaf(w[i], tr_ref_tanh(q[i] + k), s[e % LANES]) : fmaf(q[i], k, s[e % LANES]);
    }
    for (size_t n = LANES / 2; n >= g; n /= 2)
        for (size_t i = 0; i < n; i++)
            s[i] += s[i + n];
    return s[h];
}

/* What is added to the score of position j; `bias` is the head's lane of the first one. */
static float bias_of(const tr_memory *m, const float *bias, size_t width, size_t row, size_t j)
{
    const ptrdiff_t at = m->first_bias - (ptrdiff_t)row + (ptrdiff_t)j;
    const size_t last = m->n_biases - 1;
    return bias[(at < 0 ? 0 : (size_t)at < last ? (size_t)at : last) * width];
}

/* The h-th of a group of g heads, whose elements begin at `at` of a key and `value_at` of a value;
 * with the weight w of an additive score. */
static void attend_head(const float *q, const tr_memory *m, const tr_heads *heads, size_t h,
                        size_t g, size_t at, size_t value_at, const float *w, float scale,
                        const float *bias, size_t width, size_t row, float *p, float *out)
{
    float max = -INFINITY, sum = 0;
    for (size_t j = 0; j < m->n; j++) {
        float s;
        if (heads->score == TR_LOCATION)
            s = j < heads->n_places ? q[j] : -INFINITY;
        else
            s = score_of(q, row_of(m, m->k, j), at, h, g, heads->d_head, heads->half, w);
        if (heads->score != TR_LOCATION && !w) s *= scale;
        if (bias) s += bias_of(m, bias, width, row, j);
        p[j * LANES] = s;
        max = s > max ? s : max;
    }
    max += 0.0f;
    for (size_t j = 0; j < m->n; j++) {
        p[j * LANES] = tr_ref_exponential(p[j * LANES] - max);
        sum += p[j * LANES];
    }
    const float factor = 1 / sum;
    for (size_t j = 0; j < m->n; j++)
        p[j * LANES] *= factor;
    for (size_t i = 0; i < tr_d_value(heads); i++) {
        float y = 0;
        for (size_t j = 0; j < m->n; j++)
            y = fmaf(p[j * LANES], element(row_of(m, m->v, j), value_at + i * g + h, heads->half),
                     y);
        out[i] = y;
    }
}

static void attend(const float *q, size_t q_stride, size_t n_rows, const tr_memory *memory,
                   const tr_heads *heads, float scale, float *work, float *out, size_t out_stride)
{
    const size_t d = heads->d_head, d_value = tr_d_value(heads);
    const size_t positions = tr_attend_positions(memory->n);
    const tr_heads values = tr_value_heads(heads);
    size_t groups;
    tr_row_width(heads, &groups);
    for (size_t r = 0; r < n_rows; r++) {
        const float *bias = memory->bias;
        float *copy = work, *p = work + tr_attend_rows(heads);
        memcpy(copy, q + r * q_stride, heads->n * d * sizeof *q);
        const bool places = heads->score == TR_LOCATION;
        const float *query = places ? q + r * q_stride : copy;
        p += r % TR_ATTEND_ROWS * positions * LANES;
        for (size_t first = 0, at = 0, value_at = 0, g; first < heads->n; first += g) {
            g = tr_head_group(heads, first);
            for (size_t h = 0; h < g; h++)
                attend_head(query + (first + h) * (places ? heads->n_places : d), memory, heads, h,
                            g, at, value_at,
                            heads->score == TR_ADDITIVE ? heads->weight + (first + h) * d : NULL,
                            scale, bias ? bias + h : NULL, groups * LANES, r, p + h,
                            out + r * out_stride + (first + h) * d_value);
            at += tr_group_width(heads, g);
            value_at += tr_group_width(&values, g);
            p += TR_ATTEND_ROWS * positions * LANES;
            if (bias) bias += LANES;
        }
    }
}

static void log_sum_block(const float *x, size_t n, float *max, float *sum)
{
    assert(n >= 1 && n <= TR_CANDIDATES);
    float s[LANES] = {0};
    *max = tr_max_of(x, n);
    for (size_t i = 0; i < n; i++)
        s[i % LANES] += tr_ref_decay(x[i] - *max);
    *sum = tr_fold_lanes(s);
}

static float max_block(const float *x, size_t n)
{
    assert(n >= 1 && n <= TR_CANDIDATES);
    for (size_t i = 0; i < n; i++)
        if (isnan(x[i]) || x[i] == INFINITY) return NAN;
    return tr_max_of(x, n);
}

static void log_sum_join(const float *max, const float *sum, size_t n, float *total,
                         float *total_sum)
{
    float s[LANES] = {0};
    *total = tr_max_of(max, n);
    for (size_t b = 0; b < n; b++)
        s[b % LANES] += sum[b] * tr_ref_decay(max[b] - *total);
    *total_sum = tr_fold_lanes(s);
}

/* The k-th largest of the maxima of x[i], x[i + LANES] and so on, or -infinity if k > LANES. */
static float least_wanted(const float *x, size_t n, size_t k)
{
    float sorted[LANES] = {0};
    size_t n_sorted = 0;
    for (size_t lane = 0; lane < LANES; lane++) {
        float max = -INFINITY;
        for (size_t i = lane; i < n; i += LANES)
            if (x[i] > max) max = x[i];
        size_t to = n_sorted++;
        for (; to > 0 && sorted[to - 1] < max; to--)
            sorted[to] = sorted[to - 1];
        sorted[to] = max;
    }
    return k <= LANES ? sorted[k - 1] : -INFINITY;
}

static size_t above(const float *x, size_t n, float threshold, size_t k, uint32_t *at)
{
    const float least = least_wanted(x, n, k);
    size_t found = 0;
    for (size_t i = 0; i < n; i++)
        if (x[i] > threshold && x[i] >= least) at[found++] = (uint32_t)i;
    return found;
}

void tr_kernels_ref(tr_kernels *k)
{
    *k = (tr_kernels){
        .quantize = quantize,
        .product_s8 = product_s8,
        .product_picked_s8 = product_picked_s8,
        .product_f32 = product_f32,
        .product_f32_s8 = product_f32_s8,
        .norm = norm,
        .rms_norm = rms_norm,
        .activate = activate,
        .pack_row = pack_row,
        .attend = attend,
        .log_sum_block = log_sum_block,
        .max_block = max_block,
        .log_sum_join = log_sum_join,
        .above = above,
    };
}
