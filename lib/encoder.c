#include "encoder.h"

#include <assert.h>
#include <string.h>

#include "attention.h"

/* Every token looks at all tokens of its own sentence. */
static void self_attention(tr_compute *c, const tr_attention *block, const tr_source *sources,
                           size_t n, size_t n_rows)
{
    const size_t d = c->m->d_model, stride = 3 * d;
    const float *qkv = c->wide;
    float *y = c->y;

    tr_self_projection(c, block, n_rows);
    for (size_t s = 0; s < n; s++) {
        const tr_memory memory = {
            .k = qkv + d, .v = qkv + 2 * d, .stride = stride, .n = sources[s].n};
        for (size_t i = 0; i < sources[s].n; i++, y += d)
            tr_attend(c, qkv + i * stride, &memory, y);
        qkv += sources[s].n * stride;
    }
    tr_attention_close(c, block, n_rows);
}

/* The decoder's view of the encoder's output: keys and values, once per sentence and layer. */
static void remember(tr_compute *c, const tr_source *sources, size_t n, size_t n_rows,
                     tr_kvcache *cache)
{
    const size_t d = c->m->d_model, row = cache->row;

    tr_prepare(c, c->x, d, n_rows, d);
    for (size_t l = 0; l < cache->n_layers; l++) {
        const tr_matrix *kv = &c->m->decoder[l].cross.kv;
        const float *from = c->wide;
        tr_product(c, kv, 0, kv->n_out, c->wide, row);
        for (size_t s = 0; s < n; s++) {
            const size_t floats = sources[s].n * row;
            memcpy(tr_kvcache_cross(cache, l, sources[s].memory), from, floats * sizeof *from);
            from += floats;
        }
    }
}

void tr_encode(tr_compute *c, const tr_source *sources, size_t n, tr_kvcache *cache)
{
    const tr_nmt *m = c->m;
    const size_t d = m->d_model;
    size_t n_rows = 0;

    for (size_t s = 0; s < n; s++) {
        for (size_t i = 0; i < sources[s].n; i++, n_rows++) {
            assert(n_rows < c->max_rows);
            tr_embed(m, &m->source_embedding, sources[s].ids[i], m->source_positions + i * d,
                     c->x + n_rows * d);
        }
    }
    if (m->encoder_embedding_norm.gain)
        tr_norm_rows(c, &m->encoder_embedding_norm, c->x, NULL, n_rows, c->x);
    for (size_t l = 0; l < m->n_encoder_layers; l++) {
        self_attention(c, &m->encoder[l].self, sources, n, n_rows);
        tr_ffn(c, &m->encoder[l], n_rows);
    }
    if (m->encoder_norm.gain) tr_norm_rows(c, &m->encoder_norm, c->x, NULL, n_rows, c->x);
    remember(c, sources, n, n_rows, cache);
}
