#include "decoder.h"

#include <assert.h>
#include <string.h>

#include "attention.h"

/* A hypothesis looks at its own past alone: that is the causal mask. */
static void self_attention(tr_compute *c, size_t l, const tr_decoder_row *rows, size_t n,
                           tr_kvcache *cache)
{
    const size_t d = c->m->d_model;
    const float *layer = tr_kvcache_self(cache, l, 0);

    tr_self_projection(c, &c->m->decoder[l].self, n);
    for (size_t r = 0; r < n; r++) {
        const float *qkv = c->wide + r * 3 * d;
        const tr_memory memory = {.k = layer,
                                  .v = layer + d,
                                  .stride = cache->row,
                                  .index = rows[r].path,
                                  .n = rows[r].position + 1};
        memcpy(tr_kvcache_self(cache, l, rows[r].path[rows[r].position]), qkv + d,
               cache->row * sizeof *qkv);
        tr_attend(c, qkv, &memory, c->y + r * d);
    }
    tr_attention_close(c, &c->m->decoder[l].self, n);
}

static void cross_attention(tr_compute *c, size_t l, const tr_decoder_row *rows, size_t n,
                            const tr_kvcache *cache)
{
    const size_t d = c->m->d_model;

    tr_query_projection(c, &c->m->decoder[l].cross, n);
    for (size_t r = 0; r < n; r++) {
        const float *k = tr_kvcache_cross(cache, l, rows[r].memory);
        const tr_memory memory = {.k = k, .v = k + d, .stride = cache->row, .n = rows[r].n_memory};
        tr_attend(c, c->wide + r * d, &memory, c->y + r * d);
    }
    tr_attention_close(c, &c->m->decoder[l].cross, n);
}

void tr_decoder_step(tr_compute *c, const tr_decoder_row *rows, size_t n, tr_kvcache *cache)
{
    const tr_nmt *m = c->m;
    const size_t d = m->d_model;

    assert(n <= c->max_rows);
    for (size_t r = 0; r < n; r++)
        tr_embed(m, &m->target_embedding, rows[r].previous,
                 m->target_positions + rows[r].position * d, c->x + r * d);
    if (m->decoder_embedding_norm.gain)
        tr_norm_rows(c, &m->decoder_embedding_norm, c->x, NULL, n, c->x);
    for (size_t l = 0; l < m->n_decoder_layers; l++) {
        self_attention(c, l, rows, n, cache);
        cross_attention(c, l, rows, n, cache);
        tr_ffn(c, &m->decoder[l], n);
    }
    if (m->decoder_norm.gain) tr_norm_rows(c, &m->decoder_norm, c->x, NULL, n, c->x);
}
