#include "train/blocks.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* A block with its own parameters and memory, as the functions that share rows get it. */
typedef struct work {
    const tr_block_pass *b;
    const tr_attention_block *attention;
    const tr_attention_memory *am;
    const tr_train_layer *layer;
    const tr_ssru_memory *sm;
    const tr_ffn_memory *fm;
    tr_gain norm;
    const tr_block_memory *m;
} work;

static size_t width_of(const work *w)
{
    return w->b->pass->p->shape.d_model;
}

static bool is_pre_norm(const work *w)
{
    return w->b->pass->p->shape.pre_norm;
}

static const float *weights(const work *w, size_t at)
{
    return w->b->pass->p->w + at;
}

static void share_rows(const work *w, size_t n_rows, tr_workers_rows *rows)
{
    tr_workers_share(w->b->pass->workers, n_rows, TR_ROWS_TOGETHER, rows, (void *)w);
}

/* ---- The beginning and the end of every block ---- */

static void norm_rows(const work *w, const float *x, const float *residual, size_t first, size_t n,
                      float *y)
{
    const size_t d = width_of(w);
    for (size_t r = 0; r < n; r++)
        w->b->pass->g.norm_keep(x + r * d, residual ? residual + r * d : NULL,
                                weights(w, w->norm.gain), weights(w, w->norm.bias),
                                w->b->pass->p->shape.epsilon, d, w->m->normal + (first + r) * d,
                                w->m->factor + first + r, y + r * d);
}

static void norm_rows_back(const work *w, const float *d_y, size_t first, size_t n, float *d_z)
{
    const size_t d = width_of(w);
    for (size_t r = 0; r < n; r++)
        w->b->pass->g.norm_back(d_y + r * d, w->m->normal + (first + r) * d,
                                weights(w, w->norm.gain), w->m->factor[first + r], d, d_z + r * d);
}

/* What the block's function reads. */
static const float *block_input(const work *w, size_t first)
{
    const float *all = is_pre_norm(w) ? w->m->input : w->b->x;
    return all + first * width_of(w);
}

static const float *make_input(const work *w, size_t first, size_t n)
{
    const size_t d = width_of(w);
    if (is_pre_norm(w)) norm_rows(w, w->b->x + first * d, NULL, first, n, w->m->input + first * d);
    return block_input(w, first);
}

/* The end of a block that computed y [n, d] where its output is to be. */
static void make_output(const work *w, size_t first, size_t n)
{
    const size_t d = width_of(w);
    const float *x = w->b->x + first * d;
    float *y = w->m->output + first * d;

    tr_pass_drop(w->b->pass, w->b->site, w->b->side, first, n, y);
    if (is_pre_norm(w))
        for (size_t i = 0; i < n * d; i++)
            y[i] += x[i];
    else
        norm_rows(w, y, x, first, n, y);
}

/* From d_out to d_y, and what goes past the function to d_x. */
static void output_back(const work *w, size_t first, size_t n)
{
    const size_t d = width_of(w), size = n * d * sizeof(float);
    const tr_block_room *room = w->b->room;
    const float *d_out = room->d_out + first * d;
    float *d_x = room->d_x + first * d, *d_y = room->d_y + first * d;

    if (is_pre_norm(w))
        memcpy(d_x, d_out, size);
    else
        norm_rows_back(w, d_out, first, n, d_x);
    memcpy(d_y, d_x, size);
    tr_pass_drop(w->b->pass, w->b->site, w->b->side, first, n, d_y);
}

/* d_x += what comes through a dense map of the block's input; with norms before blocks, d_in is
 * kept for the norm's own gradient. */
static void input_back(const work *w, const tr_dense *dense, const float *d_wide, size_t stride,
                       size_t first, size_t n, float *scratch)
{
    const size_t d = width_of(w);
    float *d_x = w->b->room->d_x + first * d, *d_in = w->b->room->d_in + first * d;

    if (!is_pre_norm(w)) {
        tr_dense_back_rows(w->b->pass, dense, d_wide, stride, n, true, d_x, d);
        return;
    }
    tr_dense_back_rows(w->b->pass, dense, d_wide, stride, n, false, d_in, d);
    for (size_t r = 0; r < n; r++) {
        norm_rows_back(w, d_in + r * d, first + r, 1, scratch);
        for (size_t i = 0; i < d; i++)
            d_x[r * d + i] += scratch[i];
    }
}

static tr_norm_gradient norm_gradient(const work *w)
{
    const tr_block_room *room = w->b->room;
    return (tr_norm_gradient){w->norm, is_pre_norm(w) ? room->d_in : room->d_out, w->m->normal,
                              w->b->side->n_rows};
}

static tr_dense_gradient dense_gradient(const work *w, const tr_dense *dense, const float *d_y,
                                        size_t d_y_stride, const float *x)
{
    return (tr_dense_gradient){.dense = dense,
                               .d_y = d_y,
                               .x = x,
                               .d_y_stride = d_y_stride,
                               .x_stride = dense->n_in,
                               .n_rows = w->b->side->n_rows,
                               .frozen = -1};
}

static void add_gradients(const work *w, const tr_dense_gradient *dense, size_t n)
{
    const tr_norm_gradient norm = norm_gradient(w);
    tr_add_gradients(w->b->pass, dense, n, &norm, 1, w->b->room->panels);
}

/* ---- Attention ---- */

static tr_heads heads_of(const work *w)
{
    const tr_shape *s = &w->b->pass->p->shape;
    return (tr_heads){s->heads, s->d_model / s->heads, false};
}

static float score_scale(const tr_heads *heads)
{
    return 1.0f / sqrtf((float)heads->d_head);
}

/* The sentence that a row belongs to. */
static size_t sentence_of(const work *w, const tr_pack_side *side, size_t row)
{
    size_t low = 0, high = w->b->n_sentences;
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
    char *to = w->b->room->rows + row * 2 * bytes;
    w->b->pass->k.pack_row(x, &heads, to);
    w->b->pass->k.pack_row(x + width_of(w), &heads, to + bytes);
}

/* n queries q [n, stride] look at n_keys positions from row `first_key` on. */
static void attend(const work *w, const float *q, size_t stride, size_t n, size_t first_key,
                   size_t n_keys, float *scratch, float *out)
{
    const tr_heads heads = heads_of(w);
    const size_t bytes = tr_row_bytes(&heads);
    const char *k = w->b->room->rows + first_key * 2 * bytes;
    const tr_memory memory = {.k = k, .v = k + bytes, .stride = 2 * bytes, .n = n_keys};
    w->b->pass->k.attend(q, stride, n, &memory, &heads, score_scale(&heads), scratch, out,
                         width_of(w));
}

/* Rows of one sentence after the other; a causal query looks at its own past alone. */
static void attend_rows(const work *w, size_t stride, const tr_pack_side *keys, bool causal,
                        size_t first, size_t n, float *scratch)
{
    const tr_pack_side *side = w->b->side;
    const size_t d = width_of(w);

    for (size_t r = first, some; r < first + n; r += some) {
        const size_t s = sentence_of(w, side, r), end = side->start[s + 1];
        const size_t key = keys->start[s], n_keys = keys->start[s + 1] - key;
        const float *q = w->am->wide + r * stride;
        float *out = w->am->attended + r * d;
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
    const size_t d = width_of(w);
    tr_dense_rows(w->b->pass, &w->attention->out, w->am->attended + first * d, d, n,
                  w->m->output + first * d, d);
    make_output(w, first, n);
}

static void project_self(void *ctx, size_t first, size_t n, float *scratch)
{
    const work *w = ctx;
    const size_t d = width_of(w);
    const float *input = make_input(w, first, n);
    float *wide = w->am->wide + first * 3 * d;

    (void)scratch;
    if (w->attention->qkv.n_out) {
        tr_dense_rows(w->b->pass, &w->attention->qkv, input, d, n, wide, 3 * d);
    } else {
        tr_dense_rows(w->b->pass, &w->attention->q, input, d, n, wide, 3 * d);
        tr_dense_rows(w->b->pass, &w->attention->kv, w->b->x + first * d, d, n, wide + d, 3 * d);
    }
    for (size_t r = 0; r < n; r++)
        remember(w, wide + r * 3 * d + d, first + r);
}

static void attend_self(void *ctx, size_t first, size_t n, float *scratch)
{
    const work *w = ctx;
    attend_rows(w, 3 * width_of(w), w->b->side, w->b->site.decoder, first, n, scratch);
    close_attention(w, first, n);
}

static work attention_work(const tr_block_pass *b, const tr_attention_block *block,
                           const tr_attention_memory *m)
{
    return (work){.b = b, .attention = block, .am = m, .norm = block->norm, .m = &m->block};
}

void tr_self_attention(const tr_block_pass *b, const tr_attention_block *block,
                       const tr_attention_memory *m)
{
    const work w = attention_work(b, block, m);
    share_rows(&w, b->side->n_rows, project_self);
    share_rows(&w, b->side->n_rows, attend_self);
}

/* d_wide's first columns become the gradient of what attention gave, for rows of which d_y is
 * known.  They are d columns wide, whatever the queries' stride. */
static void attention_output_back(void *ctx, size_t first, size_t n, float *scratch)
{
    const work *w = ctx;
    const size_t d = width_of(w);
    (void)scratch;
    output_back(w, first, n);
    tr_dense_back_rows(w->b->pass, &w->attention->out, w->b->room->d_y + first * d, d, n, false,
                       w->b->room->d_in + first * d, d);
}

/* All heads of sentence s.  d_q, d_kv: where the gradients of query and key row 0 go. */
static void attend_sentence_back(const work *w, size_t s, const tr_pack_side *keys, size_t q_stride,
                                 const float *kv, size_t kv_stride, float *d_q, float *d_kv,
                                 float *scratch)
{
    const tr_pack_side *side = w->b->side;
    const tr_heads heads = heads_of(w);
    const size_t d = width_of(w), q = side->start[s], k = keys->start[s];
    const bool causal = keys == side && w->b->site.decoder;

    for (size_t h = 0; h < heads.n; h++) {
        const size_t at = h * heads.d_head, key = k * kv_stride + at;
        const tr_attention_gradient a = {.q = w->am->wide + q * q_stride + at,
                                         .k = kv + key,
                                         .v = kv + key + d,
                                         .d_out = w->b->room->d_in + q * d + at,
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
        w->b->pass->g.attend_back(&a, scratch);
    }
}

static void self_sentence_back(void *ctx, size_t s, float *scratch)
{
    const work *w = ctx;
    const size_t d = width_of(w);
    float *d_wide = w->b->room->d_wide;
    attend_sentence_back(w, s, w->b->side, 3 * d, w->am->wide + d, 3 * d, d_wide, d_wide + d,
                         scratch);
}

static void self_input_back(void *ctx, size_t first, size_t n, float *scratch)
{
    const work *w = ctx;
    const size_t d = width_of(w);
    const float *d_wide = w->b->room->d_wide + first * 3 * d;

    if (w->attention->qkv.n_out) {
        input_back(w, &w->attention->qkv, d_wide, 3 * d, first, n, scratch);
    } else {
        input_back(w, &w->attention->q, d_wide, 3 * d, first, n, scratch);
        tr_dense_back_rows(w->b->pass, &w->attention->kv, d_wide + d, 3 * d, n, true,
                           w->b->room->d_x + first * d, d);
    }
}

void tr_self_attention_back(const tr_block_pass *b, const tr_attention_block *block,
                            const tr_attention_memory *m)
{
    const work w = attention_work(b, block, m);
    const size_t d = width_of(&w), n_rows = b->side->n_rows;
    const float *d_wide = b->room->d_wide;
    tr_dense_gradient dense[3];
    size_t n = 0;

    share_rows(&w, n_rows, attention_output_back);
    tr_workers_run(b->pass->workers, b->n_sentences, self_sentence_back, (void *)&w);
    share_rows(&w, n_rows, self_input_back);

    dense[n++] = dense_gradient(&w, &block->out, b->room->d_y, d, m->attended);
    if (block->qkv.n_out) {
        dense[n++] = dense_gradient(&w, &block->qkv, d_wide, 3 * d, block_input(&w, 0));
        dense[1].frozen = 1;
    } else {
        dense[n++] = dense_gradient(&w, &block->q, d_wide, 3 * d, block_input(&w, 0));
        dense[n++] = dense_gradient(&w, &block->kv, d_wide + d, 3 * d, b->x);
        dense[2].frozen = 0;
    }
    add_gradients(&w, dense, n);
}

static void project_memory(void *ctx, size_t first, size_t n, float *scratch)
{
    const work *w = ctx;
    const size_t d = width_of(w);
    float *kv = w->am->kv + first * 2 * d;

    (void)scratch;
    tr_dense_rows(w->b->pass, &w->attention->kv, w->b->memory + first * d, d, n, kv, 2 * d);
    for (size_t r = 0; r < n; r++)
        remember(w, kv + r * 2 * d, first + r);
}

static void attend_cross(void *ctx, size_t first, size_t n, float *scratch)
{
    const work *w = ctx;
    const size_t d = width_of(w);
    const float *input = make_input(w, first, n);

    tr_dense_rows(w->b->pass, &w->attention->q, input, d, n, w->am->wide + first * d, d);
    attend_rows(w, d, w->b->source, false, first, n, scratch);
    close_attention(w, first, n);
}

void tr_cross_attention(const tr_block_pass *b, const tr_attention_block *block,
                        const tr_attention_memory *m)
{
    const work w = attention_work(b, block, m);
    share_rows(&w, b->source->n_rows, project_memory);
    share_rows(&w, b->side->n_rows, attend_cross);
}

static void cross_sentence_back(void *ctx, size_t s, float *scratch)
{
    const work *w = ctx;
    const size_t d = width_of(w);
    attend_sentence_back(w, s, w->b->source, d, w->am->kv, 2 * d, w->b->room->d_wide,
                         w->b->room->d_kv, scratch);
}

static void cross_input_back(void *ctx, size_t first, size_t n, float *scratch)
{
    const work *w = ctx;
    const size_t d = width_of(w);
    input_back(w, &w->attention->q, w->b->room->d_wide + first * d, d, first, n, scratch);
}

static void memory_back(void *ctx, size_t first, size_t n, float *scratch)
{
    const work *w = ctx;
    const size_t d = width_of(w);
    (void)scratch;
    tr_dense_back_rows(w->b->pass, &w->attention->kv, w->b->room->d_kv + first * 2 * d, 2 * d, n,
                       true, w->b->d_memory + first * d, d);
}

void tr_cross_attention_back(const tr_block_pass *b, const tr_attention_block *block,
                             const tr_attention_memory *m)
{
    const work w = attention_work(b, block, m);
    const size_t d = width_of(&w);

    share_rows(&w, b->side->n_rows, attention_output_back);
    tr_workers_run(b->pass->workers, b->n_sentences, cross_sentence_back, (void *)&w);
    share_rows(&w, b->side->n_rows, cross_input_back);
    share_rows(&w, b->source->n_rows, memory_back);

    tr_dense_gradient dense[3] = {
        dense_gradient(&w, &block->out, b->room->d_y, d, m->attended),
        dense_gradient(&w, &block->q, b->room->d_wide, d, block_input(&w, 0)),
        dense_gradient(&w, &block->kv, b->room->d_kv, 2 * d, b->memory),
    };
    dense[2].n_rows = b->source->n_rows;
    dense[2].frozen = 0;
    add_gradients(&w, dense, 3);
}

/* ---- SSRU: c = f * c' + (1 - f) * x, out = max(c, 0) (Kim et al. 2019) ---- */

static void project_ssru(void *ctx, size_t first, size_t n, float *scratch)
{
    const work *w = ctx;
    const size_t d = width_of(w);
    float *wide = w->sm->wide + first * 2 * d;

    (void)scratch;
    tr_dense_rows(w->b->pass, &w->layer->ssru, make_input(w, first, n), d, n, wide, 2 * d);
    for (size_t r = 0; r < n; r++)
        w->b->pass->k.activate(TR_SIGMOID, wide + r * 2 * d + d, d);
}

static void run_sentence(void *ctx, size_t s, float *scratch)
{
    const work *w = ctx;
    const size_t d = width_of(w), begin = w->b->side->start[s], end = w->b->side->start[s + 1];

    (void)scratch;
    for (size_t r = begin; r < end; r++) {
        const float *x = w->sm->wide + r * 2 * d, *forget = x + d;
        float *state = w->sm->state + r * d, *y = w->m->output + r * d;
        for (size_t i = 0; i < d; i++) {
            const float kept = r > begin ? forget[i] * state[i - d] : 0;
            state[i] = kept + (1 - forget[i]) * x[i];
            y[i] = state[i] <= 0 ? 0 : state[i];
        }
    }
}

static void close_ssru(void *ctx, size_t first, size_t n, float *scratch)
{
    (void)scratch;
    make_output(ctx, first, n);
}

static work ssru_work(const tr_block_pass *b, const tr_train_layer *layer, const tr_ssru_memory *m)
{
    return (work){.b = b, .layer = layer, .sm = m, .norm = layer->ssru_norm, .m = &m->block};
}

void tr_ssru_block(const tr_block_pass *b, const tr_train_layer *layer, const tr_ssru_memory *m)
{
    const work w = ssru_work(b, layer, m);
    share_rows(&w, b->side->n_rows, project_ssru);
    tr_workers_run(b->pass->workers, b->n_sentences, run_sentence, (void *)&w);
    share_rows(&w, b->side->n_rows, close_ssru);
}

static void ssru_output_back(void *ctx, size_t first, size_t n, float *scratch)
{
    (void)scratch;
    output_back(ctx, first, n);
}

/* From the last row back; d_c [d] is what reaches a row's state from the row after it. */
static void run_sentence_back(void *ctx, size_t s, float *d_c)
{
    const work *w = ctx;
    const size_t d = width_of(w), begin = w->b->side->start[s];

    memset(d_c, 0, d * sizeof *d_c);
    for (size_t r = w->b->side->start[s + 1]; r-- > begin;) {
        const float *x = w->sm->wide + r * 2 * d, *forget = x + d;
        const float *state = w->sm->state + r * d, *d_y = w->b->room->d_y + r * d;
        float *d_wide = w->b->room->d_wide + r * 2 * d;
        for (size_t i = 0; i < d; i++) {
            const float f = forget[i], d_state = d_c[i] + (state[i] > 0 ? d_y[i] : 0);
            const float before = r > begin ? state[i - d] : 0;
            d_wide[i] = d_state * (1 - f);
            d_wide[d + i] = (d_state * (before - x[i])) * (f * (1 - f));
            d_c[i] = d_state * f;
        }
    }
}

static void ssru_input_back(void *ctx, size_t first, size_t n, float *scratch)
{
    const work *w = ctx;
    const size_t d = width_of(w);
    input_back(w, &w->layer->ssru, w->b->room->d_wide + first * 2 * d, 2 * d, first, n, scratch);
}

void tr_ssru_block_back(const tr_block_pass *b, const tr_train_layer *layer,
                        const tr_ssru_memory *m)
{
    const work w = ssru_work(b, layer, m);
    const size_t d = width_of(&w), n_rows = b->side->n_rows;

    share_rows(&w, n_rows, ssru_output_back);
    tr_workers_run(b->pass->workers, b->n_sentences, run_sentence_back, (void *)&w);
    share_rows(&w, n_rows, ssru_input_back);
    tr_dense_gradient dense =
        dense_gradient(&w, &layer->ssru, b->room->d_wide, 2 * d, block_input(&w, 0));
    dense.frozen = 0; /* x has no bias of its own */
    add_gradients(&w, &dense, 1);
}

/* ---- Feed-forward ---- */

static void ffn_rows(void *ctx, size_t first, size_t n, float *scratch)
{
    const work *w = ctx;
    const tr_pass *pass = w->b->pass;
    const size_t d = width_of(w), ffn = w->layer->up.n_out;
    float *hidden = w->fm->hidden + first * ffn;
    float *before = w->fm->before ? w->fm->before + first * ffn : hidden;

    (void)scratch;
    tr_dense_rows(pass, &w->layer->up, make_input(w, first, n), d, n, before, ffn);
    if (w->fm->before) memcpy(hidden, before, n * ffn * sizeof *hidden);
    pass->k.activate(pass->p->shape.activation, hidden, n * ffn);
    tr_dense_rows(pass, &w->layer->down, hidden, ffn, n, w->m->output + first * d, d);
    make_output(w, first, n);
}

static void ffn_rows_back(void *ctx, size_t first, size_t n, float *scratch)
{
    const work *w = ctx;
    const tr_pass *pass = w->b->pass;
    const size_t d = width_of(w), ffn = w->layer->up.n_out, at = first * ffn;
    float *d_wide = w->b->room->d_wide + at;
    const float *x = (w->fm->before ? w->fm->before : w->fm->hidden) + at;

    output_back(w, first, n);
    tr_dense_back_rows(pass, &w->layer->down, w->b->room->d_y + first * d, d, n, false, d_wide,
                       ffn);
    pass->g.activate_back(pass->p->shape.activation, d_wide, x, n * ffn, d_wide);
    input_back(w, &w->layer->up, d_wide, ffn, first, n, scratch);
}

static work ffn_work(const tr_block_pass *b, const tr_train_layer *layer, const tr_ffn_memory *m)
{
    return (work){.b = b, .layer = layer, .fm = m, .norm = layer->ffn_norm, .m = &m->block};
}

void tr_ffn_block(const tr_block_pass *b, const tr_train_layer *layer, const tr_ffn_memory *m)
{
    const work w = ffn_work(b, layer, m);
    share_rows(&w, b->side->n_rows, ffn_rows);
}

void tr_ffn_block_back(const tr_block_pass *b, const tr_train_layer *layer, const tr_ffn_memory *m)
{
    const work w = ffn_work(b, layer, m);
    const size_t d = width_of(&w);

    share_rows(&w, b->side->n_rows, ffn_rows_back);
    const tr_dense_gradient dense[] = {
        dense_gradient(&w, &layer->down, b->room->d_y, d, m->hidden),
        dense_gradient(&w, &layer->up, b->room->d_wide, layer->up.n_out, block_input(&w, 0)),
    };
    add_gradients(&w, dense, 2);
}

/* ---- The norm after a stack ---- */

static void top_rows(void *ctx, size_t first, size_t n, float *scratch)
{
    const work *w = ctx;
    const size_t d = width_of(w);
    (void)scratch;
    norm_rows(w, w->b->x + first * d, NULL, first, n, w->m->output + first * d);
}

static void top_rows_back(void *ctx, size_t first, size_t n, float *scratch)
{
    const work *w = ctx;
    const size_t d = width_of(w);
    (void)scratch;
    norm_rows_back(w, w->b->room->d_out + first * d, first, n, w->b->room->d_x + first * d);
}

void tr_top_norm(const tr_block_pass *b, tr_gain norm, const tr_block_memory *m)
{
    const work w = {.b = b, .norm = norm, .m = m};
    share_rows(&w, b->side->n_rows, top_rows);
}

void tr_top_norm_back(const tr_block_pass *b, tr_gain norm, const tr_block_memory *m)
{
    const work w = {.b = b, .norm = norm, .m = m};
    const tr_norm_gradient sums = {norm, b->room->d_out, m->normal, b->side->n_rows};
    share_rows(&w, b->side->n_rows, top_rows_back);
    tr_add_gradients(b->pass, NULL, 0, &sums, 1, NULL);
}

size_t tr_block_scratch(const tr_shape *shape, size_t longest, const tr_panel_format *format)
{
    const tr_heads heads = {shape->heads, shape->d_model / shape->heads, false};
    const size_t needs[] = {tr_attend_work(&heads, longest),
                            tr_attend_back_work(longest, longest, heads.d_head), shape->d_model,
                            tr_gradient_scratch(format)};
    size_t most = 0;
    for (size_t i = 0; i < sizeof needs / sizeof *needs; i++)
        most = needs[i] > most ? needs[i] : most;
    return most;
}
