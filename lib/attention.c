#include "attention.h"

#include <math.h>

void tr_self_projection(tr_compute *c, const tr_attention *block, size_t n_rows)
{
    const size_t d = c->m->d_model;
    const float *input = tr_block_input(c, &block->norm, n_rows);

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
    tr_linear(c, &block->q, tr_block_input(c, &block->norm, n_rows), d, n_rows, c->wide, d);
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
    tr_block_output(c, &block->norm, c->wide, n_rows);
}
