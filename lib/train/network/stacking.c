#include "train/network/stacking.h"

#include <string.h>

int tr_stacking_check(const tr_shape *from, const tr_shape *to, tr_error *err)
{
    if (to->d_model != from->d_model || to->heads != from->heads)
        return tr_fail(err, TR_EINVAL, "a model of width %zu with %zu heads keeps both",
                       from->d_model, from->heads);
    if (to->n_encoder_layers < from->n_encoder_layers ||
        to->n_decoder_layers < from->n_decoder_layers)
        return tr_fail(err, TR_EINVAL, "a model of %zu+%zu layers has no fewer afterwards",
                       from->n_encoder_layers, from->n_decoder_layers);
    if (from->ssru && to->n_decoder_layers != from->n_decoder_layers)
        return tr_fail(err, TR_EINVAL, "a decoder with SSRUs keeps its %zu layers",
                       from->n_decoder_layers);
    if (to->encoder_ffn < from->encoder_ffn || to->decoder_ffn < from->decoder_ffn)
        return tr_fail(err, TR_EINVAL,
                       "a feed-forward network of %zu units has no fewer afterwards",
                       to->encoder_ffn < from->encoder_ffn ? from->encoder_ffn : from->decoder_ffn);
    return 0;
}

typedef struct growth {
    tr_parameters *to;
    const tr_parameters *from;
} growth;

/* Copies a dense map.  Rows that `from` lacks stay as they are; columns that it lacks become 0. */
static void take_dense(const growth *g, const tr_dense *to, const tr_dense *from)
{
    float *w = g->to->w + to->weight;
    const float *old = g->from->w + from->weight;

    for (size_t i = 0; i < from->n_out; i++) {
        memcpy(w + i * to->n_in, old + i * from->n_in, from->n_in * sizeof *w);
        memset(w + i * to->n_in + from->n_in, 0, (to->n_in - from->n_in) * sizeof *w);
    }
    if (to->bias != TR_NO_BIAS)
        memcpy(g->to->w + to->bias, g->from->w + from->bias, from->n_out * sizeof *w);
}

static void silence_dense(const growth *g, const tr_dense *to)
{
    memset(g->to->w + to->weight, 0, to->n_out * to->n_in * sizeof *g->to->w);
    memset(g->to->w + to->bias, 0, to->n_out * sizeof *g->to->w);
}

static void take_norm(const growth *g, tr_layer_norm to, tr_layer_norm from)
{
    const size_t size = g->to->shape.d_model * sizeof *g->to->w;
    memcpy(g->to->w + to.gain, g->from->w + from.gain, size);
    memcpy(g->to->w + to.bias, g->from->w + from.bias, size);
}

/* Makes a norm give rows of mean 0 and variance 1. */
static void plain_norm(const growth *g, tr_layer_norm to)
{
    for (size_t i = 0; i < g->to->shape.d_model; i++) {
        g->to->w[to.gain + i] = 1;
        g->to->w[to.bias + i] = 0;
    }
}

static void take_attention(const growth *g, const tr_attention_block *to,
                           const tr_attention_block *from)
{
    if (from->qkv.n_out) {
        take_dense(g, &to->qkv, &from->qkv);
    } else {
        take_dense(g, &to->q, &from->q);
        take_dense(g, &to->kv, &from->kv);
    }
    take_dense(g, &to->out, &from->out);
    take_norm(g, to->norm, from->norm);
    memcpy(g->to->w + to->score, g->from->w + from->score, from->n_score * sizeof *g->to->w);
}

static void take_layer(const growth *g, const tr_train_layer *to, const tr_train_layer *from)
{
    if (from->ssru.n_out) {
        take_dense(g, &to->ssru, &from->ssru);
        take_norm(g, to->ssru_norm, from->ssru_norm);
    } else {
        take_attention(g, &to->self, &from->self);
    }
    if (from->cross.out.n_out) take_attention(g, &to->cross, &from->cross);
    take_dense(g, &to->up, &from->up);
    take_dense(g, &to->down, &from->down);
    take_norm(g, to->ffn_norm, from->ffn_norm);
}

/* Makes a layer return its input, which has to be normal if norms come after blocks. */
static void silence_layer(const growth *g, const tr_train_layer *to)
{
    const bool attends = to->self.out.n_out, crosses = to->cross.out.n_out;

    if (attends) silence_dense(g, &to->self.out);
    if (crosses) silence_dense(g, &to->cross.out);
    silence_dense(g, &to->down);
    if (g->to->shape.pre_norm) return;
    if (attends) plain_norm(g, to->self.norm);
    if (crosses) plain_norm(g, to->cross.norm);
}

/* Copies layer `from` and adds n - 1 that change nothing.  With norms after blocks, the last layer
 * gets the gain of the last norm of `from`; up to there rows stay normal, and normalising such a
 * row once more leaves it as it is. */
static void grow_layer(const growth *g, const tr_train_layer *to, size_t n,
                       const tr_train_layer *from)
{
    for (size_t i = 0; i < n; i++) {
        take_layer(g, &to[i], from);
        if (i > 0) silence_layer(g, &to[i]);
        if (i + 1 < n && !g->to->shape.pre_norm) plain_norm(g, to[i].ffn_norm);
    }
}

/* Spreads n_from old layers over n_to; each old layer is the first of its share. */
static void grow_layers(const growth *g, const tr_train_layer *to, size_t n_to,
                        const tr_train_layer *from, size_t n_from)
{
    for (size_t i = 0; i < n_from; i++) {
        const size_t first = i * n_to / n_from, next = (i + 1) * n_to / n_from;
        grow_layer(g, &to[first], next - first, &from[i]);
    }
}

void tr_stacking_apply(tr_parameters *to, const tr_parameters *from)
{
    const growth g = {.to = to, .from = from};
    const tr_shape *s = &to->shape, *old = &from->shape;

    for (size_t i = 0; i < to->n_tensors; i++) {
        const tr_parameter_tensor *t = &to->tensors[i];
        const tr_parameter_tensor *same = tr_parameters_find(from, t->name);
        if (same && !strstr(t->name, ".blk."))
            memcpy(to->w + t->at, from->w + same->at, same->n_out * same->n_in * sizeof *to->w);
    }
    grow_layers(&g, to->encoder, s->n_encoder_layers, from->encoder, old->n_encoder_layers);
    grow_layers(&g, to->decoder, s->n_decoder_layers, from->decoder, old->n_decoder_layers);
    if (to->average) memcpy(to->average, to->w, to->n_floats * sizeof *to->w);
}
