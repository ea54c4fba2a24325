#include "float64.h"

#include <math.h>
#include <string.h>

/* y [n_out] = x W^T + b. */
static void linear(const tr_parameters *p, const tr_dense *a, const double *x, double *y)
{
    for (size_t o = 0; o < a->n_out; o++) {
        y[o] = a->bias == TR_NO_BIAS ? 0 : (double)p->w[a->bias + o];
        for (size_t k = 0; k < a->n_in; k++)
            y[o] += (double)p->w[a->weight + o * a->n_in + k] * x[k];
    }
}

static void norm(const tr_parameters *p, const tr_layer_norm *g, const double *x, double *y)
{
    const size_t d = p->shape.d_model;
    double mean = 0, variance = 0;

    for (size_t i = 0; i < d; i++)
        mean += x[i] / (double)d;
    for (size_t i = 0; i < d; i++)
        variance += (x[i] - mean) * (x[i] - mean) / (double)d;
    for (size_t i = 0; i < d; i++)
        y[i] =
            (x[i] - mean) / sqrt(variance + (double)p->shape.epsilon) * (double)p->w[g->gain + i] +
            (double)p->w[g->bias + i];
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

static void block_input(const tr_parameters *p, const tr_layer_norm *g, const double *x, double *in)
{
    if (p->shape.pre_norm)
        norm(p, g, x, in);
    else
        memcpy(in, x, p->shape.d_model * sizeof *in);
}

static void block_output(const tr_parameters *p, const tr_layer_norm *g, const double *y, double *x)
{
    for (size_t i = 0; i < p->shape.d_model; i++)
        x[i] += y[i];
    if (!p->shape.pre_norm) norm(p, g, x, x);
}

/* ---- Attention ---- */

/* One head: d numbers of a query and of a key, and the score's own parameters, w. */
static double score(int kind, const double *q, const double *k, size_t d, const float *w)
{
    double sum = 0, q_length = 0, k_length = 0;

    for (size_t i = 0; i < d; i++) {
        q_length += q[i] * q[i];
        k_length += k[i] * k[i];
        if (kind == TR_ADDITIVE)
            sum += (double)w[i] * tanh(q[i] + k[i]);
        else if (kind == TR_GENERAL)
            for (size_t j = 0; j < d; j++)
                sum += q[i] * (double)w[i * d + j] * k[j];
        else
            sum += q[i] * k[i];
    }
    if (kind == TR_SCALED_DOT) return sum / sqrt((double)d);
    if (kind == TR_COSINE) return exp((double)w[0]) * sum / sqrt(q_length * k_length);
    return sum;
}

/* out [heads * d_value] of a query over n keys and values; weight [heads] is kept. */
static void attend(const tr_parameters *p, const tr_attention_block *b, bool cross, const double *q,
                   const float64_row *k, const float64_row *v, size_t n,
                   double (*weight)[FLOAT64_ROWS], double *out)
{
    const tr_shape *const s = &p->shape;
    const tr_head_widths d = tr_shape_head(s, cross);
    const int kind = tr_shape_score(s, cross);
    const size_t n_own = tr_score_parameters(kind, 1, d.key);

    for (size_t h = 0; h < s->heads; h++) {
        double *const e = weight[h];
        double most = -INFINITY, sum = 0;
        for (size_t j = 0; j < n; j++) {
            if (kind == TR_LOCATION)
                e[j] = j < s->n_places ? q[h * d.query + j] : -INFINITY;
            else
                e[j] = score(kind, q + h * d.key, k[j] + h * d.key, d.key,
                             p->w + b->score + h * n_own);
            most = fmax(most, e[j]);
        }
        for (size_t j = 0; j < n; j++)
            sum += e[j] = exp(e[j] - most);
        for (size_t j = 0; j < n; j++)
            e[j] /= sum;
        for (size_t i = 0; i < d.value; i++) {
            out[h * d.value + i] = 0;
            for (size_t j = 0; j < n; j++)
                out[h * d.value + i] += e[j] * v[j][h * d.value + i];
        }
    }
}

/* Rows of what is attended to become keys and values. */
static void keys_values(const tr_parameters *p, const tr_dense *kv, size_t n_key, const double *x,
                        double *k, double *v)
{
    float64_row both;
    linear(p, kv, x, both);
    memcpy(k, both, n_key * sizeof *k);
    memcpy(v, both + n_key, (kv->n_out - n_key) * sizeof *v);
}

static void self_attention(float64_network *net, size_t l, bool decoder, float64_row *x, size_t n)
{
    static float64_row q[FLOAT64_ROWS], k[FLOAT64_ROWS], v[FLOAT64_ROWS];
    const tr_parameters *const p = net->p;
    const tr_attention_block *const b = &(decoder ? p->decoder : p->encoder)[l].self;
    const int kind = decoder ? TR_DECODER_SELF : TR_ENCODER_SELF;
    const tr_head_widths all = tr_shape_heads(&p->shape, false);
    float64_row in, out;

    for (size_t r = 0; r < n; r++) {
        block_input(p, &b->norm, x[r], in);
        if (b->qkv.n_out) {
            linear(p, &b->qkv, in, q[r]);
            memcpy(k[r], q[r] + all.query, all.key * sizeof **k);
            memcpy(v[r], q[r] + all.query + all.key, all.value * sizeof **v);
        } else {
            linear(p, &b->q, in, q[r]);
            keys_values(p, &b->kv, all.key, p->shape.norm_query_only ? x[r] : in, k[r], v[r]);
        }
    }
    for (size_t r = 0; r < n; r++) {
        attend(p, b, false, q[r], k, v, decoder ? r + 1 : n, net->weight[kind][l][r], in);
        linear(p, &b->out, in, out);
        block_output(p, &b->norm, out, x[r]);
    }
}

static void cross_attention(float64_network *net, size_t l, float64_row *x, size_t n)
{
    static float64_row k[FLOAT64_ROWS], v[FLOAT64_ROWS];
    const tr_parameters *const p = net->p;
    const tr_attention_block *const b = &p->decoder[l].cross;
    float64_row in, q, out;

    for (size_t j = 0; j < net->n; j++)
        keys_values(p, &b->kv, tr_shape_heads(&p->shape, true).key, net->memory[j], k[j], v[j]);
    for (size_t r = 0; r < n; r++) {
        block_input(p, &b->norm, x[r], in);
        linear(p, &b->q, in, q);
        attend(p, b, true, q, k, v, net->n, net->weight[TR_CROSS][l][r], in);
        linear(p, &b->out, in, out);
        block_output(p, &b->norm, out, x[r]);
    }
}

/* ---- The other blocks ---- */

/* c = f c + (1 - f) W x, f = sigmoid(W_f x + b_f) (Kim et al. 2019). */
static void ssru(const tr_parameters *p, const tr_train_layer *layer, float64_row *x, size_t n)
{
    const size_t d = p->shape.d_model;
    float64_row in, wide, state = {0};

    for (size_t r = 0; r < n; r++) {
        block_input(p, &layer->ssru_norm, x[r], in);
        linear(p, &layer->ssru, in, wide);
        for (size_t i = 0; i < d; i++) {
            const double forget = activation(TR_SIGMOID, wide[d + i]);
            state[i] = forget * state[i] + (1 - forget) * wide[i];
            in[i] = fmax(state[i], 0);
        }
        block_output(p, &layer->ssru_norm, in, x[r]);
    }
}

static void feed_forward(const tr_parameters *p, const tr_train_layer *layer, float64_row *x,
                         size_t n)
{
    float64_row in, hidden, y;

    for (size_t r = 0; r < n; r++) {
        block_input(p, &layer->ffn_norm, x[r], in);
        linear(p, &layer->up, in, hidden);
        for (size_t i = 0; i < layer->up.n_out; i++)
            hidden[i] = activation(p->shape.activation, hidden[i]);
        linear(p, &layer->down, hidden, y);
        block_output(p, &layer->ffn_norm, y, x[r]);
    }
}

/* id -1: nothing but a position. */
static void embed(const float64_network *net, size_t table, int32_t id, size_t position, double *x)
{
    const tr_parameters *const p = net->p;
    const size_t d = p->shape.d_model;
    const double scale = p->shape.learned_positions ? 1 : sqrt((double)d);
    const float *at = (net->positions ? net->positions : p->w + p->positions[0]) + position * d;

    for (size_t i = 0; i < d; i++)
        x[i] = (id < 0 ? 0 : (double)p->w[table + (size_t)id * d + i] * scale) + (double)at[i];
}

/* ---- The network ---- */

void float64_read(float64_network *net, const int32_t *ids, size_t n)
{
    const tr_parameters *const p = net->p;

    net->n = n;
    for (size_t r = 0; r < n; r++)
        embed(net, p->source_table, ids[r], r, net->memory[r]);
    for (size_t l = 0; l < p->shape.n_encoder_layers; l++) {
        self_attention(net, l, false, net->memory, n);
        feed_forward(p, &p->encoder[l], net->memory, n);
    }
    for (size_t r = 0; r < n && p->shape.pre_norm; r++)
        norm(p, &p->encoder_top, net->memory[r], net->memory[r]);
}

/* The decoder's rows x [n + 1], of the start and of ids [n], each after those before it. */
static void decode(float64_network *net, const int32_t *ids, size_t n, float64_row *x)
{
    const tr_parameters *const p = net->p;

    for (size_t r = 0; r <= n; r++)
        embed(net, p->target_table, r ? ids[r - 1] : -1, r, x[r]);
    for (size_t l = 0; l < p->shape.n_decoder_layers; l++) {
        const tr_train_layer *layer = &p->decoder[l];
        if (p->shape.ssru)
            ssru(p, layer, x, n + 1);
        else
            self_attention(net, l, true, x, n + 1);
        cross_attention(net, l, x, n + 1);
        feed_forward(p, layer, x, n + 1);
    }
    for (size_t r = 0; r <= n && p->shape.pre_norm; r++)
        norm(p, &p->decoder_top, x[r], x[r]);
}

void float64_ask(void *network, const int32_t *ids, size_t n, float *logits)
{
    static float64_row x[FLOAT64_ROWS];
    float64_network *const net = network;
    float64_row y;

    decode(net, ids, n, x);
    linear(net->p, &net->p->output, x[n], y);
    for (size_t v = 0; v < net->p->output.n_out; v++)
        logits[v] = (float)y[v];
}

double float64_loss(float64_network *net, const int32_t *target, size_t n, double smoothing)
{
    static float64_row x[FLOAT64_ROWS];
    const size_t vocab = net->p->output.n_out;
    double loss = 0;
    float64_row y;

    decode(net, target, n - 1, x);
    for (size_t r = 0; r < n; r++) {
        double sum = 0, mean = 0;
        linear(net->p, &net->p->output, x[r], y);
        for (size_t v = 0; v < vocab; v++) {
            sum += exp(y[v]);
            mean += y[v] / (double)vocab;
        }
        loss += log(sum) - (1 - smoothing) * y[target[r]] - smoothing * mean;
    }
    return loss;
}
