#include "train/network/attention_block.h"

#include <math.h>

typedef struct attention_work {
    tr_block_work block;
    const tr_attention_block *maps;
    const tr_attention_memory *m;
} attention_work;

/* Dense maps in the order in which the backward pass comes to them; QUERIES may hold keys and
 * values, too. */
enum { OUT, QUERIES, KEYS_VALUES };

static attention_work attention_work_of(const tr_block_pass *b, const tr_attention_block *maps,
                                        const tr_attention_memory *m)
{
    return (attention_work){
        .block = {.b = b, .norm = maps->norm, .m = &m->block}, .maps = maps, .m = m};
}

tr_heads tr_attention_heads(const tr_shape *s)
{
    const tr_head_widths w = tr_shape_head(s);
    return (tr_heads){.n = s->heads, .d_head = w.key, .d_value = w.value};
}

/* Floats of a row of queries, of keys, and of values or results: all heads together. */
static tr_head_widths widths_of(const attention_work *w)
{
    return tr_shape_heads(&w->block.b->pass->p->shape);
}

/* Floats from a row of m->wide to the next, and of keys and values alone. */
static size_t wide_stride(const attention_work *w)
{
    const tr_head_widths n = widths_of(w);
    return n.query + n.key + n.value;
}

static size_t kv_stride(const attention_work *w)
{
    const tr_head_widths n = widths_of(w);
    return n.key + n.value;
}

static float score_scale(const tr_heads *heads)
{
    return 1.0f / sqrtf((float)heads->d_head);
}

/* ---- Forward ---- */

/* The sentence of [n_sentences] that a row belongs to. */
static size_t sentence_of(const tr_pack_side *side, size_t n_sentences, size_t row)
{
    size_t low = 0, high = n_sentences;
    while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;
        if (side->start[middle] <= row)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* Rows first .. first + n - 1 of `rows` become the keys and values kv [n, stride], as attend() wants
 * them. */
static void pack_keys_values(const tr_pass *pass, const float *kv, size_t stride, size_t first,
                             size_t n, char *rows)
{
    const tr_heads heads = tr_attention_heads(&pass->p->shape);
    const tr_heads values = tr_value_heads(&heads);
    const size_t width = heads.n * heads.d_head;

    for (size_t r = 0; r < n; r++) {
        char *to = rows + (first + r) * tr_memory_bytes(&heads);
        pass->k.pack_row(kv + r * stride, &heads, to);
        pass->k.pack_row(kv + r * stride + width, &values, to + tr_row_bytes(&heads));
    }
}

/* out [n, values] = n queries q [n, stride] over n_keys positions of `rows` from `first_key` on. */
static void attend_positions(const tr_pass *pass, const float *q, size_t stride, size_t n,
                             const char *rows, size_t first_key, size_t n_keys, float *scratch,
                             float *out)
{
    const tr_heads heads = tr_attention_heads(&pass->p->shape);
    const size_t bytes = tr_memory_bytes(&heads);
    const char *k = rows + first_key * bytes;
    const tr_memory memory = {
        .k = k, .v = k + tr_row_bytes(&heads), .stride = bytes, .n = n_keys};
    pass->k.attend(q, stride, n, &memory, &heads, score_scale(&heads), scratch, out,
                   heads.n * heads.d_value);
}

/* From m->wide, whose rows are `stride` apart, and room->rows to m->attended, sentence by sentence;
 * a causal query looks at its own past alone. */
static void attend_rows(const attention_work *w, size_t stride, const tr_pack_side *keys,
                        bool causal, size_t first, size_t n, float *scratch)
{
    const tr_block_pass *b = w->block.b;
    const tr_pass *pass = b->pass;
    const char *rows = b->room->rows;
    const size_t *start = b->side->start;
    const size_t d = widths_of(w).value;

    for (size_t r = first, some; r < first + n; r += some) {
        const size_t s = sentence_of(b->side, b->n_sentences, r), end = start[s + 1];
        const size_t key = keys->start[s], n_keys = keys->start[s + 1] - key;
        const float *q = w->m->wide + r * stride;
        float *out = w->m->attended + r * d;
        some = (end < first + n ? end : first + n) - r;
        if (!causal)
            attend_positions(pass, q, stride, some, rows, key, n_keys, scratch, out);
        else
            for (size_t i = 0; i < some; i++)
                attend_positions(pass, q + i * stride, stride, 1, rows, key, r + i - key + 1,
                                 scratch, out + i * d);
    }
}

/* From m->attended to the block's output. */
static void close_attention(const attention_work *w, size_t first, size_t n)
{
    const size_t d = tr_block_width(&w->block), width = widths_of(w).value;
    const float *attended = w->m->attended + first * width;
    float *output = w->m->block.output + first * d;

    tr_pass_dense(w->block.b->pass, &w->maps->out, attended, width, n, output, d);
    tr_block_end(&w->block, first, n);
}

/* From the block's input to m->wide and room->rows. */
static void project_self(void *ctx, size_t first, size_t n, float *scratch)
{
    const attention_work *w = ctx;
    const tr_block_pass *b = w->block.b;
    const tr_attention_block *maps = w->maps;
    const size_t d = tr_block_width(&w->block), stride = wide_stride(w);
    const float *raw = b->x + first * d, *input = tr_block_begin(&w->block, first, n);
    float *q = w->m->wide + first * stride, *kv = q + widths_of(w).query;

    (void)scratch;
    if (maps->qkv.n_out) {
        tr_pass_dense(b->pass, &maps->qkv, input, d, n, q, stride);
    } else {
        tr_pass_dense(b->pass, &maps->q, input, d, n, q, stride);
        tr_pass_dense(b->pass, &maps->kv, raw, d, n, kv, stride);
    }
    pack_keys_values(b->pass, kv, stride, first, n, b->room->rows);
}

static void attend_self(void *ctx, size_t first, size_t n, float *scratch)
{
    const attention_work *w = ctx;
    const tr_block_pass *b = w->block.b;

    attend_rows(w, wide_stride(w), b->side, b->site.decoder, first, n, scratch);
    close_attention(w, first, n);
}

void tr_self_attention(const tr_block_pass *b, const tr_attention_block *maps,
                       const tr_attention_memory *m)
{
    const attention_work w = attention_work_of(b, maps, m);
    tr_block_share(&w.block, b->side->n_rows, project_self);
    tr_block_share(&w.block, b->side->n_rows, attend_self);
}

/* From the encoder's output to m->kv and room->rows. */
static void project_memory(void *ctx, size_t first, size_t n, float *scratch)
{
    const attention_work *w = ctx;
    const tr_block_pass *b = w->block.b;
    const size_t d = tr_block_width(&w->block), stride = kv_stride(w);
    const float *memory = b->memory + first * d;
    float *kv = w->m->kv + first * stride;

    (void)scratch;
    tr_pass_dense(b->pass, &w->maps->kv, memory, d, n, kv, stride);
    pack_keys_values(b->pass, kv, stride, first, n, b->room->rows);
}

/* From the block's input to m->wide, and on. */
static void attend_cross(void *ctx, size_t first, size_t n, float *scratch)
{
    const attention_work *w = ctx;
    const tr_block_pass *b = w->block.b;
    const size_t d = tr_block_width(&w->block), stride = widths_of(w).query;
    const float *input = tr_block_begin(&w->block, first, n);
    float *q = w->m->wide + first * stride;

    tr_pass_dense(b->pass, &w->maps->q, input, d, n, q, stride);
    attend_rows(w, stride, b->source, false, first, n, scratch);
    close_attention(w, first, n);
}

void tr_cross_attention(const tr_block_pass *b, const tr_attention_block *maps,
                        const tr_attention_memory *m)
{
    const attention_work w = attention_work_of(b, maps, m);
    tr_block_share(&w.block, b->source->n_rows, project_memory);
    tr_block_share(&w.block, b->side->n_rows, attend_cross);
}

/* ---- Backward ---- */

/* From room->d_out to room->d_in, the gradient of m->attended.  room->d_y is kept for the map's own
 * gradient. */
static void attention_output_back(void *ctx, size_t first, size_t n, float *scratch)
{
    const attention_work *w = ctx;
    const tr_block_room *room = w->block.b->room;
    const size_t d = tr_block_width(&w->block);
    const float *d_y = room->d_y + first * d;
    float *d_attended = room->d_in + first * widths_of(w).value;

    (void)scratch;
    tr_block_end_back(&w->block, first, n);
    tr_pass_dense_back(w->block.b->pass, &w->block.dense[OUT], first, n, d_y, d, false, d_attended);
}

/* All heads of sentence s.  `all` has the arrays of all rows and heads, the strides of queries and
 * of keys and values, and `causal`. */
static void attend_sentence_back(const tr_block_pass *b, const tr_attention_gradient *all,
                                 const tr_pack_side *keys, size_t s, float *scratch)
{
    const tr_pass *pass = b->pass;
    const tr_heads heads = tr_attention_heads(&pass->p->shape);
    const size_t d = heads.n * heads.d_value, q = b->side->start[s], k = keys->start[s];

    for (size_t h = 0; h < heads.n; h++) {
        const size_t query = q * all->q_stride + h * heads.d_head;
        const size_t key = k * all->kv_stride + h * heads.d_head;
        const size_t value = k * all->kv_stride + h * heads.d_value;
        tr_attention_gradient head = *all;
        head.q += query;
        head.k += key;
        head.v += value;
        head.d_out += q * d + h * heads.d_value;
        head.d_q += query;
        head.d_k += key;
        head.d_v += value;
        head.n_q = b->side->start[s + 1] - q;
        head.n_k = keys->start[s + 1] - k;
        head.d_head = heads.d_head;
        head.d_value = heads.d_value;
        head.out_stride = d;
        head.scale = score_scale(&heads);
        pass->g.attend_back(&head, scratch);
    }
}

/* From room->d_in to room->d_wide, the gradient of m->wide. */
static void self_sentence_back(void *ctx, size_t s, float *scratch)
{
    const attention_work *w = ctx;
    const tr_block_pass *b = w->block.b;
    const tr_head_widths n = widths_of(w);
    const size_t key = n.query, value = n.query + n.key, stride = wide_stride(w);
    const float *wide = w->m->wide, *d_attended = b->room->d_in;
    float *d_wide = b->room->d_wide;
    const tr_attention_gradient all = {.q = wide,
                                       .k = wide + key,
                                       .v = wide + value,
                                       .d_out = d_attended,
                                       .d_q = d_wide,
                                       .d_k = d_wide + key,
                                       .d_v = d_wide + value,
                                       .q_stride = stride,
                                       .kv_stride = stride,
                                       .causal = b->site.decoder};
    attend_sentence_back(b, &all, b->side, s, scratch);
}

/* From room->d_wide to room->d_x. */
static void self_input_back(void *ctx, size_t first, size_t n, float *scratch)
{
    const attention_work *w = ctx;
    const tr_block_pass *b = w->block.b;
    const size_t d = tr_block_width(&w->block), stride = wide_stride(w);
    const float *d_q = b->room->d_wide + first * stride, *d_kv = d_q + widths_of(w).query;
    float *d_x = b->room->d_x + first * d;

    tr_block_input_back(&w->block, QUERIES, d_q, stride, first, n, scratch);
    if (!w->maps->qkv.n_out)
        tr_pass_dense_back(b->pass, &w->block.dense[KEYS_VALUES], first, n, d_kv, stride, true,
                           d_x);
}

/* A bias of keys adds the same to all scores of a query, and changes nothing. */
static void freeze(tr_dense_gradient *g, size_t first, size_t n)
{
    g->frozen = first;
    g->n_frozen = n;
}

void tr_self_attention_back(const tr_block_pass *b, const tr_attention_block *maps,
                            const tr_attention_memory *m)
{
    attention_work w = attention_work_of(b, maps, m);
    const float *input = tr_block_reads(&w.block, 0);
    const size_t n_rows = b->side->n_rows;
    const tr_head_widths n = widths_of(&w);

    tr_block_dense(&w.block, &maps->out, m->attended, n_rows);
    if (maps->qkv.n_out) {
        tr_block_dense(&w.block, &maps->qkv, input, n_rows);
        freeze(&w.block.dense[QUERIES], n.query, n.key);
    } else {
        tr_block_dense(&w.block, &maps->q, input, n_rows);
        tr_block_dense(&w.block, &maps->kv, b->x, n_rows);
        freeze(&w.block.dense[KEYS_VALUES], 0, n.key);
    }
    tr_block_share(&w.block, n_rows, attention_output_back);
    tr_workers_run(b->pass->workers, b->n_sentences, self_sentence_back, &w);
    tr_block_share(&w.block, n_rows, self_input_back);
    tr_block_gradients(&w.block);
}

/* From room->d_in to room->d_wide and room->d_kv, the gradients of m->wide and m->kv. */
static void cross_sentence_back(void *ctx, size_t s, float *scratch)
{
    const attention_work *w = ctx;
    const tr_block_pass *b = w->block.b;
    const tr_head_widths n = widths_of(w);
    const float *q = w->m->wide, *kv = w->m->kv, *d_attended = b->room->d_in;
    float *d_q = b->room->d_wide, *d_kv = b->room->d_kv;
    const tr_attention_gradient all = {.q = q,
                                       .k = kv,
                                       .v = kv + n.key,
                                       .d_out = d_attended,
                                       .d_q = d_q,
                                       .d_k = d_kv,
                                       .d_v = d_kv + n.key,
                                       .q_stride = n.query,
                                       .kv_stride = kv_stride(w)};
    attend_sentence_back(b, &all, b->source, s, scratch);
}

/* From room->d_wide to room->d_x. */
static void cross_input_back(void *ctx, size_t first, size_t n, float *scratch)
{
    const attention_work *w = ctx;
    const size_t stride = widths_of(w).query;
    const float *d_q = w->block.b->room->d_wide + first * stride;
    tr_block_input_back(&w->block, QUERIES, d_q, stride, first, n, scratch);
}

/* From room->d_kv to the gradient of the encoder's output, to which it is added. */
static void memory_back(void *ctx, size_t first, size_t n, float *scratch)
{
    const attention_work *w = ctx;
    const tr_block_pass *b = w->block.b;
    const size_t d = tr_block_width(&w->block), stride = kv_stride(w);
    const float *d_kv = b->room->d_kv + first * stride;
    float *d_memory = b->d_memory + first * d;

    (void)scratch;
    tr_pass_dense_back(b->pass, &w->block.dense[KEYS_VALUES], first, n, d_kv, stride, true,
                       d_memory);
}

void tr_cross_attention_back(const tr_block_pass *b, const tr_attention_block *maps,
                             const tr_attention_memory *m)
{
    attention_work w = attention_work_of(b, maps, m);
    const size_t n_rows = b->side->n_rows;

    tr_block_dense(&w.block, &maps->out, m->attended, n_rows);
    tr_block_dense(&w.block, &maps->q, tr_block_reads(&w.block, 0), n_rows);
    tr_block_dense(&w.block, &maps->kv, b->memory, b->source->n_rows);
    freeze(&w.block.dense[KEYS_VALUES], 0, widths_of(&w).key);
    tr_block_share(&w.block, n_rows, attention_output_back);
    tr_workers_run(b->pass->workers, b->n_sentences, cross_sentence_back, &w);
    tr_block_share(&w.block, n_rows, cross_input_back);
    tr_block_share(&w.block, b->source->n_rows, memory_back);
    tr_block_gradients(&w.block);
}

size_t tr_attention_scratch(const tr_shape *shape, size_t longest)
{
    const tr_heads heads = tr_attention_heads(shape);
    const size_t forward = tr_attend_work(&heads, longest);
    const size_t wider = heads.d_head > heads.d_value ? heads.d_head : heads.d_value;
    const size_t backward = tr_attend_back_work(longest, longest, wider);
    return forward > backward ? forward : backward;
}
