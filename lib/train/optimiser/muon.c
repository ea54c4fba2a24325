#include "train/optimiser/muon.h"

#include <math.h>
#include <string.h>

enum { STEPS = 5 };

static const float momentum = 0.95f;

/* Arrays of the iteration: x [n, m], n <= m; a and b [n, n]. */
typedef struct iteration {
    float *x, *a, *b, *panels;
} iteration;

static iteration iteration_in(size_t n, size_t m, float *scratch)
{
    iteration r = {.x = scratch};
    r.a = r.x + tr_in_blocks(n * m, TR_PANEL);
    r.b = r.a + tr_in_blocks(n * n, TR_PANEL);
    r.panels = r.b + tr_in_blocks(n * n, TR_PANEL);
    return r;
}

size_t tr_muon_room(size_t rows, size_t columns)
{
    const size_t n = rows < columns ? rows : columns, m = rows < columns ? columns : rows;
    const tr_panel_format largest = {2, 2};
    return tr_in_blocks(n * m, TR_PANEL) + 2 * tr_in_blocks(n * n, TR_PANEL) +
           tr_panels_size(&largest, m, tr_in_blocks(n, TR_PANEL)) +
           tr_panels_size(&largest, n, tr_in_blocks(m, TR_PANEL));
}

/* a = x x^T, b = -4.7750 a + 2.0315 a a. */
static void make_factor(const tr_gradients *k, const iteration *r, size_t n, size_t m)
{
    const tr_left_operand x = tr_left_rows(r->x, m), a = tr_left_rows(r->a, n);
    k->pack_columns(r->x, m, n, m, r->panels);
    k->product(&x, n, r->panels, m, n, NULL, false, r->a, n);
    k->pack_rows(r->a, n, n, n, r->panels);
    k->product(&a, n, r->panels, n, n, NULL, false, r->b, n);
    for (size_t i = 0; i < n * n; i++)
        r->b[i] = -4.7750f * r->a[i] + 2.0315f * r->b[i];
}

/* x = 3.4445 x + b x. */
static void iterate(const tr_gradients *k, const iteration *r, size_t n, size_t m)
{
    const tr_left_operand b = tr_left_rows(r->b, n);
    make_factor(k, r, n, m);
    k->pack_rows(r->x, m, n, m, r->panels);
    for (size_t i = 0; i < n * m; i++)
        r->x[i] *= 3.4445f;
    k->product(&b, n, r->panels, n, m, NULL, true, r->x, m);
}

/* Where the iteration's x [n, m] has row i, column j of a matrix [rows, columns]: a matrix with
 * more rows than columns is transposed. */
static size_t index_in_x(size_t rows, size_t columns, size_t i, size_t j)
{
    return rows <= columns ? i * columns + j : j * rows + i;
}

static void copy_to_x(const float *g, size_t rows, size_t columns, float factor, float *x)
{
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < columns; j++)
            x[index_in_x(rows, columns, i, j)] = g[i * columns + j] * factor;
}

static void copy_from_x(const float *x, size_t rows, size_t columns, float *g)
{
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < columns; j++)
            g[i * columns + j] = x[index_in_x(rows, columns, i, j)];
}

void tr_muon_orthogonalise(const tr_gradients *k, float *g, size_t rows, size_t columns,
                           float *scratch)
{
    const size_t n = rows < columns ? rows : columns, m = rows < columns ? columns : rows;
    const iteration r = iteration_in(n, m, scratch);
    double squares = 0;

    for (size_t i = 0; i < rows; i++)
        squares += (double)k->square_sum(g + i * columns, columns);
    if (!(squares > 0)) return;
    copy_to_x(g, rows, columns, (float)(1 / sqrt(squares)), r.x);
    for (int step = 0; step < STEPS; step++)
        iterate(k, &r, n, m);
    copy_from_x(r.x, rows, columns, g);
}

size_t tr_muon_scratch(const tr_shape *s)
{
    const size_t ffn = s->encoder_ffn > s->decoder_ffn ? s->encoder_ffn : s->decoder_ffn;
    const tr_head_widths self = tr_shape_heads(s, false), cross = tr_shape_heads(s, true);
    const size_t rooms[] = {tr_muon_room(s->d_model, s->d_model), tr_muon_room(s->d_model, ffn),
                            tr_muon_room(s->d_model, self.query),
                            tr_muon_room(s->d_model, cross.query),
                            tr_muon_room(s->d_model, self.value)};
    size_t most = 0;
    for (size_t i = 0; i < sizeof rooms / sizeof *rooms; i++)
        most = rooms[i] > most ? rooms[i] : most;
    return most;
}

/* ---- An update: parts of matrices, and chunks of all other tensors ---- */

typedef struct muon_work {
    const tr_pass *pass;
    tr_adam_step adam;
    float rate;
    tr_span part; /* floats that are updated */
} muon_work;

static void update_matrix(const muon_work *w, const tr_parameter_tensor *t, size_t part,
                          float *scratch)
{
    const tr_parameters *p = w->pass->p;
    const size_t rows = t->heights[part], n = rows * t->n_in;
    const size_t at = t->at + tr_parameter_part(t, part) * t->n_in;
    float *g = p->g + at, *m = p->m + at, *x = p->w + at, *average = p->average + at;
    const size_t larger = rows > t->n_in ? rows : t->n_in;
    const float scale = w->rate * 0.2f * sqrtf((float)larger);

    for (size_t i = 0; i < n; i++) {
        const float now = (1 - momentum) * (g[i] * w->adam.factor);
        m[i] = momentum * m[i] + now;
        g[i] = now + momentum * m[i];
    }
    tr_muon_orthogonalise(&w->pass->g, g, rows, t->n_in, scratch);
    for (size_t i = 0; i < n; i++) {
        x[i] -= scale * g[i];
        average[i] = w->adam.keep * (average[i] - x[i]) + x[i];
    }
    memset(g, 0, n * sizeof *g);
}

static void update_chunk(const muon_work *w, const tr_parameter_tensor *t, size_t chunk)
{
    const tr_parameters *p = w->pass->p;
    const size_t at = tr_update_unit(t, chunk), n = tr_update_unit(t, chunk + 1) - at;
    w->pass->g.adam(&w->adam, p->g + at, n, p->w + at, p->m + at, p->v + at, p->average + at);
    memset(p->g + at, 0, n * sizeof *p->g);
}

static void update_part(void *ctx, size_t i, float *scratch)
{
    const muon_work *w = ctx;
    const tr_parameter_tensor *t = w->pass->p->tensors;
    for (; i >= tr_update_units(t); t++)
        i -= tr_update_units(t);
    const size_t at = tr_update_unit(t, i);
    if (at < w->part.begin || at >= w->part.end) return;
    if (t->kind == TR_WEIGHTS)
        update_matrix(w, t, i, scratch);
    else
        update_chunk(w, t, i);
}

void tr_muon_update(const tr_pass *pass, const tr_update *update, double norm)
{
    const tr_span all = {0, pass->p->n_floats};
    muon_work w = {.pass = pass,
                   .adam = tr_adam_step_of(update, norm),
                   .rate = (float)update->rate,
                   .part = update->part ? *update->part : all};
    size_t n = 0;

    for (size_t i = 0; i < pass->p->n_tensors; i++)
        n += tr_update_units(&pass->p->tensors[i]);
    tr_workers_run(pass->workers, n, update_part, &w);
}
