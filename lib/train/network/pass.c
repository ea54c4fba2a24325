#include "train/network/pass.h"

#include <assert.h>
#include <string.h>

#include "base/order.h"

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

static void collect(const tr_pass *pass, const tr_dense_gradient *j, size_t first, size_t n,
                    const float *d_y, size_t stride)
{
    const tr_dense *dense = j->dense;
    const size_t words = tr_words(&pass->g.format, chain_rows(first, j->n_rows));

    pass->g.pack_left(d_y, stride, n, dense->n_out, words, packed_left_at(pass, j, first));
    if (dense->bias == TR_NO_BIAS) return;
    float *sums = j->sums + first / TR_ROWS_TOGETHER * dense->n_out;
    memset(sums, 0, dense->n_out * sizeof *sums);
    pass->g.column_sums(d_y, stride, NULL, 0, n, dense->n_out, sums);
}

/* A pass whose parameters are the factors. */
static tr_pass pass_of_factors(const tr_pass *pass)
{
    tr_pass own = *pass;
    own.p = (tr_parameters *)&pass->p->adapters->factors;
    return own;
}

static void scale_rows(float *x, size_t n, float scale)
{
    for (size_t i = 0; i < n; i++)
        x[i] *= scale;
}

/* Takes d_y [n, stride] of the map, rows first .. first + n - 1 of one worker. */
static void adapted_collect(const tr_adapted *a, const tr_pass *pass, size_t first, size_t n,
                            const float *d_y, size_t stride)
{
    const tr_pass own = pass_of_factors(pass);
    const tr_adapter *const adapter = a->adapter;
    const size_t rank = adapter->down.n_out, n_in = adapter->down.n_in;
    const float scale = pass->p->adapters->scale;
    float *const u = a->u + first * rank, *const v = a->v + first * rank;

    tr_pass_dense(&own, &adapter->down, a->down.x + first * n_in, n_in, n, u, rank);
    scale_rows(u, n * rank, scale);
    tr_pass_dense_back(&own, &a->up, first, n, d_y + adapter->first, stride, false, v);
    scale_rows(v, n * rank, scale);
    collect(&own, &a->down, first, n, v, rank);
}

void tr_pass_dense_back(const tr_pass *pass, const tr_dense_gradient *j, size_t first, size_t n,
                        const float *d_y, size_t stride, bool add, float *d_x)
{
    const tr_dense *dense = j->dense;
    const tr_left_operand left = tr_left_rows(d_y, stride);

    pass->g.product(&left, n, dense->backward, dense->n_out, dense->n_in, NULL, add, d_x,
                    dense->n_in);
    if (pass->p->g) collect(pass, j, first, n, d_y, stride);
    for (size_t i = 0; i < j->n_adapted; i++)
        adapted_collect(&j->adapted[i], pass, first, n, d_y, stride);
}

/* ---- Adapters ---- */

size_t tr_adapted_room(const tr_panel_format *format, size_t rank, size_t n_rows, size_t widest,
                       size_t d_model)
{
    const size_t outputs = widest + 3 * d_model; /* of all maps of a block */
    const size_t each = 2 * n_rows * rank + tr_left_size(format, n_rows, rank) +
                        tr_left_size(format, n_rows, TR_LEFT_WIDTH);
    return TR_ADAPTED_MOST * each + tr_left_size(format, n_rows, outputs);
}

static float *take(float **room, size_t n)
{
    float *const at = *room;
    *room += n;
    return at;
}

void tr_adapted_begin(tr_adapted *a, const tr_pass *pass, const tr_adapter *adapter, const float *x,
                      size_t n_rows, float **room)
{
    const tr_panel_format *const format = &pass->g.format;
    const size_t rank = adapter->down.n_out;

    a->adapter = adapter;
    a->u = take(room, n_rows * rank);
    a->v = take(room, n_rows * rank);
    a->down = (tr_dense_gradient){.dense = &adapter->down, .x = x, .n_rows = n_rows};
    a->down.left = take(room, tr_left_size(format, n_rows, rank));
    a->up = (tr_dense_gradient){.dense = &adapter->up, .x = a->u, .n_rows = n_rows};
    a->up.left = take(room, tr_left_size(format, n_rows, adapter->up.n_out));
}

/* ---- Gradients of weights ---- */

/* An adapter has two gradients. */
enum {
    WORK_MOST = TR_GRADIENTS_MOST > 2 * TR_ADAPTED_MOST ? TR_GRADIENTS_MOST : 2 * TR_ADAPTED_MOST
};

/* Gradients as numbered parts of work: first x of each dense map is packed, then come tiles. */
typedef struct gradient_work {
    const tr_pass *pass;
    const tr_dense_gradient *dense;
    const tr_norm_gradient *norms;
    size_t n_dense, n_norms;
    float *panels[WORK_MOST];
    size_t begin[WORK_MOST + TR_GRADIENTS_MOST + 1]; /* the first part of each */
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

static void add_gradients(const tr_pass *pass, const tr_dense_gradient *dense, size_t n_dense,
                          const tr_norm_gradient *norms, size_t n_norms, float *panels)
{
    gradient_work s = {
        .pass = pass, .dense = dense, .norms = norms, .n_dense = n_dense, .n_norms = n_norms};

    assert(n_dense <= WORK_MOST && n_norms <= TR_GRADIENTS_MOST);
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

static void add_adapted(const tr_pass *pass, const tr_dense_gradient *dense, size_t n_dense,
                        float *panels)
{
    tr_dense_gradient factors[WORK_MOST];
    size_t n = 0;

    for (size_t i = 0; i < n_dense; i++)
        for (size_t k = 0; k < dense[i].n_adapted; k++) {
            assert(n + 2 <= WORK_MOST);
            factors[n++] = dense[i].adapted[k].up;
            factors[n++] = dense[i].adapted[k].down;
        }
    const tr_pass own = pass_of_factors(pass);
    if (n) add_gradients(&own, factors, n, NULL, 0, panels);
}

void tr_pass_add_gradients(const tr_pass *pass, const tr_dense_gradient *dense, size_t n_dense,
                           const tr_norm_gradient *norms, size_t n_norms, float *panels)
{
    if (pass->p->g)
        add_gradients(pass, dense, n_dense, norms, n_norms, panels);
    else
        add_adapted(pass, dense, n_dense, panels);
}

/* ---- Panels ---- */

void tr_pass_pack(const tr_pass *pass, const tr_dense *dense)
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

static void pack_layer(const tr_pass *pass, tr_train_layer *layer)
{
    tr_dense *maps[TR_LAYER_MAPS];
    tr_layer_list_maps(layer, maps);
    for (size_t i = 0; i < TR_LAYER_MAPS; i++)
        if (maps[i]->n_out) tr_pass_pack(pass, maps[i]);
}

static void pack_part_of_all(void *ctx, size_t i, float *scratch)
{
    const tr_pass *pass = ctx;
    const tr_parameters *p = pass->p;
    (void)scratch;
    if (i == 0)
        tr_pass_pack(pass, &p->output);
    else if (i <= p->shape.n_encoder_layers)
        pack_layer(pass, &p->encoder[i - 1]);
    else
        pack_layer(pass, &p->decoder[i - 1 - p->shape.n_encoder_layers]);
}

static void pack_adapter(void *ctx, size_t i, float *scratch)
{
    const tr_pass *const pass = ctx;
    const tr_adapter *const a = &pass->p->adapters->all[i];
    const tr_pass own = pass_of_factors(pass);
    (void)scratch;
    tr_pass_pack(&own, &a->down);
    tr_pass_pack(&own, &a->up);
}

static void pack_adapters(const tr_pass *pass)
{
    if (pass->p->adapters)
        tr_workers_run(pass->workers, pass->p->adapters->n, pack_adapter, (void *)pass);
}

void tr_pass_pack_weights(const tr_pass *pass)
{
    const tr_shape *s = &pass->p->shape;
    if (pass->p->source.read)
        pack_adapters(pass);
    else
        tr_workers_run(pass->workers, 1 + s->n_encoder_layers + s->n_decoder_layers,
                       pack_part_of_all, (void *)pass);
}

/* ---- Layers that are read ---- */

/* A layer's maps, cut into parts of PACK_OUTPUTS rows, which are numbered. */
typedef struct layer_reading {
    const tr_pass *pass;
    tr_dense *maps[TR_LAYER_MAPS];
    size_t begin[TR_LAYER_MAPS + 1]; /* the first part of each */
    bool backward;
} layer_reading;

/* Packs rows o .. o + n - 1 of a matrix into panels of itself. */
static void pack_rows_of(const tr_pass *pass, const tr_dense *dense, const float *rows, size_t o,
                         size_t n)
{
    const tr_panel_format *format = &pass->g.format;
    const size_t n_in = dense->n_in, panel = TR_PANEL * tr_words(format, dense->n_out);
    float *to = dense->backward + TR_PANEL * tr_words(format, o);
    for (size_t i = 0; i < n_in; i += TR_PANEL, to += panel)
        pass->g.pack_rows(rows + i, n_in, n, tr_smaller(n_in - i, TR_PANEL), to);
}

static void read_part(void *ctx, size_t i, float *rows)
{
    const layer_reading *r = ctx;
    const tr_parameters *p = r->pass->p;
    size_t which = 0;

    while (i >= r->begin[which + 1])
        which++;
    const tr_dense *dense = r->maps[which];
    const tr_parameter_tensor *t = &p->tensors[dense->tensor];
    const size_t o = (i - r->begin[which]) * PACK_OUTPUTS;
    const size_t n = tr_smaller(dense->n_out - o, PACK_OUTPUTS);
    p->source.read(p->source.ctx, t, o, n, rows);
    if (p->adapters)
        tr_adapters_add(p->adapters, dense->tensor, p->adapters->factors.w, o, n, rows);
    if (r->backward)
        pack_rows_of(r->pass, dense, rows, o, n);
    else
        r->pass->g.pack_columns(rows, dense->n_in, n, dense->n_in,
                                dense->forward +
                                    tr_panels_size(&r->pass->g.format, dense->n_in, o));
}

static void read_maps(layer_reading *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r->begin[i + 1] = r->begin[i] + count_parts(r->maps[i]->n_out, PACK_OUTPUTS);
    tr_workers_run(r->pass->workers, r->begin[n], read_part, r);
}

void tr_pass_read_layer(const tr_pass *pass, const tr_train_layer *layer, bool backward)
{
    layer_reading r = {.pass = pass, .backward = backward};

    if (!pass->p->source.read) return;
    tr_layer_list_maps((tr_train_layer *)layer, r.maps);
    read_maps(&r, TR_LAYER_MAPS);
}

void tr_pass_read_output(const tr_pass *pass)
{
    layer_reading r = {.pass = pass, .maps = {&pass->p->output}};

    read_maps(&r, 1);
    r.backward = true;
    read_maps(&r, 1);
}

size_t tr_pass_read_scratch(const tr_shape *s)
{
    const size_t value = tr_larger(tr_shape_heads(s, false).value, tr_shape_heads(s, true).value);
    const size_t ffn = tr_larger(s->encoder_ffn, s->decoder_ffn);
    return PACK_OUTPUTS * tr_larger(tr_larger(s->d_model, value), ffn);
}
