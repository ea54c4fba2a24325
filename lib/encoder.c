#include "encoder.h"

#include <assert.h>
#include <string.h>

#include "attention.h"

/* Every token looks at all tokens of its own sentence. */
static void self_attention(tr_compute *c, const tr_attention *block, const tr_source *sources,
                           size_t n, size_t n_rows)
{
    const size_t d = c->m->d_model, stride = 3 * d, bytes = tr_row_bytes(&c->heads);
    size_t row = 0;

    tr_self_projection(c, block, n_rows);
    for (size_t r = 0; r < n_rows; r++)
        tr_remember(c, c->wide + r * stride + d, c->rows + r * 2 * bytes);
    for (size_t s = 0; s < n; row += sources[s++].n) {
        const char *k = c->rows + row * 2 * bytes;
        const tr_memory memory = {.k = k, .v = k + bytes, .stride = 2 * bytes, .n = sources[s].n};
        tr_attend(c, c->wide + row * stride, stride, sources[s].n, &memory, c->y + row * d);
    }
    tr_attention_close(c, block, n_rows);
}

/* The decoder's view of the encoder's output: keys and values, once per sentence and layer. */
static void remember(tr_compute *c, const tr_source *sources, size_t n, size_t n_rows,
                     tr_kvcache *cache)
{
    const size_t d = c->m->d_model;

    tr_prepare(c, c->x, d, n_rows, d);
    for (size_t l = 0; l < cache->n_layers; l++) {
        const tr_matrix *kv = &c->m->decoder[l].cross.kv;
        const float *from = c->wide;
        tr_product(c, kv, 0, kv->n_out, c->wide, 2 * d);
        for (size_t s = 0; s < n; s++)
            for (size_t i = 0; i < sources[s].n; i++, from += 2 * d)
                tr_remember(c, from, tr_kvcache_cross(cache, l, sources[s].memory + i));
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
