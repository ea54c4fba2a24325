/* gradients_reference.c - what every function of gradients.h means, in plain C. */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/philox.h"
#include "kernels/coefficients.h"
#include "kernels/gradients.h"
#include "kernels/kernels.h"
#include "kernels/lanes_reference.h"

#ifdef __FAST_MATH__
#error "fast-math changes the results that the kernels define"
#endif

enum { LANES = 16 };

static float sum_of(const float *x, size_t n)
{
    float s[LANES] = {0};
    for (size_t i = 0; i < n; i++)
        s[i % LANES] += x[i];
    return tr_fold_lanes(s);
}

static float dot_of(const float *x, const float *y, size_t n)
{
    float s[LANES] = {0};
    for (size_t i = 0; i < n; i++)
        s[i % LANES] = fmaf(x[i], y[i], s[i % LANES]);
    return tr_fold_lanes(s);
}

/* ---- Products ---- */

/* A matrix [n_in, n_out] with element (k, o) at x[k * k_step + o * o_step], as blocks of so many
 * outputs. */
typedef struct matrix {
    const float *x;
    size_t k_step, o_step, n_in, n_out, width;
} matrix;

/* Blocks have room for so many words of each output. */
static void pack_part(const matrix *m, size_t words, bool bf16, float *packed)
{
    const size_t some = bf16 ? (m->n_in + 1) / 2 * 2 : m->n_in;
    for (size_t first = 0; first < m->n_out; first += m->width, packed += words * m->width)
        for (size_t k = 0; k < some; k++)
            for (size_t i = 0; i < m->width; i++) {
                const bool inside = k < m->n_in && first + i < m->n_out;
                const float x = inside ? m->x[k * m->k_step + (first + i) * m->o_step] : 0;
                packed[k * m->width + i] = bf16 ? tr_ref_bf16(x) : x;
            }
}

static void pack(const matrix *m, bool bf16, float *packed)
{
    pack_part(m, bf16 ? (m->n_in + 1) / 2 * 2 : m->n_in, bf16, packed);
}

static void pack_rows(const float *x, size_t stride, size_t n_in, size_t n_out, float *panels)
{
    pack(&(matrix){x, stride, 1, n_in, n_out, TR_PANEL}, false, panels);
}

static void pack_columns(const float *x, size_t stride, size_t n_out, size_t n_in, float *panels)
{
    pack(&(matrix){x, 1, stride, n_in, n_out, TR_PANEL}, false, panels);
}

static void pack_left(const float *x, size_t stride, size_t n_rows, size_t n, size_t words,
                      float *packed)
{
    pack_part(&(matrix){x, stride, 1, n_rows, n, TR_LEFT_WIDTH}, words, false, packed);
}

static void pack_rows_bf16(const float *x, size_t stride, size_t n_in, size_t n_out, float *panels)
{
    pack(&(matrix){x, stride, 1, n_in, n_out, TR_PANEL}, true, panels);
}

static void pack_columns_bf16(const float *x, size_t stride, size_t n_out, size_t n_in,
                              float *panels)
{
    pack(&(matrix){x, 1, stride, n_in, n_out, TR_PANEL}, true, panels);
}

static void pack_left_bf16(const float *x, size_t stride, size_t n_rows, size_t n, size_t words,
                           float *packed)
{
    pack_part(&(matrix){x, stride, 1, n_rows, n, TR_LEFT_WIDTH}, words, true, packed);
}

/* Element (r, k) of the left operand of a product over so many words. */
static float left_at(const tr_left_operand *left, size_t words, size_t r, size_t k)
{
    if (!left->packed) return left->x[r * left->stride + k];
    return left
        ->x[r / TR_LEFT_WIDTH * TR_LEFT_WIDTH * words + k * TR_LEFT_WIDTH + r % TR_LEFT_WIDTH];
}

static void product(const tr_left_operand *left, size_t n_rows, const float *panels, size_t n_in,
                    size_t n_out, const float *bias, bool add, float *y, size_t y_stride)
{
    for (size_t r = 0; r < n_rows; r++) {
        for (size_t o = 0; o < n_out; o++) {
            const float *w = panels + o / TR_PANEL * TR_PANEL * n_in + o % TR_PANEL;
            float sum = add ? y[r * y_stride + o] : 0;
            for (size_t k = 0; k < n_in; k++)
                sum = fmaf(left_at(left, n_in, r, k), w[k * TR_PANEL], sum);
            y[r * y_stride + o] = bias ? sum + bias[o] : sum;
        }
    }
}

static bool is_denormal(float x)
{
    return x != 0 && fabsf(x) < 0x1p-126f;
}

static float flush(float x)
{
    return is_denormal(x) ? copysignf(0, x) : x;
}

float tr_ref_bf16(float x)
{
    uint32_t u;
    x = flush(x);
    memcpy(&u, &x, sizeof u);
    if (isnan(x))
        u |= 0x400000;
    else
        u += 0x7fff + (u >> 16 & 1);
    u &= 0xffff0000;
    memcpy(&x, &u, sizeof x);
    return x;
}

/* fmaf() may have rounded to 2^-126 what 24 bits keep below it: what is less than 2^-126 - 2^-151.
 * Near there double holds the sum exactly, for the product has 16 bits. */
float tr_ref_fma_flushed(float a, float b, float c)
{
    c = flush(c);
    const float y = fmaf(a, b, c);
    const bool below = fabs((double)a * b + c) < 0x1p-126 - 0x1p-151;
    return below ? copysignf(0, y) : y;
}

static void product_bf16(const tr_left_operand *left, size_t n_rows, const float *panels,
                         size_t n_in, size_t n_out, const float *bias, bool add, float *y,
                         size_t y_stride)
{
    const size_t words = (n_in + 1) / 2 * 2;
    for (size_t r = 0; r < n_rows; r++) {
        for (size_t o = 0; o < n_out; o++) {
            const float *w = panels + o / TR_PANEL * TR_PANEL * words + o % TR_PANEL;
            float sum = add ? y[r * y_stride + o] : 0;
            for (size_t i = 0; i < words; i++) {
                const size_t k = i % 2 ? i - 1 : i + 1; /* the second of a pair comes first */
                const float x = k < n_in ? tr_ref_bf16(left_at(left, words, r, k)) : 0;
                sum = tr_ref_fma_flushed(x, w[k * TR_PANEL], sum);
            }
            y[r * y_stride + o] = bias ? flush(sum + flush(bias[o])) : sum;
        }
    }
}

/* ---- Rows ---- */

static void norm_keep(const float *x, const float *residual, const float *gain, const float *bias,
                      float epsilon, size_t n, float *normal, float *factor, float *y)
{
    for (size_t i = 0; i < n; i++)
        normal[i] = residual ? x[i] + residual[i] : x[i];
    const float mean = sum_of(normal, n) / (float)n;
    float s[LANES] = {0};
    for (size_t i = 0; i < n; i++) {
        const float c = normal[i] - mean;
        s[i % LANES] = fmaf(c, c, s[i % LANES]);
    }
    *factor = 1 / sqrtf(tr_fold_lanes(s) / (float)n + epsilon);
    for (size_t i = 0; i < n; i++) {
        normal[i] = (normal[i] - mean) * *factor;
        y[i] = fmaf(normal[i], gain[i], bias[i]);
    }
}

static void norm_back(const float *d_y, const float *normal, const float *gain, float factor,
                      size_t n, float *d_z)
{
    float s[LANES] = {0}, t[LANES] = {0};
    for (size_t i = 0; i < n; i++) {
        const float g = d_y[i] * gain[i];
        s[i % LANES] += g;
        t[i % LANES] = fmaf(g, normal[i], t[i % LANES]);
    }
    const float a = tr_fold_lanes(s) / (float)n, b = tr_fold_lanes(t) / (float)n;
    for (size_t i = 0; i < n; i++)
        d_z[i] = fmaf(-normal[i], b, d_y[i] * gain[i] - a) * factor;
}

static void column_sums(const float *x, size_t stride, const float *times, size_t times_stride,
                        size_t n_rows, size_t n, float *sum)
{
    for (size_t r = 0; r < n_rows; r++)
        for (size_t i = 0; i < n; i++)
            sum[i] = times ? fmaf(x[r * stride + i], times[r * times_stride + i], sum[i])
                           : sum[i] + x[r * stride + i];
}

/* f'(x) of x * sigmoid(slope * x). */
static float sigmoid_slope(float x, float slope)
{
    const float s = 1 / (1 + tr_ref_exponential(-slope * x));
    return fmaf((slope * x) * s, 1 - s, s);
}

static float slope_of(int activation, float x)
{
    switch (activation) {
    case TR_SWISH:
        return sigmoid_slope(x, 1);
    case TR_GELU_SIGMOID:
        return sigmoid_slope(x, GELU_SIGMOID);
    case TR_SIGMOID:
        return x * (1 - x);
    default:
        return fmaf(x * INV_SQRT_2PI, tr_ref_exponential(-0.5f * x * x),
                    0.5f * (1 + tr_ref_erf(x * SQRT_HALF)));
    }
}

static void activate_back(int activation, const float *d_y, const float *x, size_t n, float *d_x)
{
    for (size_t i = 0; i < n; i++)
        d_x[i] =
            activation == TR_RELU ? (x[i] > 0 ? d_y[i] : 0) : d_y[i] * slope_of(activation, x[i]);
}

static void drop(const tr_dropout *dropout, uint64_t first, float *x, size_t n)
{
    uint32_t word[4];
    for (size_t j = 0; j < n && dropout->threshold; j++) {
        const uint64_t i = first + j, block = i / 4;
        if (j == 0 || i % 4 == 0)
            tr_philox((uint32_t[]){(uint32_t)block, dropout->site, dropout->step,
                                   (uint32_t)(block >> 32)},
                      dropout->seed, word);
        x[j] = word[i % 4] >= dropout->threshold ? x[j] * dropout->scale : 0;
    }
}

/* ---- Attention ---- */

static float dot_chain(const float *x, const float *y, size_t n)
{
    float sum = 0;
    for (size_t i = 0; i < n; i++)
        sum = fmaf(x[i], y[i], sum);
    return sum;
}

/* y [n] = fma(a, x, y). */
static void add_scaled(float a, const float *x, size_t n, float *y)
{
    for (size_t i = 0; i < n; i++)
        y[i] = fmaf(a, x[i], y[i]);
}

static float score_of(const tr_attention_gradient *a, size_t t, size_t j)
{
    const float *q = a->q + t * a->q_stride, *k = a->k + j * a->kv_stride;
    float s[LANES] = {0};

    if (a->score == TR_LOCATION) return j < a->d_head ? q[j] : -INFINITY;
    if (a->score != TR_ADDITIVE) return dot_chain(q, k, a->d_head) * a->scale;
    for (size_t i = 0; i < a->d_head; i++)
        s[i % LANES] = fmaf(a->weight[i], tr_ref_tanh(q[i] + k[i]), s[i % LANES]);
    return tr_fold_lanes(s);
}

/* What f of an additive score adds to the gradients. */
static void additive_back(const tr_attention_gradient *a, size_t t, size_t j, float u)
{
    const float *q = a->q + t * a->q_stride, *k = a->k + j * a->kv_stride;
    for (size_t i = 0; i < a->d_head; i++) {
        const float h = tr_ref_tanh(q[i] + k[i]);
        const float f = (u * a->weight[i]) * fmaf(-h, h, 1);
        a->d_q[t * a->q_stride + i] += f;
        a->d_k[j * a->kv_stride + i] += f;
        a->d_weight[i] = fmaf(u, h, a->d_weight[i]);
    }
}

/* Probabilities p [n] of query t, and how they enter the keys' gradient, u [n]. */
static void weigh_positions(const tr_attention_gradient *a, size_t t, float *p, float *u)
{
    const size_t n = a->causal ? t + 1 : a->n_k;
    for (size_t j = 0; j < n; j++)
        p[j] = score_of(a, t, j);
    const float max = tr_max_of(p, n);
    for (size_t j = 0; j < n; j++)
        p[j] = tr_ref_exponential(p[j] - max);
    const float factor = 1 / sum_of(p, n);
    for (size_t j = 0; j < n; j++) {
        p[j] *= factor;
        u[j] = dot_chain(a->d_out + t * a->out_stride, a->v + j * a->kv_stride, a->d_value);
    }
    const float mean = dot_of(p, u, n);
    for (size_t j = 0; j < n; j++)
        u[j] = (p[j] * (u[j] - mean)) * a->scale;
    for (size_t j = n; j < a->n_k; j++)
        p[j] = u[j] = 0;
}

static void attend_back(const tr_attention_gradient *a, float *work)
{
    float *p = work, *u = work + a->n_k;
    if (a->score == TR_ADDITIVE) memset(a->d_weight, 0, a->d_head * sizeof *a->d_weight);
    for (size_t j = 0; j < a->n_k && !a->add; j++) {
        if (a->score != TR_LOCATION)
            memset(a->d_k + j * a->kv_stride, 0, a->d_head * sizeof *a->d_k);
        memset(a->d_v + j * a->kv_stride, 0, a->d_value * sizeof *a->d_v);
    }
    for (size_t t = 0; t < a->n_q; t++) {
        float *d_q = a->d_q + t * a->q_stride;
        weigh_positions(a, t, p, u);
        memset(d_q, 0, a->d_head * sizeof *d_q);
        for (size_t j = 0; j < a->n_k; j++) {
            if (a->score == TR_ADDITIVE) {
                if (!a->causal || j <= t) additive_back(a, t, j, u[j]);
            } else if (a->score == TR_LOCATION) {
                if (j < a->d_head) d_q[j] = u[j];
            } else {
                add_scaled(u[j], a->k + j * a->kv_stride, a->d_head, d_q);
                add_scaled(u[j], a->q + t * a->q_stride, a->d_head, a->d_k + j * a->kv_stride);
            }
            add_scaled(p[j], a->d_out + t * a->out_stride, a->d_value, a->d_v + j * a->kv_stride);
        }
    }
}

/* ---- Loss and update ---- */

/* x = exponential(x - max); returns their lanes16 sum. */
static float exponentials(float *x, size_t n, float max)
{
    for (size_t i = 0; i < n; i++)
        x[i] = tr_ref_exponential(x[i] - max);
    return sum_of(x, n);
}

static void loss_row(float *x, size_t n, const tr_row_target *target, tr_row_loss *loss)
{
    const float w = target->weight, kl = target->teacher ? target->kl : 0;
    assert(n >= 1 && target->id < n);
    *loss = (tr_row_loss){.max = tr_max_of(x, n), .target = x[target->id]};
    loss->mean = sum_of(x, n) / (float)n;
    if (target->teacher) loss->teacher = dot_of(target->teacher, x, n);
    loss->sum = exponentials(x, n, loss->max);

    const float factor = ((1 + kl) * w) / loss->sum, uniform = target->smoothing / (float)n * w;
    for (size_t i = 0; i < n; i++) {
        x[i] = fmaf(x[i], factor, -uniform);
        if (target->teacher) x[i] = fmaf(target->teacher[i], -(kl * w), x[i]);
    }
    x[target->id] -= (1 - target->smoothing) * w;
}

static void softmax(float *x, size_t n)
{
    const float factor = 1 / exponentials(x, n, tr_max_of(x, n));
    for (size_t i = 0; i < n; i++)
        x[i] *= factor;
}

static float square_sum(const float *x, size_t n)
{
    return dot_of(x, x, n);
}

static void adam(const tr_adam_step *s, const float *g, size_t n, float *w, float *m, float *v,
                 float *average)
{
    const float rest1 = 1 - s->beta1, rest2 = 1 - s->beta2;
    for (size_t i = 0; i < n; i++) {
        const float x = g[i] * s->factor;
        m[i] = fmaf(s->beta1, m[i], rest1 * x);
        v[i] = fmaf(s->beta2, v[i], (rest2 * x) * x);
        const float root = sqrtf(v[i] * s->v_correction) + s->epsilon;
        w[i] -= (s->rate * (m[i] * s->m_correction)) / root;
        average[i] = fmaf(s->keep, average[i] - w[i], w[i]);
    }
}

void tr_gradients_ref(tr_gradients *g, int arithmetic)
{
    *g = (tr_gradients){
        .format = {1, 1},
        .pack_rows = pack_rows,
        .pack_columns = pack_columns,
        .pack_left = pack_left,
        .product = product,
        .norm_keep = norm_keep,
        .norm_back = norm_back,
        .column_sums = column_sums,
        .activate_back = activate_back,
        .drop = drop,
        .attend_back = attend_back,
        .loss_row = loss_row,
        .softmax = softmax,
        .square_sum = square_sum,
        .adam = adam,
    };
    if (arithmetic == TR_FLOAT32) return;
    g->format = (tr_panel_format){2, 2};
    g->pack_rows = pack_rows_bf16;
    g->pack_columns = pack_columns_bf16;
    g->pack_left = pack_left_bf16;
    g->product = product_bf16;
}
