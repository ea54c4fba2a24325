#include "search/batch.h"

#include <assert.h>

#include "network/observe.h"

/* Source tokens encoded together, or one sentence.  For more, the weights would be read less often,
 * but the rows would take memory.  The more hypotheses a sentence has, the less of the time is the
 * encoder's. */
static size_t encoded_together(const tr_batch *b)
{
    const size_t most = 256, least = 64, n = most / b->search.beam;
    return n > least ? n : least;
}

static size_t max_rows(const tr_batch_shape *shape)
{
    return shape->n_rows > shape->encoder_rows ? shape->n_rows : shape->encoder_rows;
}

/* A query looks at the source, or at its own past. */
static size_t max_positions(const tr_nmt *m, const tr_search *search)
{
    const size_t source = tr_config_longest_source(&m->config);
    return search->max_steps > source ? search->max_steps : source;
}

size_t tr_batch_size(const tr_nmt *m, const tr_batch_shape *shape, const tr_search *search)
{
    const size_t slots = shape->n_slots, rows = shape->n_rows;
    const tr_heads heads[] = {tr_compute_heads(m, shape->int8_activations, false),
                              tr_compute_heads(m, shape->int8_activations, true)};
    return tr_compute_size(m, shape->int8_activations, max_rows(shape), max_positions(m, search)) +
           tr_logits_size(m, search->sampling, rows, tr_search_candidates(search)) +
           (shape->shortlist ? tr_shortlists_size(m, shape->copies) : 0) +
           tr_kvcache_size(m, heads, shape->aligned, shape->n_nodes, shape->n_memory) +
           tr_search_size(search->max_steps) + slots * tr_beam_size(search) +
           tr_arena_need(slots, sizeof(tr_slot)) + tr_arena_need(slots, sizeof(tr_slot *)) +
           tr_arena_need(slots, sizeof(tr_source)) + tr_arena_need(rows, sizeof(tr_decoder_row));
}

void tr_batch_init(tr_batch *b, tr_arena *a, const tr_nmt *m, const tr_kernels *k,
                   const tr_batch_shape *shape, const tr_search *search)
{
    const size_t slots = shape->n_slots, rows = shape->n_rows;

    *b = (tr_batch){
        .search = *search, .shortlist = shape->shortlist, .n_slots = slots, .n_rows = rows};
    tr_compute_init(&b->compute, a, m, k, shape->int8_activations, max_rows(shape),
                    max_positions(m, search));
    tr_logits_init(&b->logits, a, &b->compute, search->banned, search->sampling, rows,
                   tr_search_candidates(search));
    b->compute.observer = search->observer;
    if (b->shortlist) tr_shortlists_init(&b->shortlists, a, m, shape->copies);
    tr_kvcache_init(&b->cache, a, m, b->compute.heads, shape->aligned, shape->n_nodes,
                    shape->n_memory);
    tr_search_init(&b->search, a);
    b->slots = TR_TAKE(a, tr_slot, slots);
    b->active = TR_TAKE(a, tr_slot *, slots);
    b->sources = TR_TAKE(a, tr_source, slots);
    b->rows = TR_TAKE(a, tr_decoder_row, rows);
    for (size_t i = 0; i < slots; i++) {
        b->slots[i] = (tr_slot){0};
        tr_beam_init(&b->slots[i].beam, a, &b->search);
    }
    assert(a->used == a->size); /* the sum above and what is taken are the same */
}

static size_t rows_at_worst(const tr_batch *b, const tr_task *task)
{
    if (task->goal.forced) return 1;
    return task->widest ? task->widest : b->search.beam;
}

/* A table whose rows sentences share, and a slot's part of it. */
typedef const tr_range *part_of_slot(const tr_slot *s);

static const tr_range *memory_of(const tr_slot *s)
{
    return &s->memory;
}

static const tr_range *words_of(const tr_slot *s)
{
    return &s->words;
}

/* A slot whose part has a row of first .. first + n - 1; NULL when these rows are free. */
static const tr_range *find_taken(const tr_batch *b, part_of_slot *part, size_t first, size_t n)
{
    for (size_t i = 0; i < b->n_active; i++) {
        const tr_range *taken = part(b->active[i]);
        if (first < taken->first + taken->n && taken->first < first + n) return taken;
    }
    return NULL;
}

/* Finds the first `n` free rows of a table of `total` rows; false when there are none. */
static bool find_rows(const tr_batch *b, part_of_slot *part, size_t total, size_t n, tr_range *rows)
{
    const tr_range *taken;
    size_t at = 0;

    while ((taken = find_taken(b, part, at, n)))
        at = taken->first + taken->n;
    *rows = (tr_range){.first = at, .n = n};
    return n <= total && at <= total - n;
}

/* A sentence's shortlist of n_words starts at a block. */
static bool find_words(const tr_batch *b, size_t n_words, tr_range *rows)
{
    const size_t n = (n_words + TR_BLOCK - 1) / TR_BLOCK * TR_BLOCK;
    return find_rows(b, words_of, b->shortlists.n_rows, n, rows);
}

bool tr_batch_add(tr_batch *b, tr_task *task)
{
    const size_t n_rows = rows_at_worst(b, task);
    const size_t n_nodes =
        tr_kvcache_nodes(b->compute.m, task->goal.aligned, n_rows, task->goal.limit);
    const bool shortlist = b->shortlist && !task->goal.forced; /* which may ask for any word */
    tr_range memory, words = {0};
    size_t n_words = 0;

    if (b->n_active == b->n_slots || n_nodes > b->cache.n_nodes - b->nodes_promised ||
        n_rows > b->n_rows - b->rows_promised)
        return false;
    if (!find_rows(b, memory_of, b->cache.n_memory, task->n_source, &memory)) return false;
    if (shortlist) {
        n_words = tr_shortlists_choose(&b->shortlists, task->source, task->n_source,
                                       task->words.ids, task->words.n);
        if (!find_words(b, n_words, &words)) return false;
    }

    tr_slot *s = b->slots;
    while (s->task)
        s++;
    s->memory = memory;
    s->words = words;
    s->n_nodes = n_nodes;
    s->n_rows = n_rows;
    s->task = task;
    if (shortlist) tr_shortlists_gather(&b->shortlists, words.first, n_words, &s->shortlist);
    tr_beam_begin(&s->beam, &task->goal);
    tr_kvcache_hold(&b->cache, memory.first + memory.n);
    b->nodes_promised += n_nodes;
    b->rows_promised += n_rows;
    b->active[b->n_active++] = s;
    b->n_new++;
    return true;
}

/* Encodes the newcomers, some together. */
static void encode_new(tr_batch *b)
{
    const size_t most = encoded_together(b);
    size_t i = b->n_active - b->n_new;
    while (i < b->n_active) {
        size_t n = 0, rows = 0;
        for (; i < b->n_active; i++) {
            const tr_slot *s = b->active[i];
            if (rows && rows + s->task->n_source > most) break;
            rows += s->task->n_source;
            b->sources[n] = (tr_source){
                .ids = s->task->source, .n = s->task->n_source, .memory = s->memory.first};
            n++;
        }
        tr_encode(&b->compute, b->sources, n, &b->cache);
    }
    b->n_new = 0;
}

/* Hands a result back; whether there is to be another one. */
static bool search_again(tr_batch *b, tr_slot *s, tr_batch_done *done, void *ctx)
{
    const bool again = done(ctx, s->task, &s->beam);
    tr_beam_end(&s->beam, &b->cache);
    if (again) tr_beam_begin(&s->beam, &s->task->goal);
    return again;
}

static void leave(tr_batch *b, tr_slot *s)
{
    b->nodes_promised -= s->n_nodes;
    b->rows_promised -= s->n_rows;
    s->task = NULL;
}

void tr_batch_drop(tr_batch *b, tr_batch_unwanted *unwanted, void *ctx)
{
    const size_t n_old = b->n_active - b->n_new;
    size_t n_left = 0, n_new = 0;

    for (size_t i = 0; i < b->n_active; i++) {
        tr_slot *s = b->active[i];
        if (unwanted(ctx, s->task)) {
            tr_beam_drop(&s->beam, &b->cache);
            leave(b, s);
        } else {
            b->active[n_left++] = s;
            n_new += i >= n_old;
        }
    }
    b->n_active = n_left;
    b->n_new = n_new;
}

void tr_batch_step(tr_batch *b, tr_batch_done *done, void *ctx)
{
    size_t n_rows = 0, first = 0, n_left = 0;

    encode_new(b);
    for (size_t i = 0; i < b->n_active; i++) {
        tr_slot *s = b->active[i];
        tr_logits_request *const asked = b->logits.asked + n_rows;
        const size_t n = tr_beam_rows(&s->beam, &b->cache, s->memory.first, s->task->n_source,
                                      b->rows + n_rows, asked);
        const bool any_word = s->beam.goal.choice || s->beam.goal.phrases || !s->words.n;
        for (size_t r = 0; r < n; r++)
            asked[r].shortlist = any_word ? NULL : &s->shortlist;
        n_rows += n;
    }
    tr_decoder_step(&b->compute, b->rows, n_rows, &b->cache);
    tr_observe_part(&b->compute, TR_PART_OUTPUT);
    tr_logits_run(&b->logits, n_rows);
    tr_observe_part(&b->compute, TR_PART_SEARCH);
    for (size_t i = 0; i < b->n_active; i++) {
        tr_slot *s = b->active[i];
        const size_t n_live = s->beam.n_live;
        const bool over = tr_beam_advance(&s->beam, &b->cache, b->logits.found + first);
        first += n_live;
        if (!over || search_again(b, s, done, ctx))
            b->active[n_left++] = s;
        else
            leave(b, s);
    }
    assert(first == n_rows);
    b->n_active = n_left;
}
