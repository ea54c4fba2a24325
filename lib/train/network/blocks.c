#include "train/network/blocks.h"

#include <assert.h>
#include <string.h>

size_t tr_block_width(const tr_block_work *w)
{
    return w->b->pass->p->shape.d_model;
}

static bool is_pre_norm(const tr_block_work *w)
{
    return w->b->pass->p->shape.pre_norm;
}

void tr_block_share(const tr_block_work *w, size_t n_rows, tr_workers_rows *rows)
{
    tr_workers_share(w->b->pass->workers, n_rows, TR_ROWS_TOGETHER, rows, (void *)w);
}

/* ---- Norms ---- */

/* y [n, d] = norm(x + residual), of rows first .. first + n - 1; residual may be NULL. */
static void norm_rows(const tr_block_work *w, const float *x, const float *residual, size_t first,
                      size_t n, float *y)
{
    const tr_pass *pass = w->b->pass;
    const size_t d = tr_block_width(w);
    const float *gain = pass->p->w + w->norm.gain, *bias = pass->p->w + w->norm.bias;
    float *normal = w->m->normal + first * d, *factor = w->m->factor + first;

    for (size_t r = 0; r < n; r++)
        pass->g.norm_keep(x + r * d, residual ? residual + r * d : NULL, gain, bias,
                          pass->p->shape.epsilon, d, normal + r * d, factor + r, y + r * d);
}

static void norm_rows_back(const tr_block_work *w, const float *d_y, size_t first, size_t n,
                           float *d_z)
{
    const tr_pass *pass = w->b->pass;
    const size_t d = tr_block_width(w);
    const float *gain = pass->p->w + w->norm.gain;
    const float *normal = w->m->normal + first * d, *factor = w->m->factor + first;

    for (size_t r = 0; r < n; r++)
        pass->g.norm_back(d_y + r * d, normal + r * d, gain, factor[r], d, d_z + r * d);
}

static tr_norm_gradient norm_gradient(const tr_block_work *w, const float *d_y)
{
    return (tr_norm_gradient){w->norm, d_y, w->m->normal, w->b->side->n_rows};
}

/* ---- Forward ---- */

const float *tr_block_reads(const tr_block_work *w, size_t first)
{
    const float *all = is_pre_norm(w) ? w->m->input : w->b->x;
    return all + first * tr_block_width(w);
}

const float *tr_block_begin(const tr_block_work *w, size_t first, size_t n)
{
    const size_t d = tr_block_width(w);
    if (is_pre_norm(w)) norm_rows(w, w->b->x + first * d, NULL, first, n, w->m->input + first * d);
    return tr_block_reads(w, first);
}

void tr_block_end(const tr_block_work *w, size_t first, size_t n)
{
    const size_t d = tr_block_width(w);
    const float *x = w->b->x + first * d;
    float *y = w->m->output + first * d;

    tr_pass_drop(w->b->pass, w->b->site, w->b->side, first, n, y);
    if (is_pre_norm(w))
        for (size_t i = 0; i < n * d; i++)
            y[i] += x[i];
    else
        norm_rows(w, y, x, first, n, y);
}

/* ---- Backward ---- */

void tr_block_end_back(const tr_block_work *w, size_t first, size_t n)
{
    const size_t d = tr_block_width(w), size = n * d * sizeof(float);
    const tr_block_room *room = w->b->room;
    const float *d_out = room->d_out + first * d;
    float *d_x = room->d_x + first * d, *d_y = room->d_y + first * d;

    if (is_pre_norm(w))
        memcpy(d_x, d_out, size);
    else
        norm_rows_back(w, d_out, first, n, d_x);
    memcpy(d_y, d_x, size);
    tr_pass_drop(w->b->pass, w->b->site, w->b->side, first, n, d_y);
}

/* A network that does not learn itself has gradients of adapters alone. */
static void add_adapted(tr_block_work *w, tr_dense_gradient *own)
{
    const tr_pass *pass = w->b->pass;

    if (!pass->p->adapters) return;
    own->adapted = &w->adapted[w->n_adapted];
    own->n_adapted = own->dense->n_adapters;
    assert(w->n_adapted + own->n_adapted <= TR_ADAPTED_MOST);
    if (!w->adapted_room) w->adapted_room = w->b->room->left;
    for (size_t i = 0; i < own->n_adapted; i++)
        tr_adapted_begin(&w->adapted[w->n_adapted++], pass, &own->dense->adapters[i], own->x,
                         own->n_rows, &w->adapted_room);
}

void tr_block_dense(tr_block_work *w, const tr_dense *dense, const float *x, size_t n_rows)
{
    const tr_panel_format *format = &w->b->pass->g.format;
    const tr_block_room *room = w->b->room;
    const tr_dense_gradient *last = w->n_dense ? &w->dense[w->n_dense - 1] : NULL;
    tr_dense_gradient *own = &w->dense[w->n_dense];

    assert(w->n_dense < TR_GRADIENTS_MOST);
    *own = (tr_dense_gradient){.dense = dense, .x = x, .n_rows = n_rows};
    w->n_dense++;
    if (!w->b->pass->p->g) {
        add_adapted(w, own);
        return;
    }
    own->left =
        last ? last->left + tr_left_size(format, last->n_rows, last->dense->n_out) : room->left;
    own->sums = last ? last->sums + tr_row_parts(last->n_rows) * last->dense->n_out : room->sums;
}

/* With norms before blocks, d_in stays for the gradients of the norm's gain and bias. */
void tr_block_input_back(const tr_block_work *w, size_t i, const float *d_wide, size_t stride,
                         size_t first, size_t n, float *scratch)
{
    const size_t d = tr_block_width(w);
    float *d_x = w->b->room->d_x + first * d, *d_in = w->b->room->d_in + first * d;

    if (!is_pre_norm(w)) {
        tr_pass_dense_back(w->b->pass, &w->dense[i], first, n, d_wide, stride, true, d_x);
        return;
    }
    tr_pass_dense_back(w->b->pass, &w->dense[i], first, n, d_wide, stride, false, d_in);
    for (size_t r = 0; r < n; r++) {
        norm_rows_back(w, d_in + r * d, first + r, 1, scratch);
        for (size_t c = 0; c < d; c++)
            d_x[r * d + c] += scratch[c];
    }
}

void tr_block_gradients(const tr_block_work *w)
{
    const tr_block_room *room = w->b->room;
    const tr_norm_gradient norm = norm_gradient(w, is_pre_norm(w) ? room->d_in : room->d_out);
    tr_pass_add_gradients(w->b->pass, w->dense, w->n_dense, &norm, 1, room->panels);
}

/* ---- The norm after a stack ---- */

static void top_rows(void *ctx, size_t first, size_t n, float *scratch)
{
    const tr_block_work *w = ctx;
    const size_t d = tr_block_width(w);
    (void)scratch;
    norm_rows(w, w->b->x + first * d, NULL, first, n, w->m->output + first * d);
}

static void top_rows_back(void *ctx, size_t first, size_t n, float *scratch)
{
    const tr_block_work *w = ctx;
    const size_t d = tr_block_width(w);
    (void)scratch;
    norm_rows_back(w, w->b->room->d_out + first * d, first, n, w->b->room->d_x + first * d);
}

void tr_block_top_norm(const tr_block_pass *b, tr_layer_norm norm, const tr_block_memory *m)
{
    const tr_block_work w = {.b = b, .norm = norm, .m = m};
    tr_block_share(&w, b->side->n_rows, top_rows);
}

void tr_block_top_norm_back(const tr_block_pass *b, tr_layer_norm norm, const tr_block_memory *m)
{
    const tr_block_work w = {.b = b, .norm = norm, .m = m};
    const tr_norm_gradient sums = norm_gradient(&w, b->room->d_out);
    tr_block_share(&w, b->side->n_rows, top_rows_back);
    tr_pass_add_gradients(b->pass, NULL, 0, &sums, 1, NULL);
}
