#include "train/network/scores.h"

#include <string.h>

#include "kernels/unit_rows.h"

size_t tr_score_kept(int score, size_t heads, size_t d_head)
{
    return score == TR_COSINE                            ? heads
           : score == TR_ADDITIVE || score == TR_GENERAL ? heads * d_head
                                                         : 0;
}

static const float *parameters_of(const tr_scoring *s)
{
    return s->pass->p->w + s->parameters;
}

/* W [d, d] of a head. */
static const float *map_of(const tr_scoring *s, size_t head)
{
    return parameters_of(s) + head * s->d_head * s->d_head;
}

/* to [d] = x W, or with `transposed` x W^T. */
static void multiply(const float *x, const float *w, size_t d, bool transposed, float *to)
{
    memset(to, 0, d * sizeof *to);
    for (size_t i = 0; i < d; i++)
        for (size_t j = 0; j < d; j++)
            to[j] += x[i] * (transposed ? w[j * d + i] : w[i * d + j]);
}

/* ---- Forward ---- */

void tr_score_queries(const tr_scoring *s, float *q, size_t stride, size_t first, size_t n)
{
    const size_t width = s->heads * s->d_head, d = s->d_head;

    if (s->score == TR_COSINE)
        tr_unit_rows(q, stride, n, s->heads, d, parameters_of(s), s->kept + first * s->heads);
    for (size_t r = 0; r < n && s->score == TR_GENERAL; r++) {
        float *x = q + r * stride, *kept = s->kept + (first + r) * width;
        memcpy(kept, x, width * sizeof *x);
        for (size_t h = 0; h < s->heads; h++)
            multiply(kept + h * d, map_of(s, h), d, false, x + h * d);
    }
}

void tr_score_keys(const tr_scoring *s, float *k, size_t stride, size_t first, size_t n)
{
    if (s->score == TR_COSINE)
        tr_unit_rows(k, stride, n, s->heads, s->d_head, NULL, s->keys_kept + first * s->heads);
}

/* ---- Backward ---- */

/* d_y [d], of y = times x / |x|, becomes d_x: factor (times d_y - y (y d_y) / times), where factor
 * is 1 / |x|. */
static void unit_back(const float *y, size_t d, float factor, float times, float *d_y)
{
    float along = 0;
    for (size_t i = 0; i < d; i++)
        along += y[i] * d_y[i];
    for (size_t i = 0; i < d; i++)
        d_y[i] = factor * (times * d_y[i] - y[i] * (along / times));
}

static void unit_rows_back(const tr_scoring *s, const float *y, float *d_y, size_t stride, size_t n,
                           const float *exponents, const float *factors)
{
    const size_t d = s->d_head;
    for (size_t r = 0; r < n; r++)
        for (size_t h = 0; h < s->heads; h++)
            unit_back(y + r * stride + h * d, d, factors[r * s->heads + h],
                      exponents ? tr_ref_exponential(exponents[h]) : 1, d_y + r * stride + h * d);
}

void tr_score_queries_back(const tr_scoring *s, const float *q, float *d_q, size_t stride,
                           size_t first, size_t n)
{
    const size_t width = s->heads * s->d_head, d = s->d_head;

    if (s->score == TR_COSINE)
        unit_rows_back(s, q, d_q, stride, n, parameters_of(s), s->kept + first * s->heads);
    for (size_t r = 0; r < n && s->score == TR_GENERAL; r++) {
        float *x = d_q + r * stride, *old = s->kept + (first + r) * width;
        memcpy(old, x, width * sizeof *x); /* the queries are no longer needed */
        for (size_t h = 0; h < s->heads; h++)
            multiply(old + h * d, map_of(s, h), d, true, x + h * d);
    }
}

void tr_score_keys_back(const tr_scoring *s, const float *k, float *d_k, size_t stride,
                        size_t first, size_t n)
{
    if (s->score == TR_COSINE)
        unit_rows_back(s, k, d_k, stride, n, NULL, s->keys_kept + first * s->heads);
}

/* ---- Gradients of the tensor ---- */

const float *tr_score_weight(const tr_scoring *s, size_t head)
{
    return s->score == TR_ADDITIVE ? parameters_of(s) + head * s->d_head : NULL;
}

float *tr_score_weight_gradient(const tr_scoring *s, size_t sentence, size_t head)
{
    if (s->score != TR_ADDITIVE) return NULL;
    return s->kept + (sentence * s->heads + head) * s->d_head;
}

typedef struct gradient_work {
    const tr_scoring *s;
    const float *q, *d_q;
    size_t stride, n_rows, n_sentences;
} gradient_work;

/* y [n] += a x. */
static void add_times(float a, const float *x, size_t n, float *y)
{
    for (size_t i = 0; i < n; i++)
        y[i] += a * x[i];
}

/* Of one head, row after row, so that the number of threads changes nothing. */
static void head_gradient(void *ctx, size_t h, float *scratch)
{
    const gradient_work *w = ctx;
    const tr_scoring *s = w->s;
    const size_t d = s->d_head, at = h * d;
    float *g = s->pass->p->g + s->parameters;

    (void)scratch;
    for (size_t r = 0; r < w->n_sentences && s->score == TR_ADDITIVE; r++)
        add_times(1, tr_score_weight_gradient(s, r, h), d, g + at);
    for (size_t r = 0; r < w->n_rows && s->score != TR_ADDITIVE; r++) {
        const float *q = w->q + r * w->stride + at, *d_q = w->d_q + r * w->stride + at;
        for (size_t i = 0; i < d && s->score == TR_COSINE; i++)
            g[h] += q[i] * d_q[i];
        const float *before = s->kept + r * s->heads * d + at;
        for (size_t i = 0; i < d && s->score == TR_GENERAL; i++)
            add_times(before[i], d_q, d, g + (at + i) * d);
    }
}

void tr_score_gradient(const tr_scoring *s, const float *q, const float *d_q, size_t stride,
                       size_t n_rows, size_t n_sentences)
{
    gradient_work w = {s, q, d_q, stride, n_rows, n_sentences};
    if (s->pass->p->g && tr_score_parameters(s->score, s->heads, s->d_head))
        tr_workers_run(s->pass->workers, s->heads, head_gradient, &w);
}
