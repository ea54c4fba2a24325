#include "encoder.h"

#include <assert.h>
#include <string.h>

#include "attention.h"

size_t tr_encoder_size(const tr_nmt *m, size_t max_rows)
{
    return 2 * tr_arena_need(max_rows, m->d_model * sizeof(float)) +
           tr_arena_need(max_rows, 3 * (size_t)m->d_model * sizeof(float)) +
           tr_arena_need(TR_FFN_ROWS, m->encoder_ffn * sizeof(float)) +
           tr_arena_need(m->heads, (m->max_source + 1) * sizeof(float));
}

void tr_encoder_init(tr_encoder *e, tr_arena *a, const tr_nmt *m, tr_compute *c, size_t max_rows)
{
    assert(max_rows > m->max_source);
    e->m = m;
    e->c = c;
    e->max_rows = max_rows;
    e->x = TR_TAKE(a, float, max_rows * m->d_model);
    e->y = TR_TAKE(a, float, max_rows * m->d_model);
    e->wide = TR_TAKE(a, float, max_rows * 3 * m->d_model);
    e->hidden = TR_TAKE(a, float, TR_FFN_ROWS * m->encoder_ffn);
    e->weights = TR_TAKE(a, float, m->heads *(m->max_source + 1));
}

/* Every token looks at all tokens of its own sentence. */
static void self_attention(tr_encoder *e, const tr_attention *block, const tr_source *sources,
                           size_t n, size_t n_rows)
{
    const size_t d = e->m->d_model, stride = 3 * d;
    const float *qkv = e->wide;
    float *y = e->y;

    tr_self_projection(e->c, e->m, block, e->x, n_rows, e->y, e->wide);
    for (size_t s = 0; s < n; s++) {
        const tr_memory memory = {
            .k = qkv + d, .v = qkv + 2 * d, .stride = stride, .n = sources[s].n};
        for (size_t i = 0; i < sources[s].n; i++, y += d)
            tr_attend(e->c, e->m, qkv + i * stride, &memory, e->weights, y);
        qkv += sources[s].n * stride;
    }
    tr_attention_close(e->c, e->m, block, e->y, n_rows, e->wide, e->x);
}

/* The decoder's view of the encoder's output: keys and values, once per sentence and layer. */
static void remember(tr_encoder *e, const tr_source *sources, size_t n, size_t n_rows,
                     tr_kvcache *cache)
{
    const size_t d = e->m->d_model, row = cache->row;

    tr_prepare(e->c, e->x, d, n_rows, d);
    for (size_t l = 0; l < cache->n_layers; l++) {
        const tr_matrix *kv = &e->m->decoder[l].cross.kv;
        const float *from = e->wide;
        tr_product(e->c, kv, 0, kv->n_out, e->wide, row);
        for (size_t s = 0; s < n; s++) {
            const size_t floats = sources[s].n * row;
            memcpy(tr_kvcache_cross(cache, l, sources[s].memory), from, floats * sizeof *from);
            from += floats;
        }
    }
}

void tr_encode(tr_encoder *e, const tr_source *sources, size_t n, tr_kvcache *cache)
{
    const tr_nmt *m = e->m;
    const size_t d = m->d_model;
    size_t n_rows = 0;

    for (size_t s = 0; s < n; s++) {
        for (size_t i = 0; i < sources[s].n; i++, n_rows++) {
            assert(n_rows < e->max_rows);
            tr_embed(m, &m->source_embedding, sources[s].ids[i], m->source_positions + i * d,
                     e->x + n_rows * d);
        }
    }
    if (m->encoder_embedding_norm.gain)
        tr_norm_rows(e->c, m, &m->encoder_embedding_norm, e->x, NULL, n_rows, e->x);
    for (size_t l = 0; l < m->n_encoder_layers; l++) {
        self_attention(e, &m->encoder[l].self, sources, n, n_rows);
        tr_ffn(e->c, m, &m->encoder[l], e->x, n_rows, e->hidden, e->y);
    }
    if (m->encoder_norm.gain) tr_norm_rows(e->c, m, &m->encoder_norm, e->x, NULL, n_rows, e->x);
    remember(e, sources, n, n_rows, cache);
}
