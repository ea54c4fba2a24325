/*
 * kernels.h - the inner loops that exist once per instruction set.
 *
 * kernels_ref.c defines what each one computes; the others give the same bits, on every input.
 * Only code that profiles hot belongs in this table.
 *
 * Float reductions are defined, not left to the compiler:
 *   chain    y = fma(a[k], b[k], y) from +0 over ascending k.  Lanes of a vector are outputs.
 *   lanes16  sixteen partial sums, element i into sum i % 16, each a chain (or, for plain sums,
 *            additions from +0); a missing tail adds nothing.  Folded: s[i] += s[i + 8] for
 *            i < 8, then 4, 2, 1.
 *   max      m = x[i] > m ? x[i] : m from -infinity, then m + 0 (a zero is +0).  So a NaN never
 *            survives it and the order does not matter; sums always show a NaN.
 * "fma" rounds once.  Where a formula below is written without fma, every operation rounds.
 *
 * Shapes stand in brackets, outermost first; a stride counts elements from row to row.  Arrays
 * need no alignment unless it is said.  Values may be anything, infinities and NaN included;
 * where the reference gives a NaN the others do too (of any sign and payload).
 */
#ifndef TR_KERNELS_H
#define TR_KERNELS_H

#include <stddef.h>
#include <stdint.h>

enum {
    TR_BLOCK = 16,       /* output rows of packed weights that lie side by side */
    TR_QUAD = 4,         /* consecutive int8 inputs of one output row */
    TR_ROW_ALIGN = 64,   /* quantised rows: stride is a multiple, start is aligned */
    TR_CANDIDATES = 256, /* block of the log-sum-exp over the vocabulary */
};

/* A linear map y = x W^T + bias with packed weights; it owns nothing.
 *   int8:    weight [ceil(n_out/16)][ceil(n_in/4)][16][4], in [-127, 127], zero-filled;
 *            scale [n_out]; sum [n_out], the sum of each row's weights
 *   float32: weight [ceil(n_out/16)][n_in][16], zero-filled; scale and sum are NULL
 * bias [n_out], or NULL for none.  Weights are 64-byte aligned.  n_in <= 65 536. */
typedef struct tr_matrix {
    const void *weight;
    const float *scale;
    const int32_t *sum;
    const float *bias;
    size_t n_out, n_in;
} tr_matrix;

/* Of feed-forward networks; the last is that of a gate. */
enum tr_activation { TR_RELU, TR_SWISH, TR_GELU_SIGMOID, TR_GELU_ERF, TR_SIGMOID };

typedef struct tr_kernels {
    /* Symmetric int8 of one row: with m = max |x| compared as bits (so that a NaN wins),
     *   m < 2^-100        q = 0, *scale = 0
     *   m not finite      q = 0, *scale = NaN
     *   else              q = x * (127 / m) rounded to nearest even, *scale = m / 127
     * where 127 / m is one division, m / 127 is m * (1.0f / 127), and the product is clamped to
     * [-127, 127].  x [n]; q [n rounded up to TR_ROW_ALIGN], zero behind n, aligned. */
    void (*quantize)(const float *x, size_t n, int8_t *q, float *scale);

    /* Outputs first .. last-1 of `n_rows` rows: y[r][o - first], where first is a multiple of
     * TR_BLOCK and last one too or w->n_out.  Nothing else of y is written.
     *   y = fma((float)dot, x_scale[r] * w->scale[o], bias[o] or +0)
     * with the exact int32 dot product.  x [n_rows, x_stride] from quantize(). */
    void (*product_s8)(const int8_t *x, size_t x_stride, const float *x_scale, size_t n_rows,
                       const tr_matrix *w, size_t first, size_t last, float *y, size_t y_stride);

    /* The same of float32 weights: y = chain over k of x[r][k] * W[o][k], then + bias[o]
     * (no addition at all without a bias). */
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

    /* x [n] in place, a value of enum tr_activation; e(x) is exponential()'s.
     *   relu: x <= 0 ? 0 : x (a NaN stays)  swish: x / (1 + e(-x))
     *   gelu-sigmoid: x / (1 + e(-1.702 x)) gelu-erf: (0.5 x) * (1 + erf(x * 2^-1/2)),
     *   erf as kernels_ref.c's polynomial; sigmoid: 1 / (1 + e(-x)). */
    void (*activate)(int activation, float *x, size_t n);

    /* Multi-head scaled dot-product attention of one query over `n` >= 1 positions (Vaswani et
     * al. 2017).  Position j lies at row index[j] (or j, when index is NULL) of k and v, rows
     * `stride` apart.  Per head h, over its d_head columns:
     *   s[j] = (lanes16 of q * k) * scale;  m = max s;  e[j] = exponential(s[j] - m);
     *   p[j] = e[j] * (1 / lanes16 sum of e);  out[i] = chain over j of p[j] * v[i].
     * q, out [heads * d_head]; weights [heads, n] receives p.  out may be q. */
    void (*attend)(const float *q, const float *k, const float *v, size_t stride,
                   const uint32_t *index, size_t n, size_t heads, size_t d_head, float scale,
                   float *weights, float *out);

    /* One block of a log-sum-exp: *max of x [n], 1 <= n <= TR_CANDIDATES, and *sum = lanes16 sum
     * of exponential(x - *max). */
    void (*log_sum_block)(const float *x, size_t n, float *max, float *sum);

    /* Writes the indices i with x[i] > threshold, ascending, to at [n]; returns how many. */
    size_t (*above)(const float *x, size_t n, float threshold, uint32_t *at);
} tr_kernels;

/* Fills *k with the best implementations that `cpu` (enum tr_cpu) allows. */
void tr_kernels_init(tr_kernels *k, unsigned cpu);

/* One per instruction set: overwrite the entries it has something better for. */
void tr_kernels_ref(tr_kernels *k);
void tr_kernels_avx2(tr_kernels *k);
void tr_kernels_avx512(tr_kernels *k);

/* The network's exponential as kernels_ref.c defines it: below 2 ulp, 0 below -87.3, infinity
 * above 88.7, NaN for NaN.  For tests; the kernels above hold their own copies. */
float tr_ref_exponential(float x);
float tr_ref_erf(float x);

#endif
