#include "train/network/ffn_block.h"

#include <string.h>

typedef struct ffn_work {
    tr_block_work block;
    const tr_train_layer *layer;
    const tr_ffn_memory *m;
} ffn_work;

enum { DOWN, UP }; /* dense maps, in the order in which the backward pass comes to them */

static ffn_work ffn_work_of(const tr_block_pass *b, const tr_train_layer *layer,
                            const tr_ffn_memory *m)
{
    return (ffn_work){
        .block = {.b = b, .norm = layer->ffn_norm, .m = &m->block}, .layer = layer, .m = m};
}

static void ffn_rows(void *ctx, size_t first, size_t n, float *scratch)
{
    const ffn_work *w = ctx;
    const tr_pass *pass = w->block.b->pass;
    const size_t d = tr_block_width(&w->block), ffn = w->layer->up.n_out;
    const float *input = tr_block_begin(&w->block, first, n);
    float *hidden = w->m->hidden + first * ffn, *output = w->m->block.output + first * d;
    float *before = w->m->before ? w->m->before + first * ffn : hidden;

    (void)scratch;
    tr_pass_dense(pass, &w->layer->up, input, d, n, before, ffn);
    if (before != hidden) memcpy(hidden, before, n * ffn * sizeof *hidden);
    pass->k.activate(pass->p->shape.activation, hidden, n * ffn);
    tr_pass_dense(pass, &w->layer->down, hidden, ffn, n, output, d);
    tr_block_end(&w->block, first, n);
}

/* ReLU's gradient needs no more than its result. */
static void ffn_rows_back(void *ctx, size_t first, size_t n, float *scratch)
{
    const ffn_work *w = ctx;
    const tr_pass *pass = w->block.b->pass;
    const tr_block_room *room = w->block.b->room;
    const size_t d = tr_block_width(&w->block), ffn = w->layer->up.n_out;
    const float *before = (w->m->before ? w->m->before : w->m->hidden) + first * ffn;
    const float *d_y = room->d_y + first * d;
    float *d_hidden = room->d_wide + first * ffn;

    tr_block_end_back(&w->block, first, n);
    tr_pass_dense_back(pass, &w->block.dense[DOWN], first, n, d_y, d, false, d_hidden);
    pass->g.activate_back(pass->p->shape.activation, d_hidden, before, n * ffn, d_hidden);
    tr_block_input_back(&w->block, UP, d_hidden, ffn, first, n, scratch);
}

void tr_ffn_block(const tr_block_pass *b, const tr_train_layer *layer, const tr_ffn_memory *m)
{
    const ffn_work w = ffn_work_of(b, layer, m);
    tr_block_share(&w.block, b->side->n_rows, ffn_rows);
}

void tr_ffn_block_back(const tr_block_pass *b, const tr_train_layer *layer, const tr_ffn_memory *m)
{
    ffn_work w = ffn_work_of(b, layer, m);
    const size_t n_rows = b->side->n_rows;

    tr_block_dense(&w.block, &layer->down, m->hidden, n_rows);
    tr_block_dense(&w.block, &layer->up, tr_block_reads(&w.block, 0), n_rows);
    tr_block_share(&w.block, n_rows, ffn_rows_back);
    tr_block_gradients(&w.block);
}
