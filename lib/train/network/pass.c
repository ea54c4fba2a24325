#include "train/network/pass.h"
#include "base/order.h"

#include <assert.h>
#include <string.h>

enum {
    TILE_OUTPUTS = 2 * TR_LEFT_WIDTH, /* of a dense gradient that are one part of the work */
    SUM_COLUMNS = 256,                /* columns of sums that are one part */
    PACK_OUTPUTS = 512,               /* rows or columns of weights that are packed together */
};

void tr_pass_drop(const tr_pass *pass, tr_block_position site, const tr_pack_side *side,
                  size_t first, size_t n, float *x)
{
    const size_t d = pass->p->shape.d_model;
    tr_dropout dropout = pass->dropout;

    if (!dropout.threshold) return;
    dropout.site = (uint32_t)site.decoder << 16 | (uint32_t)site.layer << 8 | (uint32_t)site.block;
    pass->g.drop(&dropout, (side->first_row + first) * d, x, n * d);
}

void tr_pass_dense(const tr_pass *pass, const tr_dense *dense, const float *x, size_t stride,
                   size_t n, float *y, size_t y_stride)
{
    const tr_left_operand left = tr_left_rows(x, stride);
    const float *bias = dense->bias == TR_NO_BIAS ? NULL : pass->p->w + dense->bias;
    pass->g.product(&left, n, dense->forward, dense->n_in, dense->n_out, bias, false, y, y_stride);
}

/* Rows of the chain that `row` is in. */
static size_t chain_rows(size_t row, size_t n_rows)
{
    return tr_smaller(n_rows - row / TR_CHAIN_ROWS * TR_CHAIN_ROWS, TR_CHAIN_ROWS);
}

/* Where the packed words of `row` begin. */
static float *packed_left_at(const tr_pass *pass, const tr_dense_gradient *j, size_t row)
{
    const tr_panel_format *format = &pass->g.format;
    const size_t inside = row % TR_CHAIN_ROWS;
    return j->left + tr_left_size(format, row - inside, j->dense->n_out) +
           tr_words(format, inside) * TR_LEFT_WIDTH;
}

void tr_pass_dense_back(const tr_pass *pass, const tr_dense_gradient *j, size_t first, size_t n,
                        const float *d_y, size_t stride, bool add, float *d_x)
{
    const tr_dense *dense = j->dense;
    const tr_left_operand left = tr_left_rows(d_y, stride);
    const size_t words = tr_words(&pass->g.format, chain_rows(first, j->n_rows));
    float *sums = j->sums + first / TR_ROWS_TOGETHER * dense->n_out;

    pass->g.product(&left, n, dense->backward, dense->n_out, dense->n_in, NULL, add, d_x,
                    dense->n_in);
    pass->g.pack_left(d_y, stride, n, dense->n_out, words, packed_left_at(pass, j, first));
    memset(sums, 0, dense->n_out * sizeof *sums);
    if (dense->bias != TR_NO_BIAS) pass->g.column_sums(d_y, stride, NULL, 0, n, dense->n_out, sums);
}

/* ---- Gradients of weights ---- */

/* Gradients as numbered parts of work: first x of each dense map is packed, then come tiles. */
typedef struct gradient_work {
    const tr_pass *pass;
    const tr_dense_gradient *dense;
    const tr_norm_gradient *norms;
    size_t n_dense, n_norms;
    float *panels[TR_GRADIENTS_MOST];
    size_t begin[2 * TR_GRADIENTS_MOST + 1]; /* the first part of each */
} gradient_work;

static size_t count_parts(size_t n, size_t each)
{
    return (n + each - 1) / each;
}

/* Returns the gradient that part *i belongs to; *i becomes its number there. */
static size_t find_part(const gradient_work *s, size_t *i)
{
    size_t which = 0;
    while (*i >= s->begin[which + 1])
        which++;
    *i -= s->begin[which];
    return which;
}

/* Panels of a chain's rows of x are together, so that the chain can end there. */
static float *panels_at(const gradient_work *s, size_t which, size_t row)
{
    const size_t n_in = s->dense[which].dense->n_in;
    return s->panels[which] + tr_panels_size(&s->pass->g.format, row, n_in);
}

static void pack_panels_part(void *ctx, size_t i, float *scratch)
{
    const gradient_work *s = ctx;
    const size_t which = find_part(s, &i), row = i * TR_CHAIN_ROWS;
    const tr_dense_gradient *j = &s->dense[which];
    const size_t n_in = j->dense->n_in;
    (void)scratch;
    s->pass->g.pack_rows(j->x + row * n_in, n_in, chain_rows(row, j->n_rows), n_in,
                         panels_at(s, which, row));
}

static void add_bias(const tr_pass *pass, const tr_dense_gradient *j, size_t first, size_t n)
{
    const size_t n_out = j->dense->n_out;
    float *sums = pass->p->g + j->dense->bias;
    pass->g.column_sums(j->sums + first, n_out, NULL, 0, tr_row_parts(j->n_rows), n, sums + first);
    for (size_t o = first; o < first + n; o++)
        if (o >= j->frozen && o < j->frozen + j->n_frozen) sums[o] = 0;
}

/* Adds the gradients of the weights and biases of some outputs of a dense map. */
static void dense_part(const gradient_work *s, size_t which, size_t i)
{
    const tr_dense_gradient *j = &s->dense[which];
    const tr_gradients *g = &s->pass->g;
    const size_t n_in = j->dense->n_in, first = i * TILE_OUTPUTS;
    const size_t n = tr_smaller(j->dense->n_out - first, TILE_OUTPUTS);
    float *sums = s->pass->p->g + j->dense->weight + first * n_in;

    for (size_t row = 0; row < j->n_rows; row += TR_CHAIN_ROWS) {
        const size_t rows = chain_rows(row, j->n_rows);
        const tr_left_operand left =
            tr_left_packed(packed_left_at(s->pass, j, row) + first * tr_words(&g->format, rows));
        g->product(&left, n, panels_at(s, which, row), rows, n_in, NULL, true, sums, n_in);
    }
    if (j->dense->bias != TR_NO_BIAS) add_bias(s->pass, j, first, n);
}

static void norm_part(const gradient_work *s, size_t which, size_t i)
{
    const tr_norm_gradient *j = &s->norms[which];
    const size_t d = s->pass->p->shape.d_model, first = i * SUM_COLUMNS;
    const size_t n = tr_smaller(d - first, SUM_COLUMNS);
    float *sums = s->pass->p->g;
    s->pass->g.column_sums(j->d_y + first, d, j->normal + first, d, j->n_rows, n,
                           sums + j->norm.gain + first);
    s->pass->g.column_sums(j->d_y + first, d, NULL, 0, j->n_rows, n, sums + j->norm.bias + first);
}

static void gradient_part(void *ctx, size_t i, float *scratch)
{
    const gradient_work *s = ctx;
    const size_t which = find_part(s, &i);
    (void)scratch;
    if (which < s->n_dense)
        dense_part(s, which, i);
    else
        norm_part(s, which - s->n_dense, i);
}

void tr_pass_add_gradients(const tr_pass *pass, const tr_dense_gradient *dense, size_t n_dense,
                           const tr_norm_gradient *norms, size_t n_norms, float *panels)
{
    gradient_work s = {
        .pass = pass, .dense = dense, .norms = norms, .n_dense = n_dense, .n_norms = n_norms};

    assert(n_dense <= TR_GRADIENTS_MOST && n_norms <= TR_GRADIENTS_MOST);
    for (size_t i = 0; i < n_dense; i++) {
        s.panels[i] = panels;
        panels += tr_panels_size(&pass->g.format, dense[i].n_rows, dense[i].dense->n_in);
        s.begin[i + 1] = s.begin[i] + count_parts(dense[i].n_rows, TR_CHAIN_ROWS);
    }
    tr_workers_run(pass->workers, s.begin[n_dense], pack_panels_part, &s);

    for (size_t i = 0; i < n_dense; i++)
        s.begin[i + 1] = s.begin[i] + count_parts(dense[i].dense->n_out, TILE_OUTPUTS);
    for (size_t i = n_dense; i < n_dense + n_norms; i++)
        s.begin[i + 1] = s.begin[i] + count_parts(pass->p->shape.d_model, SUM_COLUMNS);
    tr_workers_run(pass->workers, s.begin[n_dense + n_norms], gradient_part, &s);
}

/* ---- Panels ---- */

static void pack_dense(const tr_pass *pass, const tr_dense *dense)
{
    const tr_panel_format *format = &pass->g.format;
    const float *w = pass->p->w + dense->weight;
    const size_t n_out = dense->n_out, n_in = dense->n_in;
    for (size_t o = 0; o < n_out; o += PACK_OUTPUTS)
        pass->g.pack_columns(w + o * n_in, n_in, tr_smaller(n_out - o, PACK_OUTPUTS), n_in,
                             dense->forward + tr_panels_size(format, n_in, o));
    for (size_t i = 0; i < n_in; i += PACK_OUTPUTS)
        pass->g.pack_rows(w + i, n_in, n_out, tr_smaller(n_in - i, PACK_OUTPUTS),
                          dense->backward + tr_panels_size(format, n_out, i));
}

static void pack_layer(const tr_pass *pass, const tr_train_layer *l)
{
    const tr_dense *const all[] = {&l->self.qkv, &l->self.q,   &l->self.kv,   &l->self.out,
                                   &l->cross.q,  &l->cross.kv, &l->cross.out, &l->ssru,
                                   &l->up,       &l->down};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i]->n_out) pack_dense(pass, all[i]);
}

static void pack_part_of_all(void *ctx, size_t i, float *scratch)
{
    const tr_pass *pass = ctx;
    const tr_parameters *p = pass->p;
    (void)scratch;
    if (i == 0)
        pack_dense(pass, &p->output);
    else if (i <= p->shape.n_encoder_layers)
        pack_layer(pass, &p->encoder[i - 1]);
    else
        pack_layer(pass, &p->decoder[i - 1 - p->shape.n_encoder_layers]);
}

void tr_pass_pack_weights(const tr_pass *pass)
{
    const tr_shape *s = &pass->p->shape;
    tr_workers_run(pass->workers, 1 + s->n_encoder_layers + s->n_decoder_layers, pack_part_of_all,
                   (void *)pass);
}
