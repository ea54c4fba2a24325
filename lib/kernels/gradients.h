/*
 * gradients.h - the inner loops of training, once per instruction set.
 *
 * A table of its own: a program that only translates does not link it.  gradients_reference.c
 * defines what each function computes; the instruction sets give the same bits on every input.
 * "chain", "lanes16", "max" and "fma" have the meaning of kernels.h, and so has exponential().
 *
 * Shapes stand in brackets, outermost first; a stride counts elements from row to row.  Arrays
 * need no alignment.
 *
 * The products of a run have one arithmetic:
 *   float32  y = chain over k of x[k] * w[k], as in kernels.h
 *   bf16     x and w are rounded to bfloat16, to nearest even; k goes by pairs, a zero fills the
 *            last: y = fma(x[2i + 1], w[2i + 1], y), then y = fma(x[2i], w[2i], y).  A number with
 *            the exponent of a denormal float32 is a zero of its sign: before it is rounded to
 *            bfloat16, and as an operand or a result of fma and of the bias's addition.  A result
 *            counts as denormal when it is below 2^-126 after rounding to 24 bits.  AVX-512's
 *            vdpbf16ps computes the same.
 * Everything else is float32 in both.
 *
 * Panels are the right operand of a product: the matrix [n_in, n_out] as [ceil(n_out/16)] blocks
 * of [k][16] words of 32 bits, zero-filled; what a word holds is a matter of the instruction set.
 * So many elements of k as the format's `group` are `words` words; a panel ends with a whole group.
 */
#ifndef TR_GRADIENTS_H
#define TR_GRADIENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Of the products of a run. */
enum tr_arithmetic { TR_BF16, TR_FLOAT32 };

enum {
    TR_PANEL = 16,      /* outputs that lie side by side in panels */
    TR_LEFT_WIDTH = 48, /* columns that lie side by side in pack_left() */
};

/* Words of 32 bits that hold a group of elements of k. */
typedef struct tr_panel_format {
    size_t group, words;
} tr_panel_format;

/* The left operand of a product: x [n_rows, stride] as it lies, or what pack_left() made. */
typedef struct tr_left_operand {
    const float *x;
    size_t stride;
    bool packed;
} tr_left_operand;

static inline tr_left_operand tr_left_rows(const float *x, size_t stride)
{
    return (tr_left_operand){x, stride, false};
}

/* Rows are the columns that pack_left() was given. */
static inline tr_left_operand tr_left_packed(const float *packed)
{
    return (tr_left_operand){packed, 0, true};
}

/* One sentence and head of attention: q, d_q [n_q, d_head]; d_out [n_q, d_value]; k, d_k [n_k,
 * d_head]; v, d_v [n_k, d_value], whose rows are `stride` elements apart: q and d_q by q_stride,
 * the keys and values and their gradients by kv_stride, d_out by out_stride. */
typedef struct tr_attention_gradient {
    const float *q, *k, *v, *d_out;
    float *d_q, *d_k, *d_v;
    size_t n_q, n_k, d_head, d_value, q_stride, kv_stride, out_stride;
    float scale;
    int score;           /* enum tr_score of kernels.h: TR_ADDITIVE, TR_LOCATION, or a product */
    const float *weight; /* TR_ADDITIVE: [d_head], and its gradient, which is written */
    float *d_weight;
    bool causal; /* query t looks at positions 0 .. t; else at all */
    bool add;    /* d_k and d_v are added to; else written */
} tr_attention_gradient;

/* Residual dropout (Srivastava et al. 2014) by counters: Philox4x32-10 (Salmon et al. 2011) with
 * the key `seed`, low word first, and the counter (i / 4 low, site, step, i / 4 high) gives four
 * words; element i has word i mod 4, and is kept when word >= threshold. */
typedef struct tr_dropout {
    uint64_t seed;
    uint32_t site, step;
    uint32_t threshold; /* floor(p * 2^32); 0 keeps everything as it is */
    float scale;        /* 1 / (1 - p) */
} tr_dropout;

/* One step of Adam (Kingma and Ba 2015), of element g * factor:
 *   m = fma(beta1, m, (1 - beta1) * g);  v = fma(beta2, v, ((1 - beta2) * g) * g)
 *   w = w - (rate * (m * m_correction)) / (sqrt(v * v_correction) + epsilon)
 *   average = fma(keep, average - w, w) */
typedef struct tr_adam_step {
    float factor, rate, beta1, beta2, epsilon;
    float m_correction, v_correction; /* 1 / (1 - beta^t) */
    float keep;                       /* share of the old average */
} tr_adam_step;

/* Target of a row of logits. */
typedef struct tr_row_target {
    size_t id;
    float smoothing;      /* share of the mass that is spread over all n entries */
    float weight;         /* of the row's loss: 1 / rows of the step */
    const float *teacher; /* probabilities [n] of another model, or NULL */
    float kl;             /* weight of the divergence from the teacher */
} tr_row_target;

/* Results of loss_row() for a row [n] besides its gradient: m, s, x[id], (lanes16 sum of x) / n,
 * and the lanes16 sum of teacher * x, or 0. */
typedef struct tr_row_loss {
    float max, sum, target, mean, teacher;
} tr_row_loss;

typedef struct tr_gradients {
    tr_panel_format format; /* of panels and of what pack_left() makes */

    /* Panels of rows x [n_in, stride], of which n_out columns count. */
    void (*pack_rows)(const float *x, size_t stride, size_t n_in, size_t n_out, float *panels);
    /* Panels of the transposed matrix: x [n_out, stride], of which n_in columns count. */
    void (*pack_columns)(const float *x, size_t stride, size_t n_out, size_t n_in, float *panels);
    /* x [n_rows, stride], of which n columns count, for a product whose rows are x's columns:
     * [ceil(n/48)][words][48], zero-filled, where a column's words are as many as all rows of the
     * product need.  The rows may be some of all, whole groups but for the last: `packed` is where
     * the first of them goes. */
    void (*pack_left)(const float *x, size_t stride, size_t n_rows, size_t n, size_t words,
                      float *packed);

    /* y [n_rows, y_stride], of which n_out columns are written: over k of
     * left(r, k) * panels(k, o), as the arithmetic says, from +0, or from y with `add`; then
     * + bias[o] unless NULL. */
    void (*product)(const tr_left_operand *left, size_t n_rows, const float *panels, size_t n_in,
                    size_t n_out, const float *bias, bool add, float *y, size_t y_stride);

    /* Layer norm that keeps what its gradient needs: norm() of kernels.h, with
     * normal = (z - mean) * factor, [n], and *factor = 1 / sqrt(var + epsilon).  y may be x or
     * residual. */
    void (*norm_keep)(const float *x, const float *residual, const float *gain, const float *bias,
                      float epsilon, size_t n, float *normal, float *factor, float *y);

    /* d_z [n] of that z: with g = d_y * gain, a = (lanes16 sum of g) / n and b = (lanes16 of g *
     * normal) / n:  d_z = fma(-normal, b, g - a) * factor.  d_z may be d_y. */
    void (*norm_back)(const float *d_y, const float *normal, const float *gain, float factor,
                      size_t n, float *d_z);

    /* sum [n] += x rows [n_rows, stride], a row after the other; with `times` [n_rows,
     * times_stride], sum = fma(x, times, sum). */
    void (*column_sums)(const float *x, size_t stride, const float *times, size_t times_stride,
                        size_t n_rows, size_t n, float *sum);

    /* d_x [n] = d_y * f'(x), a value of enum tr_activation; e(x) is exponential()'s, d_x may be
     * d_y.  Of ReLU x may be the result.
     *   relu: x > 0 ? d_y : 0
     *   swish: s = 1 / (1 + e(-x)); d_y * fma(x * s, 1 - s, s)
     *   gelu-sigmoid: s = 1 / (1 + e(-1.702 x)); d_y * fma((1.702 x) * s, 1 - s, s)
     *   gelu-erf: d_y * fma(x * 0.398942280, e(-0.5 x * x), 0.5 (1 + erf(x * 2^-1/2)))
     *   sigmoid, where x is the result: d_y * (x * (1 - x)) */
    void (*activate_back)(int activation, const float *d_y, const float *x, size_t n, float *d_x);

    /* Dropout of x [n] in place: element j of it is element first + j of the site. */
    void (*drop)(const tr_dropout *dropout, uint64_t first, float *x, size_t n);

    /* Gradients of attention from d_out, of one head.  With
     *   s[t][j] = (chain over i of q[t][i] * k[j][i]) * scale;  m[t] = max s over j
     *   e = exponential(s - m);  p = e * (1 / lanes16 sum of e)
     *   g[t][j] = chain over i of d_out[t][i] * v[j][i];  D[t] = lanes16 of p * g
     *   u = (p * (g - D)) * scale; where position j is masked p and u are +0
     *   d_q[t][i] = chain over j of u[t][j] * k[j][i]
     *   d_k[j][i] = chain over t of u[t][j] * q[t][i];  d_v: of p[t][j] * d_out[t][i]
     * Additive scores are unscaled, s[t][j] = lanes16 of weight * h with h = t(q[t] + k[j]) of
     * kernels.h; with f = (u * weight) * fma(-h, h, 1), over t and in it over j, from +0:
     *   d_q[t] += f;  d_k[j] += f;  d_weight = fma(u, h, d_weight)
     * Of locations, s[t][j] = q[t][j] for j < d_head, and -infinity; d_q[t][j] = u[t][j], or +0
     * where there is no such position; k and d_k are not looked at.
     * work: tr_attend_back_work() floats. */
    void (*attend_back)(const tr_attention_gradient *a, float *work);

    /* A row of logits x [n], n >= 1, to its share of the cross-entropy's gradient (Szegedy et al.
     * 2016).  With m = max x, e = exponential(x - m), s = lanes16 sum of e, w = target->weight:
     *   x = fma(e, w / s, -(smoothing / n * w)), then x[id] - (1 - smoothing) * w there;
     * with a teacher e's factor is ((1 + kl) * w) / s, and x = fma(teacher, -(kl * w), x) comes
     * between. */
    void (*loss_row)(float *x, size_t n, const tr_row_target *target, tr_row_loss *loss);

    /* x [n] = e * (1 / s) with the same e and s. */
    void (*softmax)(float *x, size_t n);

    /* lanes16 of x * x. */
    float (*square_sum)(const float *x, size_t n);

    void (*adam)(const tr_adam_step *step, const float *g, size_t n, float *w, float *m, float *v,
                 float *average);
} tr_gradients;

/* Fills *g with the best implementations that `cpu` (enum tr_cpu) allows, for an enum
 * tr_arithmetic. */
void tr_gradients_init(tr_gradients *g, unsigned cpu, int arithmetic);

void tr_gradients_ref(tr_gradients *g, int arithmetic);
void tr_gradients_avx2(tr_gradients *g, int arithmetic);
void tr_gradients_avx512(tr_gradients *g, int arithmetic);
void tr_gradients_neon(tr_gradients *g, int arithmetic);
void tr_gradients_vdpbf16(tr_gradients *g); /* the products of bf16 alone */

/* x as bfloat16, and y = fma(a, b, c) of numbers that are, as the arithmetic bf16 has them. */
float tr_ref_bf16(float x);
float tr_ref_fma_flushed(float a, float b, float c);

/* Words a column of panels has for n elements of k. */
static inline size_t tr_words(const tr_panel_format *f, size_t n)
{
    return (n + f->group - 1) / f->group * f->words;
}

/* Words of panels [n_in, n_out].  The values of so many outputs, a multiple of TR_PANEL, lie before
 * the next outputs' values. */
static inline size_t tr_panels_size(const tr_panel_format *f, size_t n_in, size_t n_out)
{
    return (n_out + TR_PANEL - 1) / TR_PANEL * TR_PANEL * tr_words(f, n_in);
}

/* Words of what pack_left() makes. */
static inline size_t tr_left_size(const tr_panel_format *f, size_t n_rows, size_t n)
{
    return (n + TR_LEFT_WIDTH - 1) / TR_LEFT_WIDTH * TR_LEFT_WIDTH * tr_words(f, n_rows);
}

/* Floats of attend_back()'s working memory for up to n_q queries and n_k positions; d_head is the
 * larger of its d_head and d_value. */
static inline size_t tr_attend_back_work(size_t n_q, size_t n_k, size_t d_head)
{
    const size_t positions = (n_k + TR_PANEL - 1) / TR_PANEL * TR_PANEL;
    const size_t width = (d_head + TR_PANEL - 1) / TR_PANEL * TR_PANEL;
    const size_t longest = n_q > n_k ? n_q : n_k;
    return 2 * n_q * positions + (width > positions ? width : positions) * (longest + d_head);
}

#endif
