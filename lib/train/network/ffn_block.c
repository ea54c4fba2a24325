#include "train/network/ffn_block.h"

#include <string.h>

typedef struct work {
    tr_block_work block;
    const tr_train_layer *layer;
    const tr_ffn_memory *m;
} work;

enum { DOWN, UP }; /* dense maps, in the order in which the backward pass comes to them */

static void ffn_rows(void *ctx, size_t first, size_t n, float *scratch)
{
    const work *w = ctx;
    const tr_pass *pass = w->block.b->pass;
    const size_t d = tr_block_width(&w->block), ffn = w->layer->up.n_out;
    float *hidden = w->m->hidden + first * ffn;
    float *before = w->m->before ? w->m->before + first * ffn : hidden;

    (void)scratch;
    tr_pass_dense(pass, &w->layer->up, tr_block_begin(&w->block, first, n), d, n, before, ffn);
    if (w->m->before) memcpy(hidden, before, n * ffn * sizeof *hidden);
    pass->k.activate(pass->p->shape.activation, hidden, n * ffn);
    tr_pass_dense(pass, &w->layer->down, hidden, ffn, n, w->m->block.output + first * d, d);
    tr_block_end(&w->block, first, n);
}

static void ffn_rows_back(void *ctx, size_t first, size_t n, float *scratch)
{
    const work *w = ctx;
    const tr_pass *pass = w->block.b->pass;
    const size_t d = tr_block_width(&w->block), ffn = w->layer->up.n_out, at = first * ffn;
    float *d_wide = w->block.b->room->d_wide + at;
    const float *x = (w->m->before ? w->m->before : w->m->hidden) + at;

    tr_block_end_back(&w->block, first, n);
    tr_pass_dense_back(pass, &w->block.dense[DOWN], first, n, w->block.b->room->d_y + first * d, d,
                       false, d_wide);
    pass->g.activate_back(pass->p->shape.activation, d_wide, x, n * ffn, d_wide);
    tr_block_input_back(&w->block, UP, d_wide, ffn, first, n, scratch);
}

static work work_of(const tr_block_pass *b, const tr_train_layer *layer, const tr_ffn_memory *m)
{
    return (work){
        .block = {.b = b, .norm = layer->ffn_norm, .m = &m->block}, .layer = layer, .m = m};
}

void tr_ffn_block(const tr_block_pass *b, const tr_train_layer *layer, const tr_ffn_memory *m)
{
    const work w = work_of(b, layer, m);
    tr_block_share(&w.block, b->side->n_rows, ffn_rows);
}

void tr_ffn_block_back(const tr_block_pass *b, const tr_train_layer *layer, const tr_ffn_memory *m)
{
    work w = work_of(b, layer, m);
    const size_t n_rows = b->side->n_rows;

    tr_block_dense(&w.block, &layer->down, m->hidden, n_rows);
    tr_block_dense(&w.block, &layer->up, tr_block_reads(&w.block, 0), n_rows);
    tr_block_share(&w.block, n_rows, ffn_rows_back);
    tr_block_gradients(&w.block);
}
