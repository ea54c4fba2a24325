#include "network/decoder.h"

#include <assert.h>

#include "network/attention.h"
#include "network/observe.h"

/* A hypothesis looks at its own past alone: that is the causal mask. */
static void self_attention(tr_compute *c, size_t l, const tr_decoder_row *rows, size_t n,
                           const tr_kvcache *cache)
{
    const size_t stride = tr_self_stride(c);
    const tr_attention *self = &c->m->weights.decoder[l].self;
    const char *layer = tr_kvcache_self(cache, l, 0);

    const float *qkv = tr_self_projection(c, self, n);
    for (size_t r = 0; r < n; r++, qkv += stride) {
        const tr_memory memory = {.k = layer,
                                  .v = layer + tr_row_bytes(&c->heads[false]),
                                  .stride = cache->row,
                                  .index = rows[r].path,
                                  .n = rows[r].position + 1,
                                  .bias = self->bias,
                                  .n_biases = self->n_biases,
                                  .first_bias =
                                      (ptrdiff_t)self->n_biases - 1 - (ptrdiff_t)rows[r].position};
        tr_remember(c, false, qkv + tr_query_width(c, false),
                    tr_kvcache_self(cache, l, rows[r].path[rows[r].position]));
        tr_attend(c, self, false, qkv, stride, 1, &memory, c->y + r * tr_value_width(c));
        tr_observe_rows(
            c,
            (tr_attention_row){
                .kind = TR_DECODER_SELF, .layer = l, .row = r, .step = rows[r].position},
            &memory, qkv, stride, 1);
    }
    tr_attention_close(c, self, c->y, n);
}

/* state, y [n] = the next state and what comes out of it, from `past` (NULL: zeros). */
static void step_state(const float *x, const float *forget, const float *past, size_t n,
                       float *state, float *y)
{
    for (size_t i = 0; i < n; i++) {
        const float kept = past ? forget[i] * past[i] : 0;
        state[i] = kept + (1 - forget[i]) * x[i];
        y[i] = state[i] <= 0 ? 0 : state[i];
    }
}

/* The simpler simple recurrent unit (Kim et al. 2019): all that a hypothesis knows of its past is
 * the state that its last step left. */
static void ssru(tr_compute *c, size_t l, const tr_decoder_row *rows, size_t n,
                 const tr_kvcache *cache)
{
    const size_t d = c->m->config.d_model;
    const tr_layer *layer = &c->m->weights.decoder[l];

    tr_linear(c, &layer->ssru, tr_block_input(c, &layer->ssru_norm, n), d, n, c->wide, 2 * d);
    for (size_t r = 0; r < n; r++) {
        const uint32_t *node = rows[r].path + rows[r].position;
        const float *x = c->wide + r * 2 * d;
        c->k.activate(TR_SIGMOID, c->wide + r * 2 * d + d, d);
        step_state(x, x + d, rows[r].position ? tr_kvcache_state(cache, l, node[-1]) : NULL, d,
                   tr_kvcache_state(cache, l, node[0]), c->y + r * d);
    }
    tr_block_output(c, &layer->ssru_norm, c->y, n);
}

/* How many of rows [n] follow each other with the first one's source. */
static size_t same_sentence(const tr_decoder_row *rows, size_t n)
{
    size_t same = 1;
    while (same < n && rows[same].memory == rows[0].memory)
        same++;
    return same;
}

/* Alignments of the rows [n] that attended last: the mean over the heads that tell. */
static void keep_alignments(const tr_compute *c, const tr_decoder_row *rows, size_t n,
                            const tr_kvcache *cache)
{
    const size_t heads = c->m->config.alignment_heads;

    for (size_t r = 0; r < n; r++) {
        if (!rows[r].aligned) continue;
        float *weight = tr_kvcache_alignment(cache, rows[r].path[rows[r].position]);
        for (size_t j = 0; j < rows[r].n_memory; j++) {
            weight[j] = 0;
            for (size_t h = 0; h < heads; h++)
                weight[j] +=
                    tr_attend_weight(c->attention, &c->heads[true], rows[r].n_memory, r, h, j);
            weight[j] /= (float)heads;
        }
    }
}

static void cross_attention(tr_compute *c, size_t l, const tr_decoder_row *rows, size_t n,
                            const tr_kvcache *cache)
{
    const size_t stride = tr_query_width(c, true);
    const tr_attention *block = &c->m->weights.decoder[l].cross;
    const bool may_align = cache->alignment && tr_config_alignment_layer(&c->m->config) == l;

    const float *const q = tr_query_projection(c, block, n);
    for (size_t r = 0, same; r < n; r += same) {
        const char *k = tr_kvcache_cross(cache, l, rows[r].memory);
        const tr_memory memory = {.k = k,
                                  .v = k + tr_row_bytes(&c->heads[true]),
                                  .stride = cache->cross_row,
                                  .n = rows[r].n_memory};
        same = same_sentence(rows + r, n - r);
        const bool aligns = may_align && rows[r].aligned; /* as all rows of the sentence */
        if (aligns && same > TR_ATTEND_ROWS) same = TR_ATTEND_ROWS;
        same = tr_observable_rows(c, same);
        tr_attend(c, block, true, q + r * stride, stride, same, &memory,
                  c->y + r * tr_value_width(c));
        if (aligns) keep_alignments(c, rows + r, same, cache);
        tr_observe_rows(
            c, (tr_attention_row){.kind = TR_CROSS, .layer = l, .row = r, .step = rows[r].position},
            &memory, q + r * stride, stride, same);
    }
    tr_attention_close(c, block, c->y, n);
}

/* A step, as the threads that share its rows see it. */
typedef struct step {
    const tr_decoder_row *rows;
    tr_kvcache *cache;
} step;

static void step_rows(void *ctx, tr_compute *c, size_t first, size_t n)
{
    const step *s = ctx;
    const tr_decoder_row *rows = s->rows + first;
    const tr_nmt *m = c->m;
    const size_t d = m->config.d_model;

    tr_observe_part(c, TR_PART_EMBEDDING);
    for (size_t r = 0; r < n; r++)
        tr_embed(m, &m->weights.target_embedding, rows[r].previous,
                 tr_position(m->weights.target_positions, rows[r].position, d), c->x + r * d);
    if (m->weights.decoder_embedding_norm.gain)
        tr_norm_rows(c, &m->weights.decoder_embedding_norm, c->x, NULL, n, c->x);
    for (size_t l = 0; l < m->config.n_decoder_layers; l++) {
        tr_observe_part(c, TR_PART_DECODER_ATTENTION);
        (m->config.ssru ? ssru : self_attention)(c, l, rows, n, s->cache);
        tr_observe_part(c, TR_PART_CROSS_ATTENTION);
        cross_attention(c, l, rows, n, s->cache);
        tr_observe_part(c, TR_PART_DECODER_FFN);
        tr_ffn(c, &m->weights.decoder[l], n);
    }
    if (m->weights.decoder_norm.gain)
        tr_norm_rows(c, &m->weights.decoder_norm, c->x, NULL, n, c->x);
}

/* The number of rows from which to multiply with weights takes as long as to read them, or longer.
 * With fewer rows, it is better when each thread reads a part of the weights. */
static size_t rows_worth_reading(const tr_compute *c)
{
    enum { FROM_CACHE = 2, FROM_MEMORY = 16 };
    return c->cached ? FROM_CACHE : FROM_MEMORY;
}

void tr_decoder_step(tr_compute *c, const tr_decoder_row *rows, size_t n, tr_kvcache *cache)
{
    assert(n <= c->max_rows);
    tr_share_rows(c, n, rows_worth_reading(c), step_rows, &(step){rows, cache});
}
