#include "network/layer.h"

#include <assert.h>

#include "kernels/quant.h"

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

static size_t max_ffn(const tr_nmt *m)
{
    return larger(m->config.encoder_ffn, m->config.decoder_ffn);
}

static size_t row_bytes(size_t width)
{
    return (width + TR_ROW_ALIGN - 1) / TR_ROW_ALIGN * TR_ROW_ALIGN;
}

static size_t max_row_bytes(const tr_nmt *m)
{
    return row_bytes(larger(m->config.d_model, max_ffn(m)));
}

tr_heads tr_compute_heads(const tr_nmt *m, bool int8_activations)
{
    return (tr_heads){m->config.heads, m->config.d_model / m->config.heads,
                      int8_activations && m->config.int8};
}

/* Of each of a team, in whole cache lines. */
static size_t attention_size(const tr_heads *heads, size_t max_positions)
{
    const size_t line = 64 / sizeof(float);
    return (tr_attend_work(heads, max_positions) + line - 1) / line * line;
}

size_t tr_compute_size(const tr_nmt *m, bool int8_activations, size_t max_rows,
                       size_t max_positions)
{
    const size_t d = m->config.d_model;
    const tr_heads heads = tr_compute_heads(m, int8_activations);
    return 2 * tr_arena_need(max_rows, d * sizeof(float)) +
           tr_arena_need(max_rows, 3 * d * sizeof(float)) +
           tr_arena_need(TR_TEAM_MOST * TR_FFN_ROWS, max_ffn(m) * sizeof(float)) +
           tr_arena_need(max_rows, 2 * tr_row_bytes(&heads)) +
           tr_arena_need(TR_TEAM_MOST * attention_size(&heads, max_positions), sizeof(float)) +
           tr_arena_need(max_rows, max_row_bytes(m)) + tr_arena_need(max_rows, sizeof(float));
}

void tr_compute_init(tr_compute *c, tr_arena *a, const tr_nmt *m, const tr_kernels *k,
                     bool int8_activations, size_t max_rows, size_t max_positions)
{
    const size_t d = m->config.d_model;
    *c = (tr_compute){.m = m,
                      .k = *k,
                      .int8_activations = int8_activations && m->config.int8,
                      .max_rows = max_rows};
    c->x = TR_TAKE(a, float, (max_rows * d));
    c->y = TR_TAKE(a, float, (max_rows * d));
    c->wide = TR_TAKE(a, float, (max_rows * 3 * d));
    c->hidden = TR_TAKE(a, float, (TR_TEAM_MOST * TR_FFN_ROWS * max_ffn(m)));
    c->heads = tr_compute_heads(m, int8_activations);
    c->rows = TR_TAKE(a, char, (max_rows * 2 * tr_row_bytes(&c->heads)));
    c->attention_size = attention_size(&c->heads, max_positions);
    c->attention = TR_TAKE(a, float, (TR_TEAM_MOST * c->attention_size));
    c->q = TR_TAKE(a, int8_t, (max_rows * max_row_bytes(m)));
    c->q_scale = TR_TAKE(a, float, max_rows);
}

/* One of a team's view of c: rows first .. first + n - 1. */
static tr_compute part_of(const tr_compute *c, size_t member, size_t first, size_t n)
{
    const size_t d = c->m->config.d_model;
    tr_compute part = *c;
    part.team = NULL;
    part.max_rows = n;
    part.x += first * d;
    part.y += first * d;
    part.wide += first * 3 * d;
    part.rows += first * 2 * tr_row_bytes(&c->heads);
    part.hidden += member * TR_FFN_ROWS * max_ffn(c->m);
    part.attention += member * c->attention_size;
    part.q += first * max_row_bytes(c->m);
    part.q_scale += first;
    return part;
}

typedef struct shared_rows {
    const tr_compute *c;
    size_t n_rows, each;
    tr_rows_work *work;
    void *ctx;
} shared_rows;

static void rows_share(void *ctx, size_t i)
{
    const shared_rows *s = ctx;
    const size_t first = i * s->each, rest = s->n_rows - first;
    const size_t n = rest < s->each ? rest : s->each;
    tr_compute part = part_of(s->c, i, first, n);
    s->work(s->ctx, &part, first, n);
}

void tr_share_rows(tr_compute *c, size_t n_rows, size_t least, tr_rows_work *work, void *ctx)
{
    const size_t members = tr_team_size(c->team);
    shared_rows s = {c, n_rows, (n_rows + members - 1) / members, work, ctx};

    if (members > 1 && s.each >= least)
        tr_team_run(c->team, (n_rows + s.each - 1) / s.each, rows_share, &s);
    else
        work(ctx, c, 0, n_rows);
}

void tr_prepare(tr_compute *c, const float *x, size_t stride, size_t n_rows, size_t width)
{
    assert(n_rows <= c->max_rows && row_bytes(width) <= max_row_bytes(c->m));
    c->p = x;
    c->p_stride = stride;
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
    else if (c->m->config.int8)
        c->k.product_f32_s8(c->p, c->p_stride, c->n_rows, w, first, last, y, y_stride);
    else
        c->k.product_f32(c->p, c->p_stride, c->n_rows, w, first, last, y, y_stride);
}

tr_compute tr_some_rows(const tr_compute *c, size_t first, size_t n)
{
    tr_compute some = *c;
    assert(first + n <= c->n_rows);
    some.q += first * row_bytes(c->width);
    some.q_scale += first;
    some.p += first * c->p_stride;
    some.n_rows = n;
    return some;
}

/* A product cut into shares of its outputs. */
typedef struct shared_product {
    const tr_compute *c;
    const tr_matrix *w;
    float *y;
    size_t y_stride, share;
    bool activate;
} shared_product;

static void product_share(void *ctx, size_t i)
{
    const shared_product *s = ctx;
    const tr_compute *c = s->c;
    const size_t first = i * s->share, rest = s->w->n_out - first;
    const size_t n = rest < s->share ? rest : s->share;

    tr_product(c, s->w, first, first + n, s->y + first, s->y_stride);
    for (size_t r = 0; s->activate && r < c->n_rows; r++)
        c->k.activate(c->m->config.activation, s->y + r * s->y_stride + first, n);
}

/* How many outputs to take at once: shares that keep a team busy, if they are worth its time. */
static size_t share_of(const tr_compute *c, const tr_matrix *w)
{
    enum { WIDTH = 4 * TR_BLOCK, ROWS = 4 }; /* up to so many rows, reading weights is the work */
    const size_t worth_sharing = 1 << 19;    /* multiplications */
    const size_t n_rows = c->n_rows > ROWS ? c->n_rows : ROWS;
    const size_t n_shares = 2 * tr_team_size(c->team), n_tiles = (w->n_out + WIDTH - 1) / WIDTH;

    if (n_shares == 2 || n_rows * w->n_in * w->n_out < worth_sharing) return w->n_out;
    return (n_tiles + n_shares - 1) / n_shares * WIDTH;
}

/* All outputs for the prepared rows. */
static void product_all(const tr_compute *c, const tr_matrix *w, float *y, size_t y_stride,
                        bool activate)
{
    shared_product s = {c, w, y, y_stride, share_of(c, w), activate};
    tr_team_run(c->team, (w->n_out + s.share - 1) / s.share, product_share, &s);
}

void tr_linear(tr_compute *c, const tr_matrix *w, const float *x, size_t stride, size_t n_rows,
               float *y, size_t y_stride)
{
    tr_prepare(c, x, stride, n_rows, w->n_in);
    product_all(c, w, y, y_stride, false);
}

void tr_norm_rows(const tr_compute *c, const tr_norm *norm, const float *x, const float *residual,
                  size_t n_rows, float *y)
{
    const size_t d = c->m->config.d_model;
    for (size_t r = 0; r < n_rows; r++)
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

void tr_embed(const tr_nmt *m, const tr_matrix *embedding, int32_t id, const float *position,
              float *y)
{
    const size_t d = m->config.d_model, row = (size_t)id;

    if (id < 0) {
        for (size_t k = 0; k < d; k++)
            y[k] = position[k];
    } else if (m->config.int8) {
        const int8_t *w = embedding->weight;
        const float scale = embedding->scale[row] * m->config.embedding_scale;
        for (size_t k = 0; k < d; k++)
            y[k] = (float)w[tr_packed_s8_at(d, row, k)] * scale + position[k];
    } else {
        const float *w = embedding->weight;
        for (size_t k = 0; k < d; k++)
            y[k] = w[tr_packed_f32_at(d, row, k)] * m->config.embedding_scale + position[k];
    }
}

void tr_ffn(tr_compute *c, const tr_layer *layer, size_t n_rows)
{
    const tr_nmt *m = c->m;
    const size_t d = m->config.d_model, ffn = layer->up.n_out;
    const float *input = tr_block_input(c, &layer->ffn_norm, n_rows);

    for (size_t r = 0; r < n_rows; r += TR_FFN_ROWS) {
        const size_t n = n_rows - r < TR_FFN_ROWS ? n_rows - r : TR_FFN_ROWS;
        tr_prepare(c, input + r * d, d, n, d);
        product_all(c, &layer->up, c->hidden, ffn, true);
        tr_linear(c, &layer->down, c->hidden, ffn, n, c->y + r * d, d);
    }
    tr_block_output(c, &layer->ffn_norm, c->y, n_rows);
}
