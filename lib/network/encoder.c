#include "network/encoder.h"

#include <assert.h>

#include "network/attention.h"
#include "network/observe.h"

enum { LEAST_ROWS = 4 }; /* that are worth a thread's help */

/* A batch, as the threads that share its rows see it. */
typedef struct encoding {
    const tr_source *sources;
    size_t layer;
    const char *rows; /* keys and values of this layer, of all sentences */
    tr_kvcache *cache;
} encoding;

/* The sentence that a row belongs to, and its place there. */
static const tr_source *source_of(const encoding *e, size_t row, size_t *position)
{
    const tr_source *s = e->sources;
    for (; row >= s->n; s++)
        row -= s->n;
    *position = row;
    return s;
}

static void embed(void *ctx, tr_compute *c, size_t first, size_t n)
{
    const tr_nmt *m = c->m;
    const size_t d = m->config.d_model;

    tr_observe_part(c, TR_PART_EMBEDDING);
    for (size_t r = 0; r < n; r++) {
        size_t i;
        const tr_source *s = source_of(ctx, first + r, &i);
        tr_embed(m, &m->weights.source_embedding, s->ids[i],
                 tr_position(m->weights.source_positions, i, d), c->x + r * d);
    }
    if (m->weights.encoder_embedding_norm.gain)
        tr_norm_rows(c, &m->weights.encoder_embedding_norm, c->x, NULL, n, c->x);
}

/* Queries, keys and values. */
static void project(void *ctx, tr_compute *c, size_t first, size_t n)
{
    const encoding *e = ctx;
    const size_t stride = tr_self_stride(c), bytes = tr_memory_bytes(&c->heads[false]);

    (void)first;
    tr_observe_part(c, TR_PART_ENCODER_ATTENTION);
    const float *const qkv = tr_self_projection(c, &c->m->weights.encoder[e->layer].self, n);
    for (size_t r = 0; r < n; r++)
        tr_remember(c, false, qkv + r * stride + tr_query_width(c, false), c->kv + r * bytes);
}

/* The rest of a layer, with the queries that project() left in c->wide.  Every token looks at all
 * tokens of its own sentence. */
static void finish_layer(void *ctx, tr_compute *c, size_t first, size_t n)
{
    const encoding *e = ctx;
    const tr_layer *layer = &c->m->weights.encoder[e->layer];
    const size_t stride = tr_self_stride(c), bytes = tr_memory_bytes(&c->heads[false]);

    for (size_t r = 0, rows; r < n; r += rows) {
        size_t i;
        const tr_source *s = source_of(e, first + r, &i);
        const char *k = e->rows + (first + r - i) * bytes;
        const tr_memory memory = {.k = k,
                                  .v = k + tr_row_bytes(&c->heads[false]),
                                  .stride = bytes,
                                  .n = s->n,
                                  .bias = layer->self.bias,
                                  .n_biases = layer->self.n_biases,
                                  .first_bias =
                                      (ptrdiff_t)(layer->self.n_biases / 2) - (ptrdiff_t)i};
        rows = tr_observable_rows(c, s->n - i < n - r ? s->n - i : n - r);
        tr_attend(c, &layer->self, false, c->wide + r * stride, stride, rows, &memory,
                  c->y + r * tr_value_width(c));
        tr_observe_rows(c, (tr_attention_row){.kind = TR_ENCODER_SELF, .layer = e->layer, .row = i},
                        &memory, c->wide + r * stride, stride, rows);
    }
    tr_attention_close(c, &layer->self, c->y, n);
    tr_observe_part(c, TR_PART_ENCODER_FFN);
    tr_ffn(c, layer, n);
}

/* The decoder's view of the encoder's output: keys and values, once per sentence and layer. */
static void remember(void *ctx, tr_compute *c, size_t first, size_t n)
{
    const encoding *e = ctx;
    const tr_nmt *m = c->m;
    const size_t d = m->config.d_model;

    tr_observe_part(c, TR_PART_SOURCE_KEYS);
    if (m->weights.encoder_norm.gain)
        tr_norm_rows(c, &m->weights.encoder_norm, c->x, NULL, n, c->x);
    const tr_rows states = tr_prepare(c, c->x, d, n, d);
    for (size_t l = 0; l < e->cache->n_layers; l++) {
        const tr_matrix *kv = &m->weights.decoder[l].cross.kv;
        tr_product(c, &states, kv, 0, kv->n_out, c->wide, kv->n_out);
        tr_scored_keys(c, true, c->wide, kv->n_out, n);
        for (size_t r = 0; r < n; r++) {
            size_t i;
            const tr_source *s = source_of(e, first + r, &i);
            tr_remember(c, true, c->wide + r * kv->n_out,
                        tr_kvcache_cross(e->cache, l, s->memory + i));
        }
    }
}

static size_t count_rows(const tr_compute *c, const tr_source *sources, size_t n)
{
    size_t n_rows = 0;

    for (size_t s = 0; s < n; s++)
        n_rows += sources[s].n;
    assert(n_rows <= c->max_rows);
    return n_rows;
}

/* `done`, where there is one, is told of each layer, and may end the work. */
static void run_stack(tr_compute *c, encoding *e, size_t n_rows, tr_encoded_layer *done, void *ctx)
{
    tr_share_rows(c, n_rows, LEAST_ROWS, embed, e);
    bool more = !done || done(ctx, c, 0);
    for (; more && e->layer < c->m->config.n_encoder_layers; e->layer++) {
        tr_share_rows(c, n_rows, LEAST_ROWS, project, e);
        tr_share_rows(c, n_rows, LEAST_ROWS, finish_layer, e);
        more = !done || done(ctx, c, e->layer + 1);
    }
}

void tr_encode(tr_compute *c, const tr_source *sources, size_t n, tr_kvcache *cache)
{
    encoding e = {.sources = sources, .rows = c->kv, .cache = cache};
    const size_t n_rows = count_rows(c, sources, n);

    run_stack(c, &e, n_rows, NULL, NULL);
    tr_share_rows(c, n_rows, LEAST_ROWS, remember, &e);
}

void tr_encode_layers(tr_compute *c, const tr_source *sources, size_t n, tr_encoded_layer *layer,
                      void *ctx)
{
    encoding e = {.sources = sources, .rows = c->kv};

    run_stack(c, &e, count_rows(c, sources, n), layer, ctx);
}
