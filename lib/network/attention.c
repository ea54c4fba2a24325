#include "network/attention.h"

#include <math.h>

#include "kernels/unit_rows.h"

void tr_scored_keys(const tr_compute *c, bool cross, float *k, size_t stride, size_t n_rows)
{
    const tr_heads *h = &c->heads[cross];
    if (h->score == TR_COSINE) tr_unit_rows(k, stride, n_rows, h->n, h->d_head, NULL, NULL);
}

static void score_queries(const tr_compute *c, bool cross, const float *exponents, size_t stride,
                          size_t n_rows)
{
    const tr_heads *h = &c->heads[cross];
    if (h->score == TR_COSINE)
        tr_unit_rows(c->wide, stride, n_rows, h->n, h->d_head, exponents, NULL);
}

const float *tr_self_projection(tr_compute *c, const tr_attention *block, size_t n_rows)
{
    const size_t d = c->m->config.d_model, stride = tr_self_stride(c);
    const float *input = tr_block_input(c, &block->norm, n_rows);

    if (block->qkv.weight) {
        tr_linear(c, &block->qkv, input, d, n_rows, c->wide, stride);
    } else {
        tr_linear(c, &block->q, input, d, n_rows, c->wide, stride);
        tr_linear(c, &block->kv, c->m->config.norm_query_only ? c->x : input, d, n_rows,
                  c->wide + tr_query_width(c, false), stride);
    }
    score_queries(c, false, block->score, stride, n_rows);
    tr_scored_keys(c, false, c->wide + tr_query_width(c, false), stride, n_rows);
    return c->wide;
}

const float *tr_query_projection(tr_compute *c, const tr_attention *block, size_t n_rows)
{
    const size_t d = c->m->config.d_model, stride = tr_query_width(c, true);
    tr_linear(c, &block->q, tr_block_input(c, &block->norm, n_rows), d, n_rows, c->wide, stride);
    score_queries(c, true, block->score, stride, n_rows);
    return c->wide;
}

void tr_attend(const tr_compute *c, const tr_attention *block, bool cross, const float *q,
               size_t q_stride, size_t n_rows, const tr_memory *memory, float *y)
{
    tr_heads heads = c->heads[cross];
    const bool is_scaled = heads.score == TR_SCALED_DOT && !c->m->config.unscaled_attention;
    const float scale = is_scaled ? 1.0f / sqrtf((float)heads.d_head) : 1;
    heads.weight = block->score;
    c->k.attend(q, q_stride, n_rows, memory, &heads, scale, c->attention, y, tr_value_width(c));
}

void tr_remember(const tr_compute *c, bool cross, const float *x, char *rows)
{
    const tr_heads *keys = &c->heads[cross], values = tr_value_heads(keys);
    c->k.pack_row(x, keys, rows);
    c->k.pack_row(x + tr_key_width(c, cross), &values, rows + tr_row_bytes(keys));
}

void tr_attention_close(tr_compute *c, const tr_attention *block, const float *y, size_t n_rows)
{
    const size_t d = c->m->config.d_model;

    tr_linear(c, &block->out, y, tr_value_width(c), n_rows, c->wide, d);
    tr_block_output(c, &block->norm, c->wide, n_rows);
}
