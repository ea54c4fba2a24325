#include "decoder.h"

#include <assert.h>
#include <string.h>

#include "attention.h"

static size_t longest_memory(const tr_nmt *m, size_t max_steps)
{
    return max_steps > m->max_source + 1 ? max_steps : m->max_source + 1;
}

size_t tr_decoder_size(const tr_nmt *m, size_t max_rows, size_t max_steps)
{
    return 2 * tr_arena_need(max_rows, m->d_model * sizeof(float)) +
           tr_arena_need(max_rows, 3 * (size_t)m->d_model * sizeof(float)) +
           tr_arena_need(TR_FFN_ROWS, m->decoder_ffn * sizeof(float)) +
           tr_arena_need(m->heads, longest_memory(m, max_steps) * sizeof(float));
}

void tr_decoder_init(tr_decoder *dec, tr_arena *a, const tr_nmt *m, tr_compute *c, size_t max_rows,
                     size_t max_steps)
{
    dec->m = m;
    dec->c = c;
    dec->max_rows = max_rows;
    dec->x = TR_TAKE(a, float, max_rows * m->d_model);
    dec->y = TR_TAKE(a, float, max_rows * m->d_model);
    dec->wide = TR_TAKE(a, float, max_rows * 3 * m->d_model);
    dec->hidden = TR_TAKE(a, float, TR_FFN_ROWS * m->decoder_ffn);
    dec->weights = TR_TAKE(a, float, m->heads *longest_memory(m, max_steps));
}

/* A hypothesis looks at its own past alone: that is the causal mask. */
static void self_attention(tr_decoder *dec, size_t l, const tr_decoder_row *rows, size_t n,
                           tr_kvcache *cache)
{
    const size_t d = dec->m->d_model;
    const tr_attention *block = &dec->m->decoder[l].self;

    tr_self_projection(dec->c, dec->m, block, dec->x, n, dec->y, dec->wide);
    for (size_t r = 0; r < n; r++) {
        const float *qkv = dec->wide + r * 3 * d;
        const float *layer = tr_kvcache_self(cache, l, 0);
        const tr_memory memory = {.k = layer,
                                  .v = layer + d,
                                  .stride = cache->row,
                                  .index = rows[r].path,
                                  .n = rows[r].position + 1};
        memcpy(tr_kvcache_self(cache, l, rows[r].path[rows[r].position]), qkv + d,
               cache->row * sizeof *qkv);
        tr_attend(dec->c, dec->m, qkv, &memory, dec->weights, dec->y + r * d);
    }
    tr_attention_close(dec->c, dec->m, block, dec->y, n, dec->wide, dec->x);
}

static void cross_attention(tr_decoder *dec, size_t l, const tr_decoder_row *rows, size_t n,
                            const tr_kvcache *cache)
{
    const tr_nmt *m = dec->m;
    const size_t d = m->d_model;
    const tr_attention *block = &m->decoder[l].cross;
    float *q = dec->wide;

    if (m->pre_norm) tr_norm_rows(dec->c, m, &block->norm, dec->x, NULL, n, dec->y);
    tr_linear(dec->c, &block->q, m->pre_norm ? dec->y : dec->x, d, n, q, d);
    for (size_t r = 0; r < n; r++) {
        const float *k = tr_kvcache_cross(cache, l, rows[r].memory);
        const tr_memory memory = {.k = k, .v = k + d, .stride = cache->row, .n = rows[r].n_memory};
        tr_attend(dec->c, m, q + r * d, &memory, dec->weights, dec->y + r * d);
    }
    tr_attention_close(dec->c, m, block, dec->y, n, dec->wide, dec->x);
}

const float *tr_decoder_step(tr_decoder *dec, const tr_decoder_row *rows, size_t n,
                             tr_kvcache *cache)
{
    const tr_nmt *m = dec->m;
    const size_t d = m->d_model;

    assert(n <= dec->max_rows);
    for (size_t r = 0; r < n; r++)
        tr_embed(m, &m->target_embedding, rows[r].previous,
                 m->target_positions + rows[r].position * d, dec->x + r * d);
    if (m->decoder_embedding_norm.gain)
        tr_norm_rows(dec->c, m, &m->decoder_embedding_norm, dec->x, NULL, n, dec->x);
    for (size_t l = 0; l < m->n_decoder_layers; l++) {
        self_attention(dec, l, rows, n, cache);
        cross_attention(dec, l, rows, n, cache);
        tr_ffn(dec->c, m, &m->decoder[l], dec->x, n, dec->hidden, dec->y);
    }
    if (m->decoder_norm.gain) tr_norm_rows(dec->c, m, &m->decoder_norm, dec->x, NULL, n, dec->x);
    return dec->x;
}
