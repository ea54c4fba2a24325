#include "layer.h"

#include <assert.h>

#include "kernels/quant.h"

static size_t row_bytes(size_t width)
{
    return (width + TR_ROW_ALIGN - 1) / TR_ROW_ALIGN * TR_ROW_ALIGN;
}

size_t tr_compute_size(size_t max_rows, size_t max_width)
{
    return tr_arena_need(max_rows, row_bytes(max_width)) + tr_arena_need(max_rows, sizeof(float));
}

void tr_compute_init(tr_compute *c, tr_arena *a, size_t max_rows, size_t max_width)
{
    c->max_rows = max_rows;
    c->max_width = max_width;
    c->q = TR_TAKE(a, int8_t, max_rows * row_bytes(max_width));
    c->q_scale = TR_TAKE(a, float, max_rows);
}

void tr_prepare(tr_compute *c, const float *x, size_t stride, size_t n_rows, size_t width)
{
    assert(n_rows <= c->max_rows && width <= c->max_width);
    c->x = x;
    c->x_stride = stride;
    c->n_rows = n_rows;
    c->width = width;
    if (!c->int8_activations) return;
    for (size_t r = 0; r < n_rows; r++)
        c->k.quantize(x + r * stride, width, c->q + r * row_bytes(width), &c->q_scale[r]);
}

void tr_product(const tr_compute *c, const tr_matrix *w, size_t first, size_t last, float *y,
                size_t y_stride)
{
    assert(w->n_in == c->width);
    if (c->int8_activations)
        c->k.product_s8(c->q, row_bytes(c->width), c->q_scale, c->n_rows, w, first, last, y,
                        y_stride);
    else if (c->int8_weights)
        c->k.product_f32_s8(c->x, c->x_stride, c->n_rows, w, first, last, y, y_stride);
    else
        c->k.product_f32(c->x, c->x_stride, c->n_rows, w, first, last, y, y_stride);
}

void tr_linear(tr_compute *c, const tr_matrix *w, const float *x, size_t stride, size_t n_rows,
               float *y, size_t y_stride)
{
    tr_prepare(c, x, stride, n_rows, w->n_in);
    tr_product(c, w, 0, w->n_out, y, y_stride);
}

void tr_norm_rows(const tr_compute *c, const tr_nmt *m, const tr_norm *norm, const float *x,
                  const float *residual, size_t n_rows, float *y)
{
    const size_t d = m->d_model;
    for (size_t r = 0; r < n_rows; r++)
        c->k.norm(x + r * d, residual ? residual + r * d : NULL, norm->gain, norm->bias, m->epsilon,
                  d, y + r * d);
}

void tr_add(float *x, const float *y, size_t n)
{
    for (size_t i = 0; i < n; i++)
        x[i] += y[i];
}

void tr_embed(const tr_nmt *m, const tr_matrix *embedding, int32_t id, const float *position,
              float *y)
{
    const size_t d = m->d_model, row = (size_t)id;

    if (id < 0) {
        for (size_t k = 0; k < d; k++)
            y[k] = position[k];
    } else if (m->int8) {
        const int8_t *w = embedding->weight;
        const float scale = embedding->scale[row] * m->embedding_scale;
        for (size_t k = 0; k < d; k++)
            y[k] = (float)w[tr_packed_s8_at(d, row, k)] * scale + position[k];
    } else {
        const float *w = embedding->weight;
        for (size_t k = 0; k < d; k++)
            y[k] = w[tr_packed_f32_at(d, row, k)] * m->embedding_scale + position[k];
    }
}

void tr_ffn(tr_compute *c, const tr_nmt *m, const tr_layer *layer, float *x, size_t n_rows,
            float *hidden, float *y)
{
    const size_t d = m->d_model, ffn = layer->up.n_out;

    if (m->pre_norm) tr_norm_rows(c, m, &layer->ffn_norm, x, NULL, n_rows, y);
    const float *input = m->pre_norm ? y : x;
    for (size_t r = 0; r < n_rows; r += TR_FFN_ROWS) {
        const size_t n = n_rows - r < TR_FFN_ROWS ? n_rows - r : TR_FFN_ROWS;
        tr_linear(c, &layer->up, input + r * d, d, n, hidden, ffn);
        c->k.activate(m->activation, hidden, n * ffn);
        tr_linear(c, &layer->down, hidden, ffn, n, y + r * d, d);
    }
    if (m->pre_norm)
        tr_add(x, y, n_rows * d);
    else
        tr_norm_rows(c, m, &layer->ffn_norm, y, x, n_rows, x);
}
