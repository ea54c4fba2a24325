#include "train/network/attention_block.h"

#include <math.h>

typedef struct work {
    tr_block_work block;
    const tr_attention_block *attention;
    const tr_attention_memory *m;
} work;

/* Dense maps, in the order in which the backward pass comes to them; QUERIES may have keys and
 * values, too. */
enum { OUT, QUERIES, KEYS_VALUES };

static tr_heads heads_of(const work *w)
{
    const tr_shape *s = &w->block.b->pass->p->shape;
    return (tr_heads){s->heads, s->d_model / s->heads, false};
}

static float score_scale(const tr_heads *heads)
{
    return 1.0f / sqrtf((float)heads->d_head);
}

/* The sentence that a row belongs to. */
static size_t sentence_of(const work *w, const tr_pack_side *side, size_t row)
{
    size_t low = 0, high = w->block.b->n_sentences;
    while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;
        if (side->start[middle] <= row)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* Keys and values x [2 d] of a row, as attend() wants them. */
static void remember(const work *w, const float *x, size_t row)
{
    const tr_heads heads = heads_of(w);
    const size_t bytes = tr_row_bytes(&heads);
    char *to = w->block.b->room->rows + row * 2 * bytes;
    w->block.b->pass->k.pack_row(x, &heads, to);
    w->block.b->pass->k.pack_row(x + tr_block_width(&w->block), &heads, to + bytes);
}

/* n queries q [n, stride] look at n_keys positions from row `first_key` on. */
static void attend(const work *w, const float *q, size_t stride, size_t n, size_t first_key,
                   size_t n_keys, float *scratch, float *out)
{
    const tr_heads heads = heads_of(w);
    const size_t bytes = tr_row_bytes(&heads);
    const char *k = w->block.b->room->rows + first_key * 2 * bytes;
    const tr_memory memory = {.k = k, .v = k + bytes, .stride = 2 * bytes, .n = n_keys};
    w->block.b->pass->k.attend(q, stride, n, &memory, &heads, score_scale(&heads), scratch, out,
                               tr_block_width(&w->block));
}

/* Rows of one sentence after the other; a causal query looks at its own past alone. */
static void attend_rows(const work *w, size_t stride, const tr_pack_side *keys, bool causal,
                        size_t first, size_t n, float *scratch)
{
    const tr_pack_side *side = w->block.b->side;
    const size_t d = tr_block_width(&w->block);

    for (size_t r = first, some; r < first + n; r += some) {
        const size_t s = sentence_of(w, side, r), end = side->start[s + 1];
        const size_t key = keys->start[s], n_keys = keys->start[s + 1] - key;
        const float *q = w->m->wide + r * stride;
        float *out = w->m->attended + r * d;
        some = (end < first + n ? end : first + n) - r;
        if (!causal)
            attend(w, q, stride, some, key, n_keys, scratch, out);
        else
            for (size_t i = 0; i < some; i++)
                attend(w, q + i * stride, stride, 1, key, r + i - key + 1, scratch, out + i * d);
    }
}

static void close_attention(const work *w, size_t first, size_t n)
{
    const size_t d = tr_block_width(&w->block);
    tr_pass_dense(w->block.b->pass, &w->attention->out, w->m->attended + first * d, d, n,
                  w->m->block.output + first * d, d);
    tr_block_end(&w->block, first, n);
}

static void project_self(void *ctx, size_t first, size_t n, float *scratch)
{
    const work *w = ctx;
    const size_t d = tr_block_width(&w->block);
    const float *input = tr_block_begin(&w->block, first, n);
    float *wide = w->m->wide + first * 3 * d;

    (void)scratch;
    if (w->attention->qkv.n_out) {
        tr_pass_dense(w->block.b->pass, &w->attention->qkv, input, d, n, wide, 3 * d);
    } else {
        tr_pass_dense(w->block.b->pass, &w->attention->q, input, d, n, wide, 3 * d);
        tr_pass_dense(w->block.b->pass, &w->attention->kv, w->block.b->x + first * d, d, n,
                      wide + d, 3 * d);
    }
    for (size_t r = 0; r < n; r++)
        remember(w, wide + r * 3 * d + d, first + r);
}

static void attend_self(void *ctx, size_t first, size_t n, float *scratch)
{
    const work *w = ctx;
    attend_rows(w, 3 * tr_block_width(&w->block), w->block.b->side, w->block.b->site.decoder, first,
                n, scratch);
    close_attention(w, first, n);
}

static work work_of(const tr_block_pass *b, const tr_attention_block *block,
                    const tr_attention_memory *m)
{
    return (work){
        .block = {.b = b, .norm = block->norm, .m = &m->block}, .attention = block, .m = m};
}

void tr_self_attention(const tr_block_pass *b, const tr_attention_block *block,
                       const tr_attention_memory *m)
{
    const work w = work_of(b, block, m);
    tr_block_share(&w.block, b->side->n_rows, project_self);
    tr_block_share(&w.block, b->side->n_rows, attend_self);
}

/* d_wide's first columns become the gradient of what attention gave, for rows of which d_y is
 * known.  They are d columns wide, whatever the queries' stride. */
static void attention_output_back(void *ctx, size_t first, size_t n, float *scratch)
{
    const work *w = ctx;
    const size_t d = tr_block_width(&w->block);
    (void)scratch;
    tr_block_end_back(&w->block, first, n);
    tr_pass_dense_back(w->block.b->pass, &w->block.dense[OUT], first, n,
                       w->block.b->room->d_y + first * d, d, false,
                       w->block.b->room->d_in + first * d);
}

/* All heads of sentence s.  d_q, d_kv: where the gradients of query and key row 0 go. */
static void attend_sentence_back(const work *w, size_t s, const tr_pack_side *keys, size_t q_stride,
                                 const float *kv, size_t kv_stride, float *d_q, float *d_kv,
                                 float *scratch)
{
    const tr_pack_side *side = w->block.b->side;
    const tr_heads heads = heads_of(w);
    const size_t d = tr_block_width(&w->block), q = side->start[s], k = keys->start[s];
    const bool causal = keys == side && w->block.b->site.decoder;

    for (size_t h = 0; h < heads.n; h++) {
        const size_t at = h * heads.d_head, key = k * kv_stride + at;
        const tr_attention_gradient a = {.q = w->m->wide + q * q_stride + at,
                                         .k = kv + key,
                                         .v = kv + key + d,
                                         .d_out = w->block.b->room->d_in + q * d + at,
                                         .d_q = d_q + q * q_stride + at,
                                         .d_k = d_kv + key,
                                         .d_v = d_kv + key + d,
                                         .n_q = side->start[s + 1] - q,
                                         .n_k = keys->start[s + 1] - k,
                                         .d_head = heads.d_head,
                                         .q_stride = q_stride,
                                         .kv_stride = kv_stride,
                                         .out_stride = d,
                                         .scale = score_scale(&heads),
                                         .causal = causal};
        w->block.b->pass->g.attend_back(&a, scratch);
    }
}

static void self_sentence_back(void *ctx, size_t s, float *scratch)
{
    const work *w = ctx;
    const size_t d = tr_block_width(&w->block);
    float *d_wide = w->block.b->room->d_wide;
    attend_sentence_back(w, s, w->block.b->side, 3 * d, w->m->wide + d, 3 * d, d_wide, d_wide + d,
                         scratch);
}

static void self_input_back(void *ctx, size_t first, size_t n, float *scratch)
{
    const work *w = ctx;
    const size_t d = tr_block_width(&w->block);
    const float *d_wide = w->block.b->room->d_wide + first * 3 * d;

    if (w->attention->qkv.n_out) {
        tr_block_input_back(&w->block, QUERIES, d_wide, 3 * d, first, n, scratch);
    } else {
        tr_block_input_back(&w->block, QUERIES, d_wide, 3 * d, first, n, scratch);
        tr_pass_dense_back(w->block.b->pass, &w->block.dense[KEYS_VALUES], first, n, d_wide + d,
                           3 * d, true, w->block.b->room->d_x + first * d);
    }
}

void tr_self_attention_back(const tr_block_pass *b, const tr_attention_block *block,
                            const tr_attention_memory *m)
{
    work w = work_of(b, block, m);
    const float *input = tr_block_reads(&w.block, 0);
    const size_t n_rows = b->side->n_rows;

    tr_block_dense(&w.block, &block->out, m->attended, n_rows);
    if (block->qkv.n_out) {
        tr_block_dense(&w.block, &block->qkv, input, n_rows);
        w.block.dense[QUERIES].frozen = 1;
    } else {
        tr_block_dense(&w.block, &block->q, input, n_rows);
        tr_block_dense(&w.block, &block->kv, b->x, n_rows);
        w.block.dense[KEYS_VALUES].frozen = 0;
    }
    tr_block_share(&w.block, n_rows, attention_output_back);
    tr_workers_run(b->pass->workers, b->n_sentences, self_sentence_back, &w);
    tr_block_share(&w.block, n_rows, self_input_back);
    tr_block_gradients(&w.block);
}

static void project_memory(void *ctx, size_t first, size_t n, float *scratch)
{
    const work *w = ctx;
    const size_t d = tr_block_width(&w->block);
    float *kv = w->m->kv + first * 2 * d;

    (void)scratch;
    tr_pass_dense(w->block.b->pass, &w->attention->kv, w->block.b->memory + first * d, d, n, kv,
                  2 * d);
    for (size_t r = 0; r < n; r++)
        remember(w, kv + r * 2 * d, first + r);
}

static void attend_cross(void *ctx, size_t first, size_t n, float *scratch)
{
    const work *w = ctx;
    const size_t d = tr_block_width(&w->block);
    const float *input = tr_block_begin(&w->block, first, n);

    tr_pass_dense(w->block.b->pass, &w->attention->q, input, d, n, w->m->wide + first * d, d);
    attend_rows(w, d, w->block.b->source, false, first, n, scratch);
    close_attention(w, first, n);
}

void tr_cross_attention(const tr_block_pass *b, const tr_attention_block *block,
                        const tr_attention_memory *m)
{
    const work w = work_of(b, block, m);
    tr_block_share(&w.block, b->source->n_rows, project_memory);
    tr_block_share(&w.block, b->side->n_rows, attend_cross);
}

static void cross_sentence_back(void *ctx, size_t s, float *scratch)
{
    const work *w = ctx;
    const size_t d = tr_block_width(&w->block);
    attend_sentence_back(w, s, w->block.b->source, d, w->m->kv, 2 * d, w->block.b->room->d_wide,
                         w->block.b->room->d_kv, scratch);
}

static void cross_input_back(void *ctx, size_t first, size_t n, float *scratch)
{
    const work *w = ctx;
    const size_t d = tr_block_width(&w->block);
    tr_block_input_back(&w->block, QUERIES, w->block.b->room->d_wide + first * d, d, first, n,
                        scratch);
}

static void memory_back(void *ctx, size_t first, size_t n, float *scratch)
{
    const work *w = ctx;
    const size_t d = tr_block_width(&w->block);
    (void)scratch;
    tr_pass_dense_back(w->block.b->pass, &w->block.dense[KEYS_VALUES], first, n,
                       w->block.b->room->d_kv + first * 2 * d, 2 * d, true,
                       w->block.b->d_memory + first * d);
}

void tr_cross_attention_back(const tr_block_pass *b, const tr_attention_block *block,
                             const tr_attention_memory *m)
{
    work w = work_of(b, block, m);
    const size_t n_rows = b->side->n_rows;

    tr_block_dense(&w.block, &block->out, m->attended, n_rows);
    tr_block_dense(&w.block, &block->q, tr_block_reads(&w.block, 0), n_rows);
    tr_block_dense(&w.block, &block->kv, b->memory, b->source->n_rows);
    w.block.dense[KEYS_VALUES].frozen = 0;
    tr_block_share(&w.block, n_rows, attention_output_back);
    tr_workers_run(b->pass->workers, b->n_sentences, cross_sentence_back, &w);
    tr_block_share(&w.block, n_rows, cross_input_back);
    tr_block_share(&w.block, b->source->n_rows, memory_back);
    tr_block_gradients(&w.block);
}

size_t tr_attention_scratch(const tr_shape *shape, size_t longest)
{
    const tr_heads heads = {shape->heads, shape->d_model / shape->heads, false};
    const size_t forward = tr_attend_work(&heads, longest);
    const size_t backward = tr_attend_back_work(longest, longest, heads.d_head);
    return forward > backward ? forward : backward;
}
