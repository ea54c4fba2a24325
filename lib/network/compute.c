#include "network/compute.h"
#include "base/order.h"

#include <assert.h>

static size_t max_ffn(const tr_nmt *m)
{
    return tr_larger(m->config.encoder_ffn, m->config.decoder_ffn);
}

/* Rows of values of all heads, or of a state. */
static size_t y_width(const tr_nmt *m)
{
    return tr_larger(m->config.d_model, m->config.heads * tr_config_head(&m->config, false).value);
}

/* Rows of queries, keys and values, or of an SSRU's results. */
static size_t wide_width(const tr_nmt *m)
{
    const tr_head_widths self = tr_config_head(&m->config, false),
                         cross = tr_config_head(&m->config, true);
    const size_t n =
        tr_larger(self.query + self.key, tr_larger(cross.query, cross.key)) + self.value;
    return tr_larger(3 * m->config.d_model, m->config.heads * n);
}

/* Hidden units of a row, and what gates them. */
static size_t max_hidden(const tr_nmt *m)
{
    return m->config.gated_ffn ? 2 * max_ffn(m) : max_ffn(m);
}

static size_t max_row_bytes(const tr_nmt *m)
{
    return tr_s8_stride(tr_larger(y_width(m), max_ffn(m)));
}

tr_heads tr_compute_heads(const tr_nmt *m, bool int8_activations, bool cross)
{
    const tr_head_widths w = tr_config_head(&m->config, cross);
    return (tr_heads){.n = m->config.heads,
                      .d_head = w.key,
                      .d_value = w.value,
                      .score = cross ? m->config.cross_score : m->config.self_score,
                      .n_places = m->config.n_places,
                      .half = int8_activations && m->config.int8};
}

/* Of each of a team, in whole cache lines. */
static size_t attention_size(const tr_heads heads[2], size_t max_positions)
{
    const size_t line = 64 / sizeof(float);
    const size_t work = tr_larger(tr_attend_work(&heads[false], max_positions),
                                  tr_attend_work(&heads[true], max_positions));
    return (work + line - 1) / line * line;
}

size_t tr_compute_size(const tr_nmt *m, bool int8_activations, size_t max_rows,
                       size_t max_positions)
{
    const tr_heads heads[] = {tr_compute_heads(m, int8_activations, false),
                              tr_compute_heads(m, int8_activations, true)};
    return tr_arena_need(max_rows, m->config.d_model * sizeof(float)) +
           tr_arena_need(max_rows, y_width(m) * sizeof(float)) +
           tr_arena_need(max_rows, wide_width(m) * sizeof(float)) +
           tr_arena_need(TR_TEAM_MOST * TR_FFN_ROWS, max_hidden(m) * sizeof(float)) +
           tr_arena_need(max_rows, tr_memory_bytes(&heads[false])) +
           tr_arena_need(TR_TEAM_MOST * attention_size(heads, max_positions), sizeof(float)) +
           tr_arena_need(TR_SHARES, sizeof(tr_row_plan)) +
           tr_arena_need(max_rows, max_row_bytes(m)) + tr_arena_need(max_rows, sizeof(float));
}

/* True if the weights may well stay in the third cache: a guess that changes no result. */
static bool is_cached(const tr_nmt *m)
{
    const size_t most = 24 << 20;
    return m->file.file.size <= most;
}

void tr_compute_init(tr_compute *c, tr_arena *a, const tr_nmt *m, const tr_kernels *k,
                     bool int8_activations, size_t max_rows, size_t max_positions)
{
    *c = (tr_compute){.m = m,
                      .k = *k,
                      .int8_activations = int8_activations && m->config.int8,
                      .cached = is_cached(m),
                      .y_width = y_width(m),
                      .wide_width = wide_width(m),
                      .max_rows = max_rows};
    c->x = TR_TAKE(a, float, (max_rows * m->config.d_model));
    c->y = TR_TAKE(a, float, (max_rows * c->y_width));
    c->wide = TR_TAKE(a, float, (max_rows * c->wide_width));
    c->hidden = TR_TAKE(a, float, (TR_TEAM_MOST * TR_FFN_ROWS * max_hidden(m)));
    c->heads[false] = tr_compute_heads(m, int8_activations, false);
    c->heads[true] = tr_compute_heads(m, int8_activations, true);
    c->kv = TR_TAKE(a, char, (max_rows * tr_memory_bytes(&c->heads[false])));
    c->attention_size = attention_size(c->heads, max_positions);
    c->attention = TR_TAKE(a, float, (TR_TEAM_MOST * c->attention_size));
    c->plans = TR_TAKE(a, tr_row_plan, TR_SHARES);
    c->q = TR_TAKE(a, int8_t, (max_rows * max_row_bytes(m)));
    c->scale = TR_TAKE(a, float, max_rows);
}

/* One of a team's view of c: rows first .. first + n - 1. */
static tr_compute part_of(const tr_compute *c, size_t member, size_t first, size_t n)
{
    tr_compute part = *c;
    part.team = NULL;
    part.max_rows = n;
    part.x += first * c->m->config.d_model;
    part.y += first * c->y_width;
    part.wide += first * c->wide_width;
    part.kv += first * tr_memory_bytes(&c->heads[false]);
    part.hidden += member * TR_FFN_ROWS * max_hidden(c->m);
    part.attention += member * c->attention_size;
    part.plans += member;
    part.q += first * max_row_bytes(c->m);
    part.scale += first;
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

tr_rows tr_prepare(const tr_compute *c, const float *x, size_t stride, size_t n_rows, size_t width)
{
    assert(n_rows <= c->max_rows && tr_s8_stride(width) <= max_row_bytes(c->m));
    for (size_t r = 0; c->int8_activations && r < n_rows; r++)
        c->k.quantize(x + r * stride, width, c->q + r * tr_s8_stride(width), &c->scale[r]);
    tr_row_plan_reset(c->plans);
    return (tr_rows){.p = x,
                     .stride = stride,
                     .q = c->q,
                     .scale = c->scale,
                     .n = n_rows,
                     .width = width,
                     .plan = c->plans};
}

void tr_product(const tr_compute *c, const tr_rows *rows, const tr_matrix *w, size_t first,
                size_t last, float *y, size_t y_stride)
{
    assert(w->n_in == rows->width && (!w->pick || c->int8_activations));
    if (w->pick)
        c->k.product_picked_s8(rows->q, tr_s8_stride(rows->width), rows->scale, rows->n, w, first,
                               last, y, y_stride);
    else if (c->int8_activations)
        c->k.product_s8(rows->q, tr_s8_stride(rows->width), rows->scale, rows->n, w, first, last, y,
                        y_stride, rows->plan);
    else if (c->m->config.int8)
        c->k.product_f32_s8(rows->p, rows->stride, rows->n, w, first, last, y, y_stride);
    else
        c->k.product_f32(rows->p, rows->stride, rows->n, w, first, last, y, y_stride);
}

tr_rows tr_some_rows(const tr_compute *c, const tr_rows *rows, size_t first, size_t n, size_t i)
{
    assert(first + n <= rows->n && i < TR_SHARES);
    tr_row_plan_reset(&c->plans[i]);
    return (tr_rows){.p = rows->p + first * rows->stride,
                     .stride = rows->stride,
                     .q = rows->q + first * tr_s8_stride(rows->width),
                     .scale = rows->scale + first,
                     .n = n,
                     .width = rows->width,
                     .plan = &c->plans[i]};
}

/* A product cut into shares of its outputs. */
typedef struct shared_product {
    const tr_compute *c;
    const tr_rows *rows;
    const tr_matrix *w;
    float *y;
    size_t y_stride, share;
    size_t n_activated; /* outputs, the first ones */
} shared_product;

static void product_share(void *ctx, size_t i)
{
    const shared_product *s = ctx;
    const tr_compute *c = s->c;
    const size_t first = i * s->share, rest = s->w->n_out - first;
    const size_t n = rest < s->share ? rest : s->share;
    const tr_rows rows = tr_some_rows(c, s->rows, 0, s->rows->n, i);

    tr_product(c, &rows, s->w, first, first + n, s->y + first, s->y_stride);
    const size_t left = first < s->n_activated ? s->n_activated - first : 0;
    for (size_t r = 0; left && r < s->rows->n; r++)
        c->k.activate(c->m->config.activation, s->y + r * s->y_stride + first, n < left ? n : left);
}

/* How many outputs to take at once: shares that keep a team busy, if they are worth its time. */
static size_t share_of(const tr_compute *c, size_t n, const tr_matrix *w)
{
    enum { WIDTH = 4 * TR_BLOCK, ROWS = 4 }; /* up to ROWS rows, to read weights is the work */
    const size_t worth_sharing = 1 << 19;    /* multiplications */
    const size_t n_rows = n > ROWS ? n : ROWS, n_threads = tr_team_size(c->team);
    const size_t n_shares = TR_SHARES / TR_TEAM_MOST * n_threads;
    const size_t n_tiles = (w->n_out + WIDTH - 1) / WIDTH;

    if (n_threads == 1 || n_rows * w->n_in * w->n_out < worth_sharing) return w->n_out;
    return (n_tiles + n_shares - 1) / n_shares * WIDTH;
}

void tr_product_all(const tr_compute *c, const tr_rows *rows, const tr_matrix *w,
                    size_t n_activated, float *y, size_t y_stride)
{
    shared_product s = {c, rows, w, y, y_stride, share_of(c, rows->n, w), n_activated};
    tr_team_run(c->team, (w->n_out + s.share - 1) / s.share, product_share, &s);
}

void tr_linear(const tr_compute *c, const tr_matrix *w, const float *x, size_t stride,
               size_t n_rows, float *y, size_t y_stride)
{
    const tr_rows rows = tr_prepare(c, x, stride, n_rows, w->n_in);
    tr_product_all(c, &rows, w, 0, y, y_stride);
}
