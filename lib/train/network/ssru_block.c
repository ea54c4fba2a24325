#include "train/network/ssru_block.h"

#include <string.h>

typedef struct work {
    tr_block_work block;
    const tr_train_layer *layer;
    const tr_ssru_memory *m;
} work;

static void project_ssru(void *ctx, size_t first, size_t n, float *scratch)
{
    const work *w = ctx;
    const size_t d = tr_block_width(&w->block);
    float *wide = w->m->wide + first * 2 * d;

    (void)scratch;
    tr_pass_dense(w->block.b->pass, &w->layer->ssru, tr_block_begin(&w->block, first, n), d, n,
                  wide, 2 * d);
    for (size_t r = 0; r < n; r++)
        w->block.b->pass->k.activate(TR_SIGMOID, wide + r * 2 * d + d, d);
}

static void run_sentence(void *ctx, size_t s, float *scratch)
{
    const work *w = ctx;
    const size_t d = tr_block_width(&w->block), begin = w->block.b->side->start[s],
                 end = w->block.b->side->start[s + 1];

    (void)scratch;
    for (size_t r = begin; r < end; r++) {
        const float *x = w->m->wide + r * 2 * d, *forget = x + d;
        float *state = w->m->state + r * d, *y = w->m->block.output + r * d;
        for (size_t i = 0; i < d; i++) {
            const float kept = r > begin ? forget[i] * state[i - d] : 0;
            state[i] = kept + (1 - forget[i]) * x[i];
            y[i] = state[i] <= 0 ? 0 : state[i];
        }
    }
}

static void close_ssru(void *ctx, size_t first, size_t n, float *scratch)
{
    const work *w = ctx;
    (void)scratch;
    tr_block_end(&w->block, first, n);
}

static work work_of(const tr_block_pass *b, const tr_train_layer *layer, const tr_ssru_memory *m)
{
    return (work){
        .block = {.b = b, .norm = layer->ssru_norm, .m = &m->block}, .layer = layer, .m = m};
}

void tr_ssru_block(const tr_block_pass *b, const tr_train_layer *layer, const tr_ssru_memory *m)
{
    const work w = work_of(b, layer, m);
    tr_block_share(&w.block, b->side->n_rows, project_ssru);
    tr_workers_run(b->pass->workers, b->n_sentences, run_sentence, (void *)&w);
    tr_block_share(&w.block, b->side->n_rows, close_ssru);
}

static void ssru_output_back(void *ctx, size_t first, size_t n, float *scratch)
{
    const work *w = ctx;
    (void)scratch;
    tr_block_end_back(&w->block, first, n);
}

/* From the last row back; d_c [d] is what reaches a row's state from the row after it. */
static void run_sentence_back(void *ctx, size_t s, float *d_c)
{
    const work *w = ctx;
    const size_t d = tr_block_width(&w->block), begin = w->block.b->side->start[s];

    memset(d_c, 0, d * sizeof *d_c);
    for (size_t r = w->block.b->side->start[s + 1]; r-- > begin;) {
        const float *x = w->m->wide + r * 2 * d, *forget = x + d;
        const float *state = w->m->state + r * d, *d_y = w->block.b->room->d_y + r * d;
        float *d_wide = w->block.b->room->d_wide + r * 2 * d;
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
    const size_t d = tr_block_width(&w->block);
    tr_block_input_back(&w->block, 0, w->block.b->room->d_wide + first * 2 * d, 2 * d, first, n,
                        scratch);
}

void tr_ssru_block_back(const tr_block_pass *b, const tr_train_layer *layer,
                        const tr_ssru_memory *m)
{
    work w = work_of(b, layer, m);
    const size_t n_rows = b->side->n_rows;

    tr_block_dense(&w.block, &layer->ssru, tr_block_reads(&w.block, 0), n_rows);
    w.block.dense[0].frozen = 0; /* x has no bias of its own */
    tr_block_share(&w.block, n_rows, ssru_output_back);
    tr_workers_run(b->pass->workers, b->n_sentences, run_sentence_back, &w);
    tr_block_share(&w.block, n_rows, ssru_input_back);
    tr_block_gradients(&w.block);
}
