#include "attention.h"

#include <math.h>

void tr_attend(const tr_compute *c, const tr_nmt *m, const float *q, const tr_memory *memory,
               float *weights, float *y)
{
    const size_t d_head = m->d_model / m->heads;
    const float scale = 1.0f / sqrtf((float)d_head);
    c->k.attend(q, memory->k, memory->v, memory->stride, memory->index, memory->n, m->heads, d_head,
                scale, weights, y);
}

void tr_self_projection(tr_compute *c, const tr_nmt *m, const tr_attention *block, const float *x,
                        size_t n_rows, float *scratch, float *qkv)
{
    const size_t d = m->d_model;
    const float *normed = x;

    if (m->pre_norm) {
        tr_norm_rows(c, m, &block->norm, x, NULL, n_rows, scratch);
        normed = scratch;
    }
    if (block->qkv.weight) {
        tr_linear(c, &block->qkv, normed, d, n_rows, qkv, 3 * d);
    } else {
        tr_linear(c, &block->q, normed, d, n_rows, qkv, 3 * d);
        tr_linear(c, &block->kv, m->norm_query_only ? x : normed, d, n_rows, qkv + d, 3 * d);
    }
}

void tr_attention_close(tr_compute *c, const tr_nmt *m, const tr_attention *block, float *y,
                        size_t n_rows, float *scratch, float *x)
{
    const size_t d = m->d_model;

    tr_linear(c, &block->out, y, d, n_rows, scratch, d);
    if (m->pre_norm)
        tr_add(x, scratch, n_rows * d);
    else
        tr_norm_rows(c, m, &block->norm, scratch, x, n_rows, x);
}
