#include "judge/estimator.h"

#include <math.h>
#include <string.h>

#include "base/order.h"

/* ---- Vectors ------------------------------------------------------------------------------- */

/* sum [d] = of the rows x [n, d], each column in the order of the rows. */
static void add_rows(const float *x, size_t n, size_t d, float *sum)
{
    memset(sum, 0, d * sizeof *sum);
    for (size_t r = 0; r < n; r++)
        for (size_t i = 0; i < d; i++)
            sum[i] += x[r * d + i];
}

/* squares [d] = the sum over x [n, d] of (x - mean)^2. */
static void add_squares(const float *x, size_t n, size_t d, float mean, float *squares)
{
    memset(squares, 0, d * sizeof *squares);
    for (size_t r = 0; r < n; r++)
        for (size_t i = 0; i < d; i++) {
            const float c = x[r * d + i] - mean;
            squares[i] += c * c;
        }
}

static double total(const float *x, size_t n)
{
    double sum = 0;

    for (size_t i = 0; i < n; i++)
        sum += (double)x[i];
    return sum;
}

/* Adds a layer's states x [n, d] to the vector, times `weight`.  The norm is over all states of the
 * sequence. */
static void pool(const tr_config *c, const float *x, size_t n, float weight, float *sums,
                 float *vector)
{
    const double epsilon = 1e-12; /* COMET's */
    const size_t d = c->d_model;
    float mean = 0, scale = 1;

    add_rows(x, n, d, sums);
    if (c->mix_norm) {
        const double count = (double)n * (double)d;
        mean = (float)(total(sums, d) / count);
        add_squares(x, n, d, mean, sums + d);
        scale = (float)(1 / sqrt(total(sums + d, d) / count + epsilon));
    }
    for (size_t i = 0; i < d; i++) {
        const float state = c->pool == TR_POOL_FIRST ? x[i] : sums[i] / (float)n;
        vector[i] += weight * ((state - mean) * scale);
    }
}

static size_t last_layer(const tr_nmt *m)
{
    size_t last = m->config.n_encoder_layers;

    while (last > 0 && m->weights.estimator.mix[last] == 0)
        last--;
    return last;
}

static bool pool_layer(void *ctx, tr_compute *c, size_t layer)
{
    const tr_pooling *p = ctx;
    const size_t d = c->m->config.d_model;
    const float weight = c->m->weights.estimator.mix[layer];
    const float *x = c->x;

    for (size_t i = 0; weight != 0 && i < p->n; x += p->sources[i].n * d, i++)
        pool(&c->m->config, x, p->sources[i].n, weight, p->sums, p->vectors + i * d);
    return layer < last_layer(c->m);
}

void tr_pool_sequences(tr_compute *c, tr_pooling *p)
{
    memset(p->vectors, 0, p->n * c->m->config.d_model * sizeof *p->vectors);
    tr_encode_layers(c, p->sources, p->n, pool_layer, p);
}

/* ---- The score ----------------------------------------------------------------------------- */

/* to [2, d] = the product of two vectors, and how far they are apart. */
static float *compare(const float *a, const float *b, size_t d, float *to)
{
    for (size_t i = 0; i < d; i++) {
        to[i] = a[i] * b[i];
        to[d + i] = fabsf(a[i] - b[i]);
    }
    return to + 2 * d;
}

static float *copy(const float *a, size_t d, float *to)
{
    memcpy(to, a, d * sizeof *to);
    return to + d;
}

/* The order of the features is COMET's. */
static void take_features(const tr_config *c, const float *vectors, float *to)
{
    const size_t d = c->d_model;
    const float *source = vectors, *translation = vectors + d, *reference = vectors + 2 * d;

    switch (c->metric) {
    case TR_METRIC_REGRESSION:
        to = copy(reference, d, copy(translation, d, to));
        compare(translation, source, d, compare(translation, reference, d, to));
        break;
    case TR_METRIC_REFERENCELESS:
        to = copy(source, d, copy(translation, d, to));
        compare(translation, source, d, to);
        break;
    default:
        copy(vectors, d, to);
    }
}

static void activate(const tr_compute *c, int activation, float *x, size_t n)
{
    if (activation == TR_ESTIMATOR_SIGMOID) c->k.activate(TR_SIGMOID, x, n);
    for (size_t i = 0; activation == TR_ESTIMATOR_TANH && i < n; i++)
        x[i] = tr_ref_tanh(x[i]);
}

/* Inputs are not rounded: their parts differ in size, and the work is small. */
static void multiply(const tr_compute *c, const tr_matrix *w, const float *x, size_t n, float *y)
{
    (c->m->config.int8 ? c->k.product_f32_s8 : c->k.product_f32)(x, w->n_in, n, w, 0, w->n_out, y,
                                                                 w->n_out);
}

size_t tr_estimator_width(const tr_config *c)
{
    size_t width = 1;

    for (size_t i = 0; i < c->n_estimator_widths; i++)
        width = tr_larger(width, (size_t)c->estimator_widths[i]);
    return width;
}

void tr_estimator_score(const tr_compute *c, const float *vectors, size_t n, float *features,
                        float *hidden, float *scores)
{
    const tr_config *config = &c->m->config;
    const size_t width = tr_config_features(config), last = config->n_estimator_widths;
    const size_t stride = tr_config_sequences(config) * config->d_model;
    float *const rows[] = {hidden, hidden + n * tr_estimator_width(config)};
    const float *x = features;

    for (size_t i = 0; i < n; i++)
        take_features(config, vectors + i * stride, features + i * width);
    for (size_t i = 0; i <= last; i++) {
        const tr_matrix *w = &c->m->weights.estimator.layer[i];
        float *const y = i == last ? scores : rows[i % 2];
        multiply(c, w, x, n, y);
        activate(c, i == last ? config->estimator_last : config->estimator_activation, y,
                 n * w->n_out);
        x = y;
    }
}
