#include "train/network/ssru_block.h"

#include <string.h>

typedef struct ssru_work {
    tr_block_work block;
    const tr_train_layer *layer;
    const tr_ssru_memory *m;
} ssru_work;

static ssru_work ssru_work_of(const tr_block_pass *b, const tr_train_layer *layer,
                              const tr_ssru_memory *m)
{
    return (ssru_work){
        .block = {.b = b, .norm = layer->ssru_norm, .m = &m->block}, .layer = layer, .m = m};
}

/* From the block's input to m->wide. */
static void project_ssru(void *ctx, size_t first, size_t n, float *scratch)
{
    const ssru_work *w = ctx;
    const tr_pass *pass = w->block.b->pass;
    const size_t d = tr_block_width(&w->block);
    const float *input = tr_block_begin(&w->block, first, n);
    float *wide = w->m->wide + first * 2 * d;

    (void)scratch;
    tr_pass_dense(pass, &w->layer->ssru, input, d, n, wide, 2 * d);
    for (size_t r = 0; r < n; r++)
        pass->k.activate(TR_SIGMOID, wide + r * 2 * d + d, d);
}

/* From m->wide to m->state and the block's output, row after row of sentence s. */
static void run_sentence(void *ctx, size_t s, float *scratch)
{
    const ssru_work *w = ctx;
    const size_t d = tr_block_width(&w->block), *start = w->block.b->side->start;
    const float *wide = w->m->wide;
    float *states = w->m->state, *output = w->m->block.output;

    (void)scratch;
    for (size_t r = start[s]; r < start[s + 1]; r++) {
        const float *x = wide + r * 2 * d, *forget = x + d;
        float *state = states + r * d, *y = output + r * d;
        for (size_t i = 0; i < d; i++) {
            const float kept = r > start[s] ? forget[i] * state[i - d] : 0;
            state[i] = kept + (1 - forget[i]) * x[i];
            y[i] = state[i] <= 0 ? 0 : state[i];
        }
    }
}

static void close_ssru(void *ctx, size_t first, size_t n, float *scratch)
{
    const ssru_work *w = ctx;
    (void)scratch;
    tr_block_end(&w->block, first, n);
}

void tr_ssru_block(const tr_block_pass *b, const tr_train_layer *layer, const tr_ssru_memory *m)
{
    const ssru_work w = ssru_work_of(b, layer, m);
    tr_block_share(&w.block, b->side->n_rows, project_ssru);
    tr_workers_run(b->pass->workers, b->n_sentences, run_sentence, (void *)&w);
    tr_block_share(&w.block, b->side->n_rows, close_ssru);
}

static void ssru_output_back(void *ctx, size_t first, size_t n, float *scratch)
{
    const ssru_work *w = ctx;
    (void)scratch;
    tr_block_end_back(&w->block, first, n);
}

/* From room->d_y to room->d_wide, from the last row of sentence s back.  d_c [d] is what reaches a
 * row's state from the row after it. */
static void run_sentence_back(void *ctx, size_t s, float *d_c)
{
    const ssru_work *w = ctx;
    const tr_block_room *room = w->block.b->room;
    const size_t d = tr_block_width(&w->block), *start = w->block.b->side->start;
    const float *wide = w->m->wide, *states = w->m->state;

    memset(d_c, 0, d * sizeof *d_c);
    for (size_t r = start[s + 1]; r-- > start[s];) {
        const float *x = wide + r * 2 * d, *forget = x + d, *state = states + r * d;
        const float *d_y = room->d_y + r * d;
        float *d_x = room->d_wide + r * 2 * d, *d_forget = d_x + d;
        for (size_t i = 0; i < d; i++) {
            const float f = forget[i], d_state = d_c[i] + (state[i] > 0 ? d_y[i] : 0);
            const float before = r > start[s] ? state[i - d] : 0;
            d_x[i] = d_state * (1 - f);
            d_forget[i] = (d_state * (before - x[i])) * (f * (1 - f));
            d_c[i] = d_state * f;
        }
    }
}

/* From room->d_wide to room->d_x. */
static void ssru_input_back(void *ctx, size_t first, size_t n, float *scratch)
{
    const ssru_work *w = ctx;
    const size_t d = tr_block_width(&w->block);
    const float *d_wide = w->block.b->room->d_wide + first * 2 * d;
    tr_block_input_back(&w->block, 0, d_wide, 2 * d, first, n, scratch);
}

void tr_ssru_block_back(const tr_block_pass *b, const tr_train_layer *layer,
                        const tr_ssru_memory *m)
{
    ssru_work w = ssru_work_of(b, layer, m);
    const size_t n_rows = b->side->n_rows;

    tr_block_dense(&w.block, &layer->ssru, tr_block_reads(&w.block, 0), n_rows);
    w.block.dense[0].n_frozen = tr_block_width(&w.block); /* x has no bias of its own */
    tr_block_share(&w.block, n_rows, ssru_output_back);
    tr_workers_run(b->pass->workers, b->n_sentences, run_sentence_back, &w);
    tr_block_share(&w.block, n_rows, ssru_input_back);
    tr_block_gradients(&w.block);
}
