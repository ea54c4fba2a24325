/*
 * lanes.h - the kernels that work on vectors, written once for all instruction sets.
 *
 * An instruction set's file defines v16, sixteen float lanes, and the functions below, and then
 * includes this, which does not compile alone.  Lane i of a sum is partial sum i of "lanes16", so
 * that the definitions of kernels.h read as they stand there.  `n` counts the first lanes of a
 * vector, at most LANES.
 *
 *   zero()  set1(x)  load(p)  store(p, v)
 *   load_n(p, n)                the other lanes are +0
 *   store_n(p, v, n)            writes n lanes
 *   first_n(n, a, b)            the first n lanes of a, the others of b
 *   add sub mul divide(a, b)    fmadd(a, b, c)    negate(a)
 *   magnitude(a)                without its sign
 *   with_sign(a, b)             a with b's sign
 *   maximum(a, b)               a > b ? a : b
 *   minimum(a, b)               a < b ? a : b
 *   select_less(a, b, yes, no)  a < b ? yes : no
 *   rectify(a)                  a <= 0 ? 0 : a
 *   fold(v)                     the folded sum
 *   fold16(s)                   lane i is the folded sum of s[i]
 *   fold_max(v)                 the maximum; no lane is NaN
 *   finish_exponential(x, p, shifted)  p * 2^n, or what exp is beyond its range
 *   max_bits(a, b)  fold_max_bits(v)   of non-negative lanes as unsigned integers
 *   store_s8(q, v)              the lanes rounded to nearest even
 *   greater(a, b)               a bit per lane
 */
#ifndef TR_LANES_H
#define TR_LANES_H

/* For functions that are given constants. */
#define INLINE static inline __attribute__((always_inline))

enum { LANES = 16, BLEND = 4 };

static inline size_t at_most(size_t n, size_t limit)
{
    return n < limit ? n : limit;
}

static inline v16 exponential(v16 x)
{
    const v16 shifted = fmadd(x, set1(EXP_LOG2E), set1(EXP_ROUND));
    const v16 n = sub(shifted, set1(EXP_ROUND));
    const v16 r = fmadd(n, set1(-EXP_LN2_LOW), fmadd(n, set1(-EXP_LN2_HIGH), x));
    v16 p = fmadd(set1(EXP_C6), r, set1(EXP_C5));
    p = fmadd(p, r, set1(EXP_C4));
    p = fmadd(p, r, set1(EXP_C3));
    p = fmadd(p, r, set1(EXP_C2));
    p = fmadd(p, r, set1(1));
    p = fmadd(p, r, set1(1));
    return finish_exponential(x, p, shifted);
}

static inline v16 error_function(v16 x)
{
    const v16 a = magnitude(x), s = mul(x, x);
    v16 p = fmadd(set1(ERF_S5), s, set1(ERF_S4));
    p = fmadd(p, s, set1(ERF_S3));
    p = fmadd(p, s, set1(ERF_S2));
    p = fmadd(p, s, set1(ERF_S1));
    p = fmadd(p, s, set1(ERF_S0));
    const v16 small = fmadd(x, p, x);

    const v16 b = minimum(set1(ERF_END), a); /* a NaN stays */
    p = fmadd(set1(ERF_L5), b, set1(ERF_L4));
    p = fmadd(p, b, set1(ERF_L3));
    p = fmadd(p, b, set1(ERF_L2));
    p = fmadd(p, b, set1(ERF_L1));
    p = fmadd(p, b, set1(ERF_L0));
    const v16 large = sub(set1(1), exponential(negate(mul(b, p))));
    return select_less(a, set1(ERF_SPLIT), small, with_sign(large, x));
}

static void quantize(const float *x, size_t n, int8_t *q, float *scale)
{
    const size_t padded = (n + TR_ROW_ALIGN - 1) / TR_ROW_ALIGN * TR_ROW_ALIGN;
    const size_t whole = n / LANES * LANES;
    v16 most = magnitude(load_n(x + whole, n - whole));
    for (size_t i = 0; i < whole; i += LANES)
        most = max_bits(most, magnitude(load(x + i)));
    const uint32_t max = fold_max_bits(most);

    float m, factor = 0;
    memcpy(&m, &max, sizeof m);
    const bool usable = max >= QUANTIZE_TINY && max < FLOAT_INF;
    if (usable) factor = 127 / m;
    *scale = usable ? m * (1.0f / 127) : max < QUANTIZE_TINY ? 0 : NAN;

    for (size_t i = 0; i < padded; i += LANES) {
        const size_t rest = i < n && usable ? at_most(n - i, LANES) : 0;
        const v16 v = rest == LANES ? load(x + i) : load_n(x + i, rest);
        store_s8(q + i, mul(v, set1(factor))); /* at most 127.0001, which needs no clamp */
    }
}

static void norm(const float *x, const float *residual, const float *gain, const float *bias,
                 float epsilon, size_t n, float *y)
{
    const size_t whole = n / LANES * LANES, rest = n - whole;
    v16 sum = zero();
    for (size_t i = 0; i < whole; i += LANES) {
        const v16 z = residual ? add(load(x + i), load(residual + i)) : load(x + i);
        store(y + i, z);
        sum = add(sum, z);
    }
    v16 z = load_n(x + whole, rest);
    if (residual) z = add(z, load_n(residual + whole, rest));
    store_n(y + whole, z, rest);
    const v16 mean = set1(fold(add(sum, z)) / (float)n);

    v16 squares = zero();
    for (size_t i = 0; i < whole; i += LANES) {
        const v16 c = sub(load(y + i), mean);
        squares = fmadd(c, c, squares);
    }
    const v16 c = sub(z, mean);
    squares = first_n(rest, fmadd(c, c, squares), squares);
    const v16 factor = set1(1 / sqrtf(fold(squares) / (float)n + epsilon));

    for (size_t i = 0; i < whole; i += LANES)
        store(y + i, fmadd(mul(sub(load(y + i), mean), factor), load(gain + i), load(bias + i)));
    store_n(y + whole,
            fmadd(mul(c, factor), load_n(gain + whole, rest), load_n(bias + whole, rest)), rest);
}

INLINE v16 activation_of(int activation, v16 x)
{
    switch (activation) {
    case TR_RELU:
        return rectify(x);
    case TR_SWISH:
        return divide(x, add(set1(1), exponential(negate(x))));
    case TR_GELU_SIGMOID:
        return divide(x, add(set1(1), exponential(mul(set1(-GELU_SIGMOID), x))));
    default:
        return mul(mul(set1(0.5f), x), add(set1(1), error_function(mul(x, set1(SQRT_HALF)))));
    }
}

/* Inlined with a constant, so that the choice is made outside of the loop. */
INLINE void activate_all(int activation, float *x, size_t n)
{
    size_t i = 0;
    for (; i + LANES <= n; i += LANES)
        store(x + i, activation_of(activation, load(x + i)));
    if (i < n) store_n(x + i, activation_of(activation, load_n(x + i, n - i)), n - i);
}

static void activate(int activation, float *x, size_t n)
{
    switch (activation) {
    case TR_RELU:
        activate_all(TR_RELU, x, n);
        break;
    case TR_SWISH:
        activate_all(TR_SWISH, x, n);
        break;
    case TR_GELU_SIGMOID:
        activate_all(TR_GELU_SIGMOID, x, n);
        break;
    default:
        activate_all(TR_GELU_ERF, x, n);
    }
}

/* The maximum of sixteen lanes, each the maximum of its part from -infinity. */
static inline float max_of(v16 m)
{
    return fold_max(m) + 0.0f;
}

static void log_sum_block(const float *x, size_t n, float *max, float *sum)
{
    const size_t whole = n / LANES * LANES, rest = n - whole;
    const v16 lowest = set1(-INFINITY), tail = load_n(x + whole, rest);
    v16 m = maximum(first_n(rest, tail, lowest), lowest);
    for (size_t i = 0; i < whole; i += LANES)
        m = maximum(load(x + i), m);
    *max = max_of(m);

    v16 s = zero();
    for (size_t i = 0; i < whole; i += LANES)
        s = add(s, exponential(sub(load(x + i), set1(*max))));
    s = add(s, first_n(rest, exponential(sub(tail, set1(*max))), zero()));
    *sum = fold(s);
}

static size_t above(const float *x, size_t n, float threshold, uint32_t *at)
{
    size_t found = 0;
    for (size_t i = 0; i < n; i += LANES) {
        const size_t rest = at_most(n - i, LANES);
        const v16 v = rest == LANES ? load(x + i) : load_n(x + i, rest);
        uint32_t hits = greater(v, set1(threshold)) & ((1u << rest) - 1);
        for (; hits; hits &= hits - 1)
            at[found++] = (uint32_t)(i + (size_t)__builtin_ctz(hits));
    }
    return found;
}

/* Attention */

/* The keys and values that one query sees. */
typedef struct positions {
    size_t n, stride;
    const uint32_t *index;
} positions;

static inline size_t offset_of(const positions *s, size_t j)
{
    return (s->index ? s->index[j] : j) * s->stride;
}

/* Partial sums of q * k; `whole` is d in whole vectors, often a constant. */
INLINE v16 dot_lanes(const float *q, const float *k, size_t whole, size_t d)
{
    v16 s = zero();
    for (size_t i = 0; i < whole; i += LANES)
        s = fmadd(load(q + i), load(k + i), s);
    if (whole < d) {
        const size_t rest = d - whole;
        s = first_n(rest, fmadd(load_n(q + whole, rest), load_n(k + whole, rest), s), s);
    }
    return s;
}

/* Lane t is q * k[j + t] for the first `count` lanes. */
INLINE v16 score_some(const float *q, const float *k, const positions *s, size_t j, size_t count,
                      size_t whole, size_t d)
{
    v16 sums[LANES];
    for (size_t t = 0; t < count; t++)
        sums[t] = dot_lanes(q, k + offset_of(s, j + t), whole, d);
    for (size_t t = count; t < LANES; t++)
        sums[t] = zero();
    return fold16(sums);
}

/* Writes the scores that fill vectors to p and returns the others: what was just written in part
 * is slow to read back. */
INLINE v16 score_all(const float *q, const float *k, const positions *s, size_t whole, size_t d,
                     float scale, float *p)
{
    size_t j = 0;
    for (; j + LANES <= s->n; j += LANES)
        store(p + j, mul(score_some(q, k, s, j, LANES, whole, d), set1(scale)));
    if (j == s->n) return zero();
    return mul(score_some(q, k, s, j, s->n - j, whole, d), set1(scale));
}

static v16 score(const float *q, const float *k, const positions *s, size_t d, float scale,
                 float *p)
{
    if (d == 32) return score_all(q, k, s, 32, 32, scale, p);
    if (d == 64) return score_all(q, k, s, 64, 64, scale, p);
    return score_all(q, k, s, d / LANES * LANES, d, scale, p);
}

/* Of the whole vectors in p [n] and the rest in `tail`. */
static inline void softmax(float *p, size_t n, v16 tail)
{
    const size_t whole = n / LANES * LANES, rest = n - whole;
    const v16 lowest = set1(-INFINITY);
    v16 m = maximum(first_n(rest, tail, lowest), lowest), s = zero();
    for (size_t j = 0; j < whole; j += LANES)
        m = maximum(load(p + j), m);
    const v16 max = set1(max_of(m));
    for (size_t j = 0; j < whole; j += LANES) {
        const v16 e = exponential(sub(load(p + j), max));
        store(p + j, e);
        s = add(s, e);
    }
    tail = first_n(rest, exponential(sub(tail, max)), zero());
    const v16 factor = set1(1 / fold(add(s, tail)));
    for (size_t j = 0; j < whole; j += LANES)
        store(p + j, mul(load(p + j), factor));
    store_n(p + whole, mul(tail, factor), rest);
}

/* BLEND vectors of out, `per_head` of them in each head: as many chains as hide fma's latency. */
INLINE void blend_wide(const float *p, const float *v, const positions *s, size_t per_head,
                       float *out)
{
    v16 sum[BLEND];
    for (size_t b = 0; b < BLEND; b++)
        sum[b] = zero();
    for (size_t j = 0; j < s->n; j++) {
        const float *row = v + offset_of(s, j);
        for (size_t b = 0; b < BLEND; b++)
            sum[b] = fmadd(set1(p[b / per_head * s->n + j]), load(row + b * LANES), sum[b]);
    }
    for (size_t b = 0; b < BLEND; b++)
        store(out + b * LANES, sum[b]);
}

static void blend_narrow(const float *p, const float *v, const positions *s, size_t d, float *out)
{
    for (size_t i = 0; i < d; i += LANES) {
        const size_t count = at_most(d - i, LANES);
        v16 sum = zero();
        for (size_t j = 0; j < s->n; j++)
            sum = fmadd(set1(p[j]), load_n(v + offset_of(s, j) + i, count), sum);
        store_n(out + i, sum, count);
    }
}

static void blend(const float *p, const float *v, const positions *s, size_t heads, size_t d,
                  float *out)
{
    const size_t wide = BLEND * LANES;
    size_t done = 0;
    if (d == 64)
        for (; done < heads; done++)
            blend_wide(p + done * s->n, v + done * d, s, 4, out + done * d);
    if (d == 32)
        for (; (done + 2) * d <= heads * d; done += 2)
            blend_wide(p + done * s->n, v + done * d, s, 2, out + done * d);
    if (d % wide == 0)
        for (; done < heads; done++)
            for (size_t i = 0; i < d; i += wide)
                blend_wide(p + done * s->n, v + done * d + i, s, BLEND, out + done * d + i);
    for (; done < heads; done++)
        blend_narrow(p + done * s->n, v + done * d, s, d, out + done * d);
}

static void attend(const float *q, const float *k, const float *v, size_t stride,
                   const uint32_t *index, size_t n, size_t heads, size_t d_head, float scale,
                   float *weights, float *out)
{
    const positions s = {n, stride, index};
    for (size_t h = 0; h < heads; h++) {
        float *const p = weights + h * n;
        softmax(p, n, score(q + h * d_head, k + h * d_head, &s, d_head, scale, p));
    }
    blend(weights, v, &s, heads, d_head, out);
}

#endif
