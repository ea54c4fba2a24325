#include "network/attention.h"

#include <math.h>

const float *tr_self_projection(tr_compute *c, const tr_attention *block, size_t n_rows)
{
    const size_t d = c->m->config.d_model, stride = tr_self_stride(c);
    const float *input = tr_block_input(c, &block->norm, n_rows);

    if (block->qkv.weight) {
        tr_linear(c, &block->qkv, input, d, n_rows, c->wide, stride);
    } else {
        tr_linear(c, &block->q, input, d, n_rows, c->wide, stride);
        tr_linear(c, &block->kv, c->m->config.norm_query_only ? c->x : input, d, n_rows,
                  c->wide + tr_query_width(c), stride);
    }
    return c->wide;
}

const float *tr_query_projection(tr_compute *c, const tr_attention *block, size_t n_rows)
{
    const size_t d = c->m->config.d_model;
    tr_linear(c, &block->q, tr_block_input(c, &block->norm, n_rows), d, n_rows, c->wide,
              tr_query_width(c));
    return c->wide;
}

void tr_attend(const tr_compute *c, const float *q, size_t q_stride, size_t n_rows,
               const tr_memory *memory, float *y)
{
    const float scale =
        c->m->config.unscaled_attention ? 1 : 1.0f / sqrtf((float)c->heads.d_head);
    c->k.attend(q, q_stride, n_rows, memory, &c->heads, scale, c->attention, y,
                tr_value_width(c));
}

void tr_remember(const tr_compute *c, const float *x, char *rows)
{
    const tr_heads values = tr_value_heads(&c->heads);
    c->k.pack_row(x, &c->heads, rows);
    c->k.pack_row(x + c->heads.n * c->heads.d_head, &values, rows + tr_row_bytes(&c->heads));
}

void tr_attention_close(tr_compute *c, const tr_attention *block, const float *y, size_t n_rows)
{
    const size_t d = c->m->config.d_model;

    tr_linear(c, &block->out, y, tr_value_width(c), n_rows, c->wide, d);
    tr_block_output(c, &block->norm, c->wide, n_rows);
}
