#include "transformer.h"

#include <math.h>
#include <string.h>

#include "golden/plain/notes.h"
#include "kernels/quant.h"

static double entry(const tr_nmt *m, const tr_matrix *w, size_t o, size_t k)
{
    return m->config.int8 ? (double)((const int8_t *)w->weight)[tr_packed_s8_at(w->n_in, o, k)] *
                                (double)w->scale[o]
                          : (double)((const float *)w->weight)[tr_packed_f32_at(w->n_in, o, k)];
}

void plain_linear(const tr_nmt *m, const tr_matrix *w, size_t first, size_t last, const double *x,
                  double *y)
{
    for (size_t o = first; o < last; o++) {
        double sum = w->bias ? (double)w->bias[o] : 0;
        for (size_t k = 0; k < w->n_in; k++)
            sum += entry(m, w, o, k) * x[k];
        y[o - first] = sum;
    }
}

void plain_norm(const tr_nmt *m, const tr_norm *n, const double *x, double *y)
{
    const size_t d = m->config.d_model;
    double mean = 0, variance = 0;

    for (size_t i = 0; i < d; i++)
        mean += x[i] / (double)d;
    for (size_t i = 0; i < d; i++)
        variance += (x[i] - mean) * (x[i] - mean) / (double)d;
    for (size_t i = 0; i < d; i++)
        y[i] = (x[i] - mean) / sqrt(variance + (double)m->config.epsilon) * (double)n->gain[i] +
               (double)n->bias[i];
}

static double activation(int kind, double x)
{
    switch (kind) {
    case TR_RELU:
        return x > 0 ? x : 0;
    case TR_SWISH:
        return x / (1 + exp(-x));
    case TR_GELU_SIGMOID:
        return x / (1 + exp(-1.702 * x));
    case TR_GELU_ERF:
        return 0.5 * x * (1 + erf(x / sqrt(2)));
    default:
        return 1 / (1 + exp(-x));
    }
}

void plain_block_input(const tr_nmt *m, const tr_norm *n, const double *x, double *in)
{
    if (m->config.pre_norm)
        plain_norm(m, n, x, in);
    else
        memcpy(in, x, m->config.d_model * sizeof *in);
}

void plain_block_output(const tr_nmt *m, const tr_norm *n, const double *y, double *x)
{
    for (size_t i = 0; i < m->config.d_model; i++)
        x[i] += y[i];
    if (!m->config.pre_norm) plain_norm(m, n, x, x);
}

void plain_attend(const tr_nmt *m, const double *q, const row_of_d *k, const row_of_d *v, size_t n,
                  weights_of_head *p, double *out)
{
    const size_t heads = m->config.heads, d = m->config.d_model / heads;

    for (size_t h = 0; h < heads; h++) {
        double largest = -INFINITY, sum = 0;
        for (size_t j = 0; j < n; j++) {
            p[h][j] = 0;
            for (size_t i = h * d; i < (h + 1) * d; i++)
                p[h][j] += q[i] * k[j][i] / sqrt((double)d);
            largest = fmax(largest, p[h][j]);
        }
        for (size_t j = 0; j < n; j++)
            sum += p[h][j] = exp(p[h][j] - largest);
        for (size_t i = h * d; i < (h + 1) * d; i++)
            out[i] = 0;
        for (size_t j = 0; j < n; j++) {
            p[h][j] /= sum;
            for (size_t i = h * d; i < (h + 1) * d; i++)
                out[i] += p[h][j] * v[j][i];
        }
    }
}

void plain_project_self(const tr_nmt *m, const tr_attention *a, const double *x, double *q,
                        double *k, double *v)
{
    const size_t d = m->config.d_model;
    row_of_d in;

    plain_block_input(m, &a->norm, x, in);
    if (a->qkv.weight) {
        plain_linear(m, &a->qkv, 0, d, in, q);
        plain_linear(m, &a->qkv, d, 2 * d, in, k);
        plain_linear(m, &a->qkv, 2 * d, 3 * d, in, v);
    } else {
        const double *raw = m->config.norm_query_only ? x : in;
        plain_linear(m, &a->q, 0, d, in, q);
        plain_linear(m, &a->kv, 0, d, raw, k);
        plain_linear(m, &a->kv, d, 2 * d, raw, v);
    }
}

void plain_feed_forward(const tr_nmt *m, const tr_layer *l, double *x)
{
    static double hidden[MAX_FFN];
    row_of_d in, y;

    plain_block_input(m, &l->ffn_norm, x, in);
    plain_linear(m, &l->up, 0, l->up.n_out, in, hidden);
    for (size_t i = 0; i < l->up.n_out; i++)
        hidden[i] = activation(m->config.activation, hidden[i]);
    plain_linear(m, &l->down, 0, l->down.n_out, hidden, y);
    plain_block_output(m, &l->ffn_norm, y, x);
}

void plain_embed(const tr_nmt *m, const tr_matrix *e, const tr_norm *n, const float *position,
                 int32_t id, double *x)
{
    for (size_t i = 0; i < m->config.d_model; i++)
        x[i] = (id < 0 ? 0 : entry(m, e, (size_t)id, i) * (double)m->config.embedding_scale) +
               (double)position[i];
    if (n->gain) plain_norm(m, n, x, x);
}

/* Head 1 of layer 0, as the second token uses it. */
static void note_head(const transformer *t, const double *heads)
{
    const size_t d = t->m->config.d_model / t->m->config.heads;
    double product[MAX_ROWS];

    for (size_t j = 0; j < t->n; j++) {
        product[j] = 0;
        for (size_t i = d; i < 2 * d; i++)
            product[j] += t->q[1][i] * t->k[j][i] / sqrt((double)d);
    }
    note("query", t->q[1] + d, 4);
    note("key", t->k[2] + d, 4);
    note("product", product, t->n);
    note("weights", t->encoder[0][1][1], t->n);
    note("head", heads + d, 4);
}

void plain_encode(transformer *t, const int32_t *ids)
{
    const tr_nmt *m = t->m;
    const size_t d = m->config.d_model;
    row_of_d heads, out;

    for (size_t r = 0; r < t->n; r++)
        plain_embed(m, &m->weights.source_embedding, &m->weights.encoder_embedding_norm,
                    m->weights.source_positions + r * d, ids[r], t->x[r]);
    for (size_t i = 0; i < 4; i++)
        heads[i] = (double)m->weights.source_positions[d + i];
    note("position", heads, 4);
    note("embedded", t->x[1], 4);
    for (size_t l = 0; l < m->config.n_encoder_layers; l++) {
        const tr_layer *layer = &m->weights.encoder[l];
        for (size_t r = 0; r < t->n; r++)
            plain_project_self(m, &layer->self, t->x[r], t->q[r], t->k[r], t->v[r]);
        for (size_t r = 0; r < t->n; r++) {
            plain_attend(m, t->q[r], t->k, t->v, t->n, t->encoder[l][r], heads);
            if (l == 0 && r == 1) note_head(t, heads);
            plain_linear(m, &layer->self.out, 0, d, heads, out);
            plain_block_output(m, &layer->self.norm, out, t->x[r]);
            if (l == 0 && r == 1) note("normed", t->x[r], 4);
            plain_feed_forward(m, layer, t->x[r]);
            if (l == 0 && r == 1) note("layer", t->x[r], 4);
        }
    }
    for (size_t r = 0; r < t->n; r++) {
        if (m->weights.encoder_norm.gain) plain_norm(m, &m->weights.encoder_norm, t->x[r], t->x[r]);
        for (size_t l = 0; l < m->config.n_decoder_layers; l++) {
            const tr_matrix *kv = &m->weights.decoder[l].cross.kv;
            plain_linear(m, kv, 0, d, t->x[r], t->source_k[l][r]);
            plain_linear(m, kv, d, 2 * d, t->x[r], t->source_v[l][r]);
        }
    }
}

static void own_past(transformer *t, size_t l, size_t step)
{
    const tr_nmt *m = t->m;
    const size_t d = m->config.d_model;
    const tr_layer *layer = &m->weights.decoder[l];
    row_of_d a, b, out;

    if (m->config.ssru) {
        plain_block_input(m, &layer->ssru_norm, t->y, out);
        plain_linear(m, &layer->ssru, 0, d, out, a);
        plain_linear(m, &layer->ssru, d, 2 * d, out, b);
        for (size_t i = 0; i < d; i++) {
            const double forget = activation(TR_SIGMOID, b[i]);
            t->state[l][i] = (step ? forget * t->state[l][i] : 0) + (1 - forget) * a[i];
            out[i] = fmax(t->state[l][i], 0);
        }
        plain_block_output(m, &layer->ssru_norm, out, t->y);
        return;
    }
    plain_project_self(m, &layer->self, t->y, a, t->past_k[l][step], t->past_v[l][step]);
    plain_attend(m, a, t->past_k[l], t->past_v[l], step + 1, t->self[l][step], b);
    plain_linear(m, &layer->self.out, 0, d, b, out);
    plain_block_output(m, &layer->self.norm, out, t->y);
}

double plain_decode(transformer *t, size_t step, int32_t previous, int32_t next)
{
    const tr_nmt *m = t->m;
    const size_t d = m->config.d_model, vocab = m->config.target_vocab;
    double sum = 0, logit, wanted = 0;
    row_of_d in, q, heads, out;

    plain_embed(m, &m->weights.target_embedding, &m->weights.decoder_embedding_norm,
                m->weights.target_positions + step * d, previous, t->y);
    for (size_t l = 0; l < m->config.n_decoder_layers; l++) {
        const tr_layer *layer = &m->weights.decoder[l];
        own_past(t, l, step);
        plain_block_input(m, &layer->cross.norm, t->y, in);
        plain_linear(m, &layer->cross.q, 0, d, in, q);
        plain_attend(m, q, t->source_k[l], t->source_v[l], t->n, t->cross[l][step], heads);
        plain_linear(m, &layer->cross.out, 0, d, heads, out);
        plain_block_output(m, &layer->cross.norm, out, t->y);
        plain_feed_forward(m, layer, t->y);
    }
    if (m->weights.decoder_norm.gain) plain_norm(m, &m->weights.decoder_norm, t->y, t->y);
    if (step == 3) note("past", t->self[0][step][0], step + 1);
    if (step == 3) note("cross", t->cross[m->config.n_decoder_layers - 1][step][0], t->n);
    if (step == 3) note("state", t->y, 4);
    for (size_t id = 0; id < vocab; id++) {
        plain_linear(m, &m->weights.output, id, id + 1, t->y, &logit);
        sum += exp(logit);
        if (id == (size_t)next) wanted = logit;
    }
    return wanted - log(sum);
}
