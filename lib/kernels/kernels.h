/*
 * kernels.h - the inner loops of the network, which exist once for each instruction set.
 *
 * reference.c defines what each loop computes.  The other sets give the same bits, on every input.
 * Only code that takes much of the time belongs in this table.
 *
 * Float reductions are defined, not left to the compiler:
 *   chain    y = fma(a[k], b[k], y) over ascending k, from +0.  The lanes of a vector are outputs.
 *   lanes16  sixteen partial sums, element i into sum i % 16, each a chain (or, for plain sums,
 *            additions from +0); a missing tail adds nothing.  Folded: s[i] += s[i + 8] for
 *            i < 8, then 4, 2, 1.
 *   max      m = x[i] > m ? x[i] : m from -infinity, then m + 0 (so that a zero is +0).  A NaN is
 *            never the maximum, and the order does not matter; a sum always shows a NaN.
 * "fma" rounds once.  In a formula without fma, every operation rounds.
 *
 * Shapes are given in brackets, outermost first.  A stride counts the elements from one row to the
 * next.  Arrays need no alignment unless the text says so.  Values may be anything, infinities and
 * NaN included.  Where the reference gives a NaN, the other sets do too (of any sign and payload).
 */
#ifndef TR_KERNELS_H
#define TR_KERNELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernels/row_plan.h"

enum {
    TR_BLOCK = 16,       /* output rows of packed weights that lie side by side */
    TR_QUAD = 4,         /* consecutive int8 inputs of one output row */
    TR_ROW_ALIGN = 64,   /* quantised rows: stride is a multiple, start is aligned */
    TR_CANDIDATES = 256, /* block of the log-sum-exp over the vocabulary */
    TR_LANES = 16,       /* partial sums of a reduction */
    TR_ATTEND_ROWS = 4,  /* queries that attend() takes at once */
};

/* `n` rounded up to whole blocks, of `block` each. */
static inline size_t tr_in_blocks(size_t n, size_t block)
{
    return (n + block - 1) / block * block;
}

/* A linear map y = x W^T + bias with packed weights; it owns nothing.
 *   int8:    weight [ceil(n_out/16)][ceil(n_in/4)][16][4], in [-127, 127], zero-filled;
 *            scale [n_out]; sum [n_out], the sum of each row's weights
 *   picked:  weight [.., n_in rounded up to TR_ROW_ALIGN], int8 rows of such weights; pick [n_out],
 *            which of them an output has; scale and sum as before.  pick is NULL for other forms
 *   float32: weight [ceil(n_out/16)][n_in][16], zero-filled; scale and sum are NULL
 * bias [n_out], or NULL for none.  Weights are 64-byte aligned.  n_in <= 65 536. */
typedef struct tr_matrix {
    const void *weight;
    const float *scale;
    const int32_t *sum;
    const float *bias;
    size_t n_out, n_in;
    const uint32_t *pick;
} tr_matrix;

/* Scores of a query q and a key k, of which a softmax over all keys makes weights.  To attend(),
 * all are products but two: what else q and k are multiplied by is done to their rows before. */
enum tr_score {
    TR_SCALED_DOT, /* q k / sqrt(d_head) (Vaswani et al. 2017) */
    TR_COSINE,     /* e^t q k / (|q| |k|), t learned (Graves et al. 2014) */
    TR_ADDITIVE,   /* w tanh(q + k), w learned (Bahdanau et al. 2015) */
    TR_LOCATION,   /* q[j] of position j: no keys (Luong et al. 2015) */
    TR_DOT,        /* q k (Luong et al. 2015); in training alone, as the next one */
    TR_GENERAL,    /* q W k, W learned (Luong et al. 2015) */
};

/* How a row of keys or values is laid out.  Heads are put into groups.  A group has as many heads
 * as are left, rounded down to a power of two, and at most 16: 8 heads are one group; 12 heads are
 * a group of 8 and a group of 4.  In a group of g heads, element i of head h is at i * g + h; zeros
 * fill the group up to a multiple of 16.  So each lane of a vector belongs to one head, and the
 * lanes of one head are g apart.  The sum over the elements of a head is taken as 16 partial sums:
 * element e of the group goes into sum e % 16, each sum is a chain.  The sums are then folded,
 * s[i] += s[i + 8] for i < 8, then 4, 2, 1, as long as more than g sums are left. */
typedef struct tr_heads {
    size_t n, d_head;    /* numbers of a head's query and key */
    bool half;           /* rows of IEEE half precision, else float32 */
    size_t d_value;      /* of its value and its result; 0: d_head */
    int score;           /* enum tr_score */
    size_t n_places;     /* TR_LOCATION: positions that a query scores; d_head is 0 */
    const float *weight; /* TR_ADDITIVE: [n, d_head] */
} tr_heads;

/* The positions that queries attend to.  `k` and `v` point to the first row of keys and of values;
 * rows are `stride` bytes apart.  Position j has row index[j], or row j if there is no index. */
typedef struct tr_memory {
    const void *k, *v;
    size_t stride, n; /* n >= 1 */
    const uint32_t *index;

    /* Added to the scores, NULL for nothing: bias [n_biases, groups, TR_LANES], where lane i of a
     * group of g heads belongs to head i % g of it.  For query r and position j it is that at
     * first_bias - r + j, or the nearest that there is. */
    const float *bias;
    size_t n_biases;
    ptrdiff_t first_bias;
} tr_memory;

/* Activations of feed-forward networks; the last one is for gates. */
enum tr_activation { TR_RELU, TR_SWISH, TR_GELU_SIGMOID, TR_GELU_ERF, TR_GELU_TANH, TR_SIGMOID };

typedef struct tr_kernels {
    /* Symmetric int8 of one row: with m = max |x| compared as bits (so that a NaN wins),
     *   m < 2^-100        q = 0, *scale = 0
     *   m not finite      q = 0, *scale = NaN
     *   else              q = x * (127 / m) rounded to nearest even, *scale = m / 127
     * where 127 / m is one division, m / 127 is m * (1.0f / 127), and the product is clamped to
     * [-127, 127].  x [n]; q [n rounded up to TR_ROW_ALIGN], aligned, zero after n. */
    void (*quantize)(const float *x, size_t n, int8_t *q, float *scale);

    /* Outputs first .. last-1 of `n_rows` rows, at y[r][o - first].  first is a multiple of
     * TR_BLOCK; last is one too, or w->n_out.  Nothing else of y is written. y = fma((float)dot,
     * x_scale[r] * w->scale[o], bias[o] or +0) with the exact int32 dot product.  x [n_rows,
     * x_stride] from quantize().
     * `plan` is working memory of the calling thread (row_plan.h).  What the product finds out
     * about the rows stays in the plan for further products of the rows: x, x_stride, n_rows and
     * w->n_in are the same, and x has not changed.  Before the first product of other rows:
     * tr_row_plan_reset(). */
    void (*product_s8)(const int8_t *x, size_t x_stride, const float *x_scale, size_t n_rows,
                       const tr_matrix *w, size_t first, size_t last, float *y, size_t y_stride,
                       tr_row_plan *plan);

    /* A product with picked weights.  For up to `picked_rows` rows this product is faster than to
     * gather the weights into the packed form, and to use them for some dozen products.  With 0 it
     * never is, and the function may be NULL. */
    size_t picked_rows;
    void (*product_picked_s8)(const int8_t *x, size_t x_stride, const float *x_scale, size_t n_rows,
                              const tr_matrix *w, size_t first, size_t last, float *y,
                              size_t y_stride);

    /* A product with float32 weights: y = chain over k of x[r][k] * W[o][k], then + bias[o]
     * (without a bias nothing is added). */
    void (*product_f32)(const float *x, size_t x_stride, size_t n_rows, const tr_matrix *w,
                        size_t first, size_t last, float *y, size_t y_stride);

    /* Float activations by int8 weights, neither rounded further:
     *   y = fma(chain over k of x[r][k] * (float)W[o][k], w->scale[o], bias[o] or +0) */
    void (*product_f32_s8)(const float *x, size_t x_stride, size_t n_rows, const tr_matrix *w,
                           size_t first, size_t last, float *y, size_t y_stride);

    /* y = layer norm of z = x + residual (z = x when residual is NULL), all [n]; y may be x or
     * residual.  mean = (lanes16 sum of z) / n; c = z - mean; var = (lanes16 of c * c) / n;
     * y = fma(c * (1 / sqrt(var + epsilon)), gain, bias).  Ba et al. 2016. */
    void (*norm)(const float *x, const float *residual, const float *gain, const float *bias,
                 float epsilon, size_t n, float *y);

    /* y = z / root mean square of z, times gain, all [n]; z and y as before.
     * y = (z * (1 / sqrt((lanes16 of z * z) / n + epsilon))) * gain.  Zhang and Sennrich 2019. */
    void (*rms_norm)(const float *x, const float *residual, const float *gain, float epsilon,
                     size_t n, float *y);

    /* x [n] in place, a value of enum tr_activation; e(x) is exponential()'s.
     *   relu: x <= 0 ? 0 : x (a NaN stays)  swish: x / (1 + e(-x))
     *   gelu-sigmoid: x / (1 + e(-1.702 x)) gelu-erf: (0.5 x) * (1 + erf(x * 2^-1/2)),
     *   erf as reference.c's polynomial; sigmoid: 1 / (1 + e(-x));
     *   gelu-tanh: x / (1 + e(x * fma(x * x, GELU_TANH_3, GELU_TANH_1))). */
    void (*activate)(int activation, float *x, size_t n);

    /* Lays out a row of keys, queries or, with tr_value_heads(), values as attend() reads it: see
     * tr_heads.  x [heads * d_head] has the heads side by side.  Half precision is rounded to
     * nearest even; a value that exceeds it becomes infinite. */
    void (*pack_row)(const float *x, const tr_heads *heads, void *row);

    /* Multi-head scaled dot-product attention of `n_rows` queries over the same positions
     * (Vaswani et al. 2017).  Per query and head:
     *   s[j] = (sum of q * k) * scale, + bias;  m = max s;  e[j] = exponential(s[j] - m);
     *   p[j] = e[j] * (1 / sum of e);   out[i] = chain over j of p[j] * v[i];
     * the sum of q * k goes over the head's lanes of a group (tr_heads), the sum of e adds in
     * ascending order, from +0.  An additive score is the same sum of weight * t(q + k), with t(x)
     * = 1 - 2 / (1 + exponential(2x)), unscaled.  Of locations, where q is [n_places] a head, s[j]
     * = q[j], and -infinity from n_places on.  q and out [n_rows, stride] have the heads side by
     * side; out may be q where values are no wider than queries, which are not locations.  `work`
     * has room for tr_attend_work() floats. It holds the probabilities of the last rows:
     * tr_attend_weight(). */
    void (*attend)(const float *q, size_t q_stride, size_t n_rows, const tr_memory *memory,
                   const tr_heads *heads, float scale, float *work, float *out, size_t out_stride);

    /* One block of a log-sum-exp: *max of x [n], 1 <= n <= TR_CANDIDATES, and *sum = lanes16 sum
     * of decay(x - *max). */
    void (*log_sum_block)(const float *x, size_t n, float *max, float *sum);

    /* The same *max alone; NaN if an x is NaN or +infinity. */
    float (*max_block)(const float *x, size_t n);

    /* Blocks joined: *total = max of max [n], and *total_sum = lanes16 sum of
     * sum[b] * decay(max[b] - *total), n >= 1. */
    void (*log_sum_join)(const float *max, const float *sum, size_t n, float *total,
                         float *total_sum);

    /* Writes the indices i with x[i] > threshold to at [n], ascending; returns their number.  With
     * 1 <= k <= 16 it leaves out indices that cannot be among the k largest: sixteen maxima are
     * taken, each of the x[i] with the same i mod 16 (-infinity where there is none), and an x[i]
     * below the k-th largest of them is left out. */
    size_t (*above)(const float *x, size_t n, float threshold, size_t k, uint32_t *at);
} tr_kernels;

/* Fills *k with the best implementations that `cpu` (enum tr_cpu) allows. */
void tr_kernels_init(tr_kernels *k, unsigned cpu);

/* One function for each instruction set.  The table of a set with vectors begins with all_kernels
 * (products.inc); a larger set then takes the entries that it does better. */
void tr_kernels_ref(tr_kernels *k);
void tr_kernels_avx2(tr_kernels *k);
void tr_kernels_avxvnni(tr_kernels *k);
void tr_kernels_avx512(tr_kernels *k);
void tr_kernels_neon(tr_kernels *k);
void tr_kernels_dotprod(tr_kernels *k);
void tr_kernels_i8mm(tr_kernels *k);

/* For tests, and not part of the library: avxvnni in the encoding of AVX-512 VL and VNNI, and
 * avx512 with a model of its instructions in C. */
void tr_kernels_avxvnni_evex(tr_kernels *k);
void tr_kernels_avx512_model(tr_kernels *k);

/* Bytes from a row of n int8 values to the next: of quantised inputs, or of picked weights. */
static inline size_t tr_s8_stride(size_t n)
{
    return (n + TR_ROW_ALIGN - 1) / TR_ROW_ALIGN * TR_ROW_ALIGN;
}

/* ---- Shapes of attention ---- */

static inline size_t tr_d_value(const tr_heads *heads)
{
    return heads->d_value ? heads->d_value : heads->d_head;
}

/* Heads whose rows are laid out as the values of such heads are. */
static inline tr_heads tr_value_heads(const tr_heads *heads)
{
    return (tr_heads){.n = heads->n, .d_head = tr_d_value(heads), .half = heads->half};
}

/* Heads of the group that begins at `head`. */
static inline size_t tr_head_group(const tr_heads *heads, size_t head)
{
    size_t group = TR_LANES;
    while (group > heads->n - head)
        group /= 2;
    return group;
}

/* Elements of such a group's part of a row. */
static inline size_t tr_group_width(const tr_heads *heads, size_t group)
{
    return (group * heads->d_head + TR_LANES - 1) / TR_LANES * TR_LANES;
}

/* Elements of a row; `groups` receives how many groups there are, unless NULL. */
static inline size_t tr_row_width(const tr_heads *heads, size_t *groups)
{
    size_t width = 0, n = 0, group;
    for (size_t h = 0; h < heads->n; h += group, n++) {
        group = tr_head_group(heads, h);
        width += tr_group_width(heads, group);
    }
    if (groups) *groups = n;
    return width;
}

static inline size_t tr_row_bytes(const tr_heads *heads)
{
    return tr_row_width(heads, NULL) * (heads->half ? sizeof(uint16_t) : sizeof(float));
}

static inline size_t tr_value_bytes(const tr_heads *heads)
{
    const tr_heads values = tr_value_heads(heads);
    return tr_row_bytes(&values);
}

/* A key and a value side by side. */
static inline size_t tr_memory_bytes(const tr_heads *heads)
{
    return tr_row_bytes(heads) + tr_value_bytes(heads);
}

/* Positions are worked on four at a time. */
static inline size_t tr_attend_positions(size_t n)
{
    return (n + 3) / 4 * 4;
}

/* Floats of attend()'s working memory before the probabilities: queries, results and a weight. */
static inline size_t tr_attend_rows(const tr_heads *heads)
{
    const tr_heads values = tr_value_heads(heads);
    const size_t width = tr_row_width(heads, NULL);
    return TR_ATTEND_ROWS * (width + tr_row_width(&values, NULL)) + width;
}

/* Floats of attend()'s working memory for up to `n` positions. */
static inline size_t tr_attend_work(const tr_heads *heads, size_t n)
{
    size_t groups;
    tr_row_width(heads, &groups);
    return tr_attend_rows(heads) + TR_ATTEND_ROWS * groups * tr_attend_positions(n) * TR_LANES;
}

/* The probability that a query gives to position j in `head`, after attend() over n positions.
 * `row` counts within the last TR_ATTEND_ROWS queries or fewer. */
static inline float tr_attend_weight(const float *work, const tr_heads *heads, size_t n, size_t row,
                                     size_t head, size_t j)
{
    size_t first = 0, groups = 0, g;
    while (first + (g = tr_head_group(heads, first)) <= head) {
        first += g;
        groups++;
    }
    const float *p = work + tr_attend_rows(heads);
    return p[((groups * TR_ATTEND_ROWS + row) * tr_attend_positions(n) + j) * TR_LANES + head -
             first];
}

/* x [heads * d_head] = a row that pack_row() laid out: for observers and tests. */
void tr_unpack_row(const void *row, const tr_heads *heads, float *x);

/* The network's exponential as reference.c defines it: below 2 ulp, 0 below -87.3, infinity
 * above 88.7, NaN for NaN.  For tests; the kernels above hold their own copies. */
float tr_ref_exponential(float x);

/* exp(x) for x <= 0, for sums whose largest term is 1.  The error is below 2.1 - x / 4 ulp.  Below
 * -86 the result is exp(-86).  NaN for NaN. */
float tr_ref_decay(float x);
float tr_ref_erf(float x);
float tr_ref_tanh(float x); /* t(x) of attend() */

#endif
