#include "attention.h"

#include <math.h>

/* What a block's projections read: c->x, or c->y with its norm where norms come first. */
static const float *block_input(const tr_compute *c, const tr_attention *block, size_t n_rows)
{
    if (!c->m->pre_norm) return c->x;
    tr_norm_rows(c, &block->norm, c->x, NULL, n_rows, c->y);
    return c->y;
}

void tr_self_projection(tr_compute *c, const tr_attention *block, size_t n_rows)
{
    const size_t d = c->m->d_model;
    const float *input = block_input(c, block, n_rows);

    if (block->qkv.weight) {
        tr_linear(c, &block->qkv, input, d, n_rows, c->wide, 3 * d);
    } else {
        tr_linear(c, &block->q, input, d, n_rows, c->wide, 3 * d);
        tr_linear(c, &block->kv, c->m->norm_query_only ? c->x : input, d, n_rows, c->wide + d,
                  3 * d);
    }
}

void tr_query_projection(tr_compute *c, const tr_attention *block, size_t n_rows)
{
    const size_t d = c->m->d_model;
    tr_linear(c, &block->q, block_input(c, block, n_rows), d, n_rows, c->wide, d);
}

void tr_attend(const tr_compute *c, const float *q, const tr_memory *memory, float *y)
{
    const size_t heads = c->m->heads, d_head = c->m->d_model / heads;
    const float scale = 1.0f / sqrtf((float)d_head);
    c->k.attend(q, memory->k, memory->v, memory->stride, memory->index, memory->n, heads, d_head,
                scale, c->weights, y);
}

void tr_attention_close(tr_compute *c, const tr_attention *block, size_t n_rows)
{
    const size_t d = c->m->d_model;

    tr_linear(c, &block->out, c->y, d, n_rows, c->wide, d);
    if (c->m->pre_norm)
        tr_add(c->x, c->wide, n_rows * d);
    else
        tr_norm_rows(c, &block->norm, c->wide, c->x, n_rows, c->x);
}
