#include "judge/judge_worker.h"

#include <assert.h>
#include <math.h>

#include "base/order.h"

enum { USUAL_ROWS = 512 }; /* that the encoder takes at once: their states stay in the cache */

static const float most_errors = 25; /* MetricX's scores are in 0..25 */

/* ---- Memory -------------------------------------------------------------------------------- */

static size_t rows_of(const tr_nmt *m)
{
    return tr_larger(tr_judged_longest(&m->config), USUAL_ROWS);
}

static bool has_decoder(const tr_nmt *m)
{
    return !tr_config_encodes_alone(&m->config);
}

static size_t estimator_size(const tr_config *c)
{
    return tr_arena_need(TR_JUDGE_SEQUENCES + 2, c->d_model * sizeof(float)) +
           tr_arena_need(1, TR_ALIGN) +
           tr_arena_need(TR_JUDGE_SEGMENTS, tr_config_features(c) * sizeof(float)) +
           tr_arena_need(2 * TR_JUDGE_SEGMENTS, tr_estimator_width(c) * sizeof(float));
}

static size_t decoder_size(const tr_nmt *m, const tr_heads heads[2])
{
    return tr_kvcache_size(m, heads, false, TR_JUDGE_SEGMENTS, rows_of(m)) +
           tr_arena_need(TR_JUDGE_SEGMENTS, sizeof(tr_decoder_row)) +
           tr_arena_need(TR_JUDGE_SEGMENTS, sizeof(uint32_t));
}

static void take_estimator(tr_judge_worker *w)
{
    const tr_config *c = &w->m->config;

    w->vectors = TR_TAKE(&w->arena, float, (TR_JUDGE_SEQUENCES * c->d_model));
    w->sums = TR_TAKE(&w->arena, float, (2 * c->d_model));
    w->features = TR_TAKE(&w->arena, float, (TR_JUDGE_SEGMENTS * tr_config_features(c)));
    w->hidden = TR_TAKE(&w->arena, float, (2 * TR_JUDGE_SEGMENTS * tr_estimator_width(c)));
}

static void take_decoder(tr_judge_worker *w, const tr_heads heads[2])
{
    tr_kvcache_init(&w->cache, &w->arena, w->m, heads, false, TR_JUDGE_SEGMENTS, rows_of(w->m));
    w->decoded = TR_TAKE(&w->arena, tr_decoder_row, TR_JUDGE_SEGMENTS);
    w->nodes = TR_TAKE(&w->arena, uint32_t, TR_JUDGE_SEGMENTS);
}

int tr_judge_worker_init(tr_judge_worker *w, const tr_nmt *m, const tr_tokenizer *t,
                         const tr_kernels *k, tr_error *err)
{
    const tr_heads heads[] = {tr_compute_heads(m, true, false), tr_compute_heads(m, true, true)};
    const size_t longest = tr_judged_longest(&m->config);

    w->m = m;
    w->tokenizer = t;
    const size_t size = tr_compute_size(m, true, rows_of(m), longest) +
                        tr_arena_need(TR_JUDGE_SEQUENCES, sizeof(tr_source)) +
                        (has_decoder(m) ? decoder_size(m, heads) : estimator_size(&m->config));
    if (tr_arena_init(&w->arena, size) < 0) return tr_fail_memory(err);
    tr_compute_init(&w->c, &w->arena, m, k, true, rows_of(m), longest);
    w->sources = TR_TAKE(&w->arena, tr_source, TR_JUDGE_SEQUENCES);
    if (has_decoder(m))
        take_decoder(w, heads);
    else
        take_estimator(w);
    return 0;
}

void tr_judge_worker_free(tr_judge_worker *w)
{
    tr_sequences_free(&w->sequences);
    tr_arena_free(&w->arena);
}

/* ---- Judging ------------------------------------------------------------------------------- */

/* Fills in sources of the sequences from `first` on, as many as the encoder takes at once; returns
 * their number. */
static size_t take_batch(tr_judge_worker *w, size_t first)
{
    const tr_sequences *s = &w->sequences;
    size_t rows = 0, n = 0;

    for (; first + n < s->n; n++) {
        const size_t begin = first + n ? s->end[first + n - 1] : 0;
        const size_t len = s->end[first + n] - begin;
        if (rows + len > rows_of(w->m)) break;
        w->sources[n] = (tr_source){.ids = s->ids + begin, .n = len, .memory = rows};
        rows += len;
    }
    assert(n > 0);
    return n;
}

static void estimate(tr_judge_worker *w, size_t n, float *scores)
{
    for (size_t i = 0, taken; i < w->sequences.n; i += taken) {
        taken = take_batch(w, i);
        tr_pooling p = {.sources = w->sources,
                        .n = taken,
                        .vectors = w->vectors + i * w->m->config.d_model,
                        .sums = w->sums};
        tr_pool_sequences(&w->c, &p);
    }
    tr_estimator_score(&w->c, w->vectors, n, w->features, w->hidden, scores);
}

/* One step of the decoder; its only output is the score. */
static void step(tr_judge_worker *w, size_t n, float *scores)
{
    const tr_config *c = &w->m->config;

    for (size_t i = 0; i < n; i++) {
        w->nodes[i] = (uint32_t)i;
        w->decoded[i] = (tr_decoder_row){.previous = c->start_id,
                                         .path = &w->nodes[i],
                                         .memory = w->sources[i].memory,
                                         .n_memory = w->sources[i].n};
    }
    tr_decoder_step(&w->c, w->decoded, n, &w->cache);
    tr_linear(&w->c, &w->m->weights.output, w->c.x, c->d_model, n, scores, 1);
    for (size_t i = 0; i < n; i++)
        scores[i] = scores[i] < 0 ? 0 : scores[i] > most_errors ? most_errors : scores[i];
}

static void decode(tr_judge_worker *w, float *scores)
{
    for (size_t i = 0, taken; i < w->sequences.n; i += taken) {
        taken = take_batch(w, i);
        tr_encode(&w->c, w->sources, taken, &w->cache);
        step(w, taken, scores + i);
    }
}

int tr_judge_worker_run(tr_judge_worker *w, const tr_judged *segments, size_t n, float *scores,
                        tr_error *err)
{
    int rc = 0;

    assert(n <= TR_JUDGE_SEGMENTS);
    tr_sequences_clear(&w->sequences);
    for (size_t i = 0; rc == 0 && i < n; i++)
        rc = tr_judged_add(&w->sequences, w->m, w->tokenizer, &segments[i], err);
    if (rc < 0) return rc;
    if (has_decoder(w->m))
        decode(w, scores);
    else
        estimate(w, n, scores);
    for (size_t i = 0; rc == 0 && i < n; i++)
        if (!isfinite(scores[i]))
            rc = tr_fail(err, TR_ENUMERIC, "%s: computed a score that is not finite",
                         w->m->file.path);
    return rc;
}
