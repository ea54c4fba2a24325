/* The search against a naive one that copies everything, over made-up distributions. */
#include "search/beam.h"

#include <math.h>
#include <string.h>

#include "unit/unit.h"

enum { VOCAB = 7, EOS = 0, LIMIT = 9, MAX_STEPS = 24 };

/* The token that every translation begins with, or -1. */
static int32_t forced_first = -1;

static size_t n_first(void)
{
    return forced_first >= 0;
}

/* A distribution that depends on the whole prefix. */
static void distribution(const int32_t *ids, size_t n, unsigned seed, float *logits)
{
    uint32_t h = (seed * 2654435761u + 1) ^ (uint32_t)(forced_first + 1);
    for (size_t i = 0; i < n; i++)
        h = (h ^ (uint32_t)(ids[i] + 1)) * 16777619u;
    for (size_t v = 0; v < VOCAB; v++) {
        h = h * 1664525u + 1013904223u;
        logits[v] = (float)(h >> 30); /* four values: ties are frequent */
    }
}

static double log_sum(const float *logits)
{
    double sum = 0;
    for (size_t v = 0; v < VOCAB; v++)
        sum += exp(logits[v]);
    return log(sum);
}

/* ---- The naive search ---- */

typedef struct hypothesis {
    int32_t ids[LIMIT];
    size_t n;
    float log_probability, score;
} hypothesis;

typedef struct candidate {
    size_t from;
    int32_t id;
    float total;
} candidate;

static bool better(const candidate *a, const candidate *b)
{
    if (a->total > b->total || a->total < b->total) return a->total > b->total;
    return a->id != b->id ? a->id < b->id : a->from < b->from;
}

static size_t naive(size_t beam, double alpha, size_t min_length, unsigned seed, hypothesis *done)
{
    static hypothesis live[16], next[16];
    size_t n_live = 1, n_done = 0;

    live[0] = (hypothesis){0};
    for (size_t t = 0; n_live && t < LIMIT; t++) {
        candidate all[16 * VOCAB];
        size_t n = 0, n_next = 0;
        const size_t places = beam - n_done;
        for (size_t i = 0; i < n_live; i++) {
            float logits[VOCAB];
            distribution(live[i].ids, t, seed, logits);
            for (int32_t v = 0; v < VOCAB; v++)
                if (v != EOS || t >= min_length || t + 1 == LIMIT)
                    all[n++] = (candidate){i, v,
                                           live[i].log_probability +
                                               (float)((double)logits[v] - log_sum(logits))};
        }
        for (size_t k = 0; k < places && k < n; k++) {
            for (size_t j = k + 1; j < n; j++)
                if (better(&all[j], &all[k])) {
                    const candidate c = all[k];
                    all[k] = all[j];
                    all[j] = c;
                }
            hypothesis h = live[all[k].from];
            h.ids[h.n++] = all[k].id;
            h.log_probability = all[k].total;
            h.score = (float)(h.log_probability / pow((double)(h.n + n_first()), alpha));
            if (h.ids[h.n - 1] == EOS || h.n == LIMIT)
                done[n_done++] = h;
            else
                next[n_next++] = h;
        }
        n_live = n_next;
        memcpy(live, next, sizeof live);
    }
    for (size_t i = 1; i < n_done; i++) /* stable, best first */
        for (size_t j = i; j > 0 && done[j].score > done[j - 1].score; j--) {
            const hypothesis h = done[j];
            done[j] = done[j - 1];
            done[j - 1] = h;
        }
    return n_done;
}

/* ---- Ours, fed by the same distributions ---- */

typedef struct fixture {
    bool aligned;
    tr_arena arena;
    tr_nmt m;
    tr_kvcache cache;
    tr_search search;
    tr_beam beam;
} fixture;

/* True while caches have room for alignments, whether a search keeps its own or not. */
static bool has_room;

static void setup(fixture *f, size_t beam, size_t n_best, float alpha, size_t min_length)
{
    const bool ssru = f->m.config.ssru, aligned = f->aligned;
    const tr_heads heads[] = {{.n = 1, .d_head = 4}, {.n = 1, .d_head = 4}};
    memset(f, 0, sizeof *f);
    f->m.config.ssru = ssru;
    f->aligned = aligned;
    f->m.config.d_model = 4;
    f->m.config.n_decoder_layers = 1;
    f->search = (tr_search){.beam = beam,
                            .min_length = min_length,
                            .max_steps = MAX_STEPS,
                            .start = -1,
                            .first = forced_first,
                            .eos = EOS,
                            .penalty = TR_PENALTY_POWER,
                            .alpha = alpha};
    const size_t nodes = tr_kvcache_nodes(&f->m, f->aligned, beam, MAX_STEPS);
    const bool room = f->aligned || has_room;
    ck_assert_int_eq(tr_arena_init(&f->arena, tr_kvcache_size(&f->m, heads, room, nodes, 1) +
                                                  tr_search_size(MAX_STEPS) +
                                                  tr_beam_size(&f->search)),
                     0);
    tr_kvcache_init(&f->cache, &f->arena, &f->m, heads, room, nodes, 1);
    tr_search_init(&f->search, &f->arena);
    tr_beam_init(&f->beam, &f->arena, &f->search);
    tr_beam_begin(&f->beam, &(tr_goal){.limit = tr_search_limit(&f->search, LIMIT),
                                       .n_best = n_best,
                                       .aligned = aligned});
}

static void answer(const tr_logits_request *q, tr_candidates *a, const tr_decoder_row *row,
                   const int32_t *ids, unsigned seed)
{
    float logits[VOCAB];
    const bool forced = row->position < n_first();
    distribution(ids, forced ? 0 : row->position - n_first(), seed, logits);
    a->log_sum = log_sum(logits);
    a->finite = true;
    a->n = 0;
    while (a->n < q->k) {
        int32_t best = -1;
        for (int32_t v = 0; v < VOCAB; v++) {
            bool taken = v == q->forbidden;
            for (size_t i = 0; i < a->n; i++)
                taken = taken || a->id[i] == v;
            if (!taken && (best < 0 || logits[v] > logits[best])) best = v;
        }
        if (best < 0) break;
        a->id[a->n] = best;
        a->logit[a->n++] = logits[best];
    }
}

/* A number for each sequence of ids; exact, since it stays small. */
static float step_of(float past, int32_t id)
{
    return fmodf(past * 31 + (float)id + 7, 65521);
}

/* After `steps` steps that a path of `ids` has taken. */
static float steps_of(const int32_t *ids, size_t steps)
{
    float state = step_of(0, -1);
    for (size_t i = 0; i < steps; i++)
        state = step_of(state, i < n_first() ? forced_first : ids[i - n_first()]);
    return state;
}

/* A decoder with states: each row's state follows from that of the node before, which
 * must be what the ids lead to even when all other rows have written theirs. */
static void keep_states(fixture *f, const tr_decoder_row *rows, size_t n)
{
    for (size_t r = n; r-- > 0;) {
        const uint32_t *node = rows[r].path + rows[r].position;
        const float past = rows[r].position ? *tr_kvcache_state(&f->cache, 0, node[-1]) : 0;
        *tr_kvcache_state(&f->cache, 0, node[0]) = step_of(past, rows[r].previous);
    }
    for (size_t r = 0; r < n; r++)
        ck_assert_float_eq(*tr_kvcache_state(&f->cache, 0, rows[r].path[rows[r].position]),
                           steps_of(f->beam.live[r].ids, rows[r].position));
}

/* Each node's alignment is a number that tells what came before its step. */
static void keep_alignments(fixture *f, const tr_decoder_row *rows, size_t n)
{
    for (size_t r = 0; r < n; r++)
        *tr_kvcache_alignment(&f->cache, rows[r].path[rows[r].position]) =
            steps_of(f->beam.live[r].ids, rows[r].position);
}

static void check_alignments(const fixture *f)
{
    for (size_t k = 0; k < f->beam.n_done; k++) {
        const tr_path *p = &f->beam.done[k];
        for (size_t i = 0; i < p->n; i++)
            ck_assert_float_eq(*tr_kvcache_alignment(&f->cache, p->nodes[i]),
                               steps_of(p->ids, i + n_first()));
    }
}

static size_t search(fixture *f, unsigned seed)
{
    tr_decoder_row rows[16];
    tr_logits_request asked[16];
    tr_candidates answers[16];
    int32_t ids[16][16];
    float logits[16][16];

    for (size_t i = 0; i < 16; i++)
        answers[i] = (tr_candidates){.id = ids[i], .logit = logits[i]};
    for (size_t steps = 1;; steps++) {
        const size_t n = tr_beam_rows(&f->beam, &f->cache, 0, 1, rows, asked);
        if (f->m.config.ssru) keep_states(f, rows, n);
        if (f->aligned) keep_alignments(f, rows, n);
        for (size_t i = 0; i < n; i++) {
            ck_assert_uint_eq(rows[i].position, f->beam.live[i].length);
            answer(&asked[i], &answers[i], &rows[i], f->beam.live[i].ids, seed);
        }
        if (tr_beam_advance(&f->beam, &f->cache, answers)) return steps;
    }
}

/* Returns how many steps all searches took. */
static size_t searches(bool ssru, bool aligned, size_t beam, size_t n_best, float alpha,
                       size_t min_length)
{
    size_t steps = 0;
    for (unsigned seed = 1; seed <= 200; seed++) {
        fixture f = {.m.config.ssru = ssru, .aligned = aligned};
        hypothesis want[16];
        setup(&f, beam, n_best, alpha, min_length);
        const size_t n = naive(beam, alpha, min_length, seed, want);
        steps += search(&f, seed);
        ck_assert_uint_ge(f.beam.n_done, n_best);
        if (n_best == beam) ck_assert_uint_eq(f.beam.n_done, n);
        for (size_t k = 0; k < n_best; k++) {
            const tr_path *got = &f.beam.done[k];
            ck_assert_uint_eq(got->n, want[k].n);
            ck_assert_uint_eq(got->length, want[k].n + n_first());
            ck_assert_mem_eq(got->ids, want[k].ids, got->n * sizeof *got->ids);
            ck_assert_float_le(fabsf(got->score - want[k].score), 1e-5f * fabsf(want[k].score));
        }
        if (aligned) check_alignments(&f);
        tr_beam_end(&f.beam, &f.cache);
        ck_assert_uint_eq(f.cache.n_free, f.cache.n_nodes);
        tr_arena_free(&f.arena);
    }
    return steps;
}

static size_t same_as_naive(size_t beam, size_t n_best, float alpha, size_t min_length)
{
    return searches(false, false, beam, n_best, alpha, min_length);
}

START_TEST(finds_what_a_naive_search_finds)
{
    same_as_naive(1, 1, 0, 0);
    same_as_naive(4, 4, 1, 0);
    same_as_naive(5, 5, 0.6f, 0);
}
END_TEST

START_TEST(stopping_early_keeps_the_n_best)
{
    ck_assert_uint_lt(same_as_naive(4, 1, 1, 0), same_as_naive(4, 4, 1, 0));
    ck_assert_uint_lt(same_as_naive(6, 2, 0, 0), same_as_naive(6, 6, 0, 0));
    /* Longer is worse: nothing bounds a score. */
    same_as_naive(6, 3, -2, 0);
    same_as_naive(4, 1, -1, 0);
}
END_TEST

START_TEST(keeps_the_minimum_length)
{
    same_as_naive(3, 3, 1, 4);
    same_as_naive(1, 1, 1, LIMIT);
}
END_TEST

/* With an SSRU, nodes hold states and not those before them. */
START_TEST(a_state_follows_from_the_one_before_in_two_nodes_a_hypothesis)
{
    tr_nmt m = {.config = {.ssru = true}};
    ck_assert_uint_eq(tr_kvcache_nodes(&m, false, 5, 1000), 10);
    ck_assert_uint_eq(tr_kvcache_nodes(&m, false, 5, 1), 5);
    ck_assert_uint_eq(tr_kvcache_nodes(&m, true, 5, 1000), 5000);
    searches(true, false, 1, 1, 0, 0);
    searches(true, false, 5, 5, 0.6f, 0);
    searches(true, false, 6, 3, -2, 0);
}
END_TEST

START_TEST(alignments_of_what_is_found_stay_until_the_end)
{
    for (int ssru = 0; ssru < 2; ssru++) {
        searches(ssru, true, 1, 1, 0, 0);
        searches(ssru, true, 5, 5, 0.6f, 0);
        searches(ssru, true, 6, 3, -2, 0);
        searches(ssru, true, 4, 1, 1, 0);
    }
}
END_TEST

/* It would run out of nodes: there are two for each hypothesis. */
START_TEST(a_search_without_alignment_holds_no_past_in_a_cache_that_has_room_for_some)
{
    has_room = true;
    searches(true, false, 1, 1, 0, 0);
    searches(true, false, 5, 5, 0.6f, 0);
    searches(false, false, 6, 3, -2, 0);
    has_room = false;
}
END_TEST

/* The decoder reads it and the length penalty counts it; what is found does not show it. */
START_TEST(a_forced_first_token_is_taken_and_not_shown)
{
    forced_first = 3;
    for (int ssru = 0; ssru < 2; ssru++) {
        searches(ssru, true, 1, 1, 0, 0);
        searches(ssru, false, 5, 5, 0.6f, 3);
        searches(ssru, true, 4, 1, 1, 0);
    }
    forced_first = -1;
}
END_TEST

START_TEST(a_limit_leaves_room_for_a_forced_first_token)
{
    tr_search s = {.max_steps = 10, .first = -1};
    ck_assert_uint_eq(tr_search_longest(&s), 10);
    ck_assert_uint_eq(tr_search_limit(&s, 0), 1);
    ck_assert_uint_eq(tr_search_limit(&s, 7.5), 7);
    ck_assert_uint_eq(tr_search_limit(&s, 1e9), 10);
    s.first = 3;
    ck_assert_uint_eq(tr_search_longest(&s), 9);
    ck_assert_uint_eq(tr_search_limit(&s, 0), 2);
    ck_assert_uint_eq(tr_search_limit(&s, 7.5), 8);
    ck_assert_uint_eq(tr_search_limit(&s, 9), 10);
    ck_assert_uint_eq(tr_search_limit(&s, 1e9), 10);
}
END_TEST

START_TEST(a_logit_that_is_not_finite_fails_the_sentence)
{
    fixture f = {0};
    tr_decoder_row rows[4];
    tr_logits_request asked[4];
    const tr_candidates answers[4] = {{.log_sum = 1, .finite = false}};
    setup(&f, 4, 1, 1, 0);
    ck_assert_uint_eq(tr_beam_rows(&f.beam, &f.cache, 0, 1, rows, asked), 1);
    ck_assert(tr_beam_advance(&f.beam, &f.cache, answers));
    ck_assert_int_eq(f.beam.failure, TR_BEAM_NOT_FINITE);
    ck_assert_uint_eq(f.cache.n_free, f.cache.n_nodes);
    tr_arena_free(&f.arena);
}
END_TEST

START_TEST(gnmt_penalty_is_that_of_the_paper)
{
    /* ((5 + 10) / 6) ^ 0.6 = 2.5 ^ 0.6 = exp(0.6 * ln 2.5) */
    ck_assert_double_eq_tol(tr_search_penalty(TR_PENALTY_GNMT, 0.6f, 10), 1.7328621, 1e-6);
    ck_assert_double_eq_tol(tr_search_penalty(TR_PENALTY_POWER, 0.5f, 9), 3, 1e-12);
    ck_assert(tr_search_penalty(TR_PENALTY_POWER, 1, 9) == 9.0);
}
END_TEST

/* Steps of a greedy search in which the same token is always the best. */
static size_t steps_of_a_loop(const tr_goal *goal, enum tr_beam_failure *failure)
{
    fixture f = {0};
    tr_decoder_row row;
    int32_t id;
    float logit;
    tr_logits_request asked;
    tr_candidates a = {.id = &id, .logit = &logit};
    bool over = false;

    setup(&f, 1, 1, 1, 0);
    tr_beam_begin(&f.beam, goal);
    while (!over) {
        tr_beam_rows(&f.beam, &f.cache, 0, 1, &row, &asked);
        id = 3;
        logit = 1;
        a.n = 1;
        a.log_sum = 2;
        a.finite = true;
        over = tr_beam_advance(&f.beam, &f.cache, &a);
    }
    const size_t n = f.beam.done[0].n;
    ck_assert_uint_eq(f.beam.n_done, 1);
    *failure = f.beam.failure;
    tr_beam_end(&f.beam, &f.cache);
    ck_assert_uint_eq(f.cache.n_free, f.cache.n_nodes);
    tr_arena_free(&f.arena);
    return n;
}

START_TEST(a_loop_ends_the_search)
{
    enum tr_beam_failure failure;
    ck_assert_uint_eq(steps_of_a_loop(&(tr_goal){.limit = MAX_STEPS}, &failure), MAX_STEPS);
    ck_assert_uint_eq(steps_of_a_loop(&(tr_goal){.limit = MAX_STEPS, .end_loops = true}, &failure),
                      17);
    ck_assert_int_eq(failure, TR_BEAM_FINE);
    ck_assert_uint_eq(
        steps_of_a_loop(&(tr_goal){.limit = MAX_STEPS, .end_loops = true, .source_repeated = 2},
                        &failure),
        21);
}
END_TEST

UNIT_MAIN("beam", finds_what_a_naive_search_finds, stopping_early_keeps_the_n_best,
          keeps_the_minimum_length, a_state_follows_from_the_one_before_in_two_nodes_a_hypothesis,
          alignments_of_what_is_found_stay_until_the_end,
          a_search_without_alignment_holds_no_past_in_a_cache_that_has_room_for_some,
          a_forced_first_token_is_taken_and_not_shown, a_limit_leaves_room_for_a_forced_first_token,
          a_logit_that_is_not_finite_fails_the_sentence, a_loop_ends_the_search,
          gnmt_penalty_is_that_of_the_paper)
