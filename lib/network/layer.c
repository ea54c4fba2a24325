#include "network/layer.h"

#include "kernels/quant.h"

void tr_norm_rows(const tr_compute *c, const tr_norm *norm, const float *x, const float *residual,
                  size_t n_rows, float *y)
{
    const size_t d = c->m->config.d_model;
    for (size_t r = 0; c->m->config.rms_norm && r < n_rows; r++)
        c->k.rms_norm(x + r * d, residual ? residual + r * d : NULL, norm->gain,
                      c->m->config.epsilon, d, y + r * d);
    for (size_t r = 0; !c->m->config.rms_norm && r < n_rows; r++)
        c->k.norm(x + r * d, residual ? residual + r * d : NULL, norm->gain, norm->bias,
                  c->m->config.epsilon, d, y + r * d);
}

const float *tr_block_input(tr_compute *c, const tr_norm *norm, size_t n_rows)
{
    if (!c->m->config.pre_norm) return c->x;
    tr_norm_rows(c, norm, c->x, NULL, n_rows, c->y);
    return c->y;
}

void tr_block_output(tr_compute *c, const tr_norm *norm, const float *y, size_t n_rows)
{
    if (c->m->config.pre_norm) {
        for (size_t i = 0; i < n_rows * c->m->config.d_model; i++)
            c->x[i] += y[i];
    } else {
        tr_norm_rows(c, norm, y, c->x, n_rows, c->x);
    }
}

/* y [d] = a row of packed values * scale, + position [d]. */
static void embed_s8(const int8_t *packed, size_t row, float scale, const float *position, size_t d,
                     float *y)
{
    enum { PART = 512 };
    int8_t values[PART];
    for (size_t first = 0; first < d; first += PART) {
        const size_t n = d - first < PART ? d - first : PART;
        tr_unpack_s8(packed, d, row, first, n, values);
        for (size_t k = 0; k < n; k++)
            y[first + k] = (float)values[k] * scale;
        for (size_t k = 0; position && k < n; k++)
            y[first + k] += position[first + k];
    }
}

void tr_embed(const tr_nmt *m, const tr_matrix *embedding, int32_t id, const float *position,
              float *y)
{
    const size_t d = m->config.d_model, row = (size_t)id;

    if (id < 0) {
        for (size_t k = 0; k < d; k++)
            y[k] = position ? position[k] : 0;
    } else if (m->config.int8) {
        const float scale = embedding->scale[row] * m->config.embedding_scale;
        embed_s8(embedding->weight, row, scale, position, d, y);
    } else {
        const float *w = embedding->weight;
        for (size_t k = 0; k < d; k++)
            y[k] = w[tr_packed_f32_at(d, row, k)] * m->config.embedding_scale;
        for (size_t k = 0; position && k < d; k++)
            y[k] += position[k];
    }
}

/* What was activated is multiplied by the other half of the row. */
static void gate(float *hidden, size_t n_rows, size_t ffn)
{
    for (size_t r = 0; r < n_rows; r++, hidden += 2 * ffn)
        for (size_t i = 0; i < ffn; i++)
            hidden[i] *= hidden[ffn + i];
}

void tr_ffn(tr_compute *c, const tr_layer *layer, size_t n_rows)
{
    const tr_nmt *m = c->m;
    const size_t d = m->config.d_model, ffn = layer->down.n_in, width = layer->up.n_out;
    const float *input = tr_block_input(c, &layer->ffn_norm, n_rows);

    for (size_t r = 0; r < n_rows; r += TR_FFN_ROWS) {
        const size_t n = n_rows - r < TR_FFN_ROWS ? n_rows - r : TR_FFN_ROWS;
        const tr_rows rows = tr_prepare(c, input + r * d, d, n, d);
        tr_product_all(c, &rows, &layer->up, ffn, c->hidden, width);
        if (m->config.gated_ffn) gate(c->hidden, n, ffn);
        tr_linear(c, &layer->down, c->hidden, width, n, c->y + r * d, d);
    }
    tr_block_output(c, &layer->ffn_norm, c->y, n_rows);
}
