/* The search for given phrases, and after a given prefix, against a naive one that looks at every
 * token of the vocabulary, and replays each hypothesis from its beginning. */
#include "search/beam.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "unit/unit.h"

enum { VOCAB = 9, EOS = 0, LIMIT = 9, MAX_STEPS = 24, INNER = 8, MOST = 12 };

typedef struct task {
    size_t beam, n_best;
    unsigned seed;
    tr_ids prefix;
    tr_phrases phrases;
} task;

static const uint8_t inner[VOCAB] = {[INNER] = 1};

static void distribution(const int32_t *ids, size_t n, unsigned seed, float *logits)
{
    uint32_t h = seed * 2654435761u + 1;
    for (size_t i = 0; i < n; i++)
        h = (h ^ (uint32_t)(ids[i] + 1)) * 16777619u;
    for (size_t v = 0; v < VOCAB; v++) {
        h = h * 1664525u + 1013904223u;
        logits[v] = (float)(h >> 29); /* eight values: ties are frequent */
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

typedef struct replayed {
    bool said[TR_MOST_PHRASES], after_whole;
    size_t n_said, bank; /* phrases, tokens of phrases */
} replayed;

static bool has(tr_ids form, const int32_t *ids, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (i >= form.n || form.ids[i] != ids[i]) return false;
    return true;
}

/* Reads from the left: a phrase that has not been said yet is taken where it begins, and goes on
 * while a phrase goes on so; of two, the one that was being said goes first, then in their order,
 * in a circle. */
static replayed replay(const tr_phrases *p, const int32_t *ids, size_t n)
{
    replayed r = {0};
    size_t begin = 0, in = 0, first_at = 0;
    bool within = false;

    for (size_t i = 0; i < n; i++) {
        r.after_whole = false;
        size_t found = p->n;
        for (size_t k = 0; within && found == p->n && k < p->n; k++) {
            const size_t c = (in + k) % p->n;
            const tr_ids form = first_at ? p->list[c].words : p->list[c].first;
            if (!r.said[c] && form.n > i - begin && has(form, ids + begin, i - begin + 1))
                found = c;
        }
        if (found == p->n) {
            begin = first_at = i;
            for (size_t c = 0; c < p->n && found == p->n; c++) {
                const tr_ids form = i ? p->list[c].words : p->list[c].first;
                if (!r.said[c] && form.ids[0] == ids[i]) found = c;
            }
        }
        within = found < p->n;
        in = within ? found : 0;
        const tr_ids form = !within    ? (tr_ids){0}
                            : first_at ? p->list[in].words
                                       : p->list[in].first;
        if (within && form.n == i - begin + 1) {
            r.said[in] = true;
            r.after_whole = p->list[in].whole;
            within = false;
        }
    }
    for (size_t c = 0; c < p->n; c++) {
        r.n_said += r.said[c];
        r.bank += r.said[c] ? p->list[c].words.n : 0;
    }
    const size_t most = within ? p->list[in].words.n - 1 : 0;
    r.bank += within ? (n - begin < most ? n - begin : most) : 0;
    return r;
}

typedef struct hypothesis {
    int32_t ids[LIMIT];
    size_t n, bank;
    float log_probability, score;
    size_t from;
    bool late; /* it would rather have ended */
} hypothesis;

/* More probable first, then by the token, then by the hypothesis it follows. */
static int order(const void *a, const void *b)
{
    const hypothesis *x = a, *y = b;
    if (x->log_probability > y->log_probability) return -1;
    if (x->log_probability < y->log_probability) return 1;
    if (x->ids[x->n - 1] != y->ids[y->n - 1]) return x->ids[x->n - 1] < y->ids[y->n - 1] ? -1 : 1;
    return x->from < y->from ? -1 : 1;
}

/* Moves the candidates that get a place to the front. */
static size_t deal(hypothesis *all, size_t n, size_t places)
{
    static hypothesis dealt[MOST * VOCAB];
    bool given[MOST * VOCAB] = {0};
    size_t n_dealt = 0;

    qsort(all, n, sizeof *all, order);
    while (n_dealt < places && n_dealt < n)
        for (size_t bank = 40; bank-- > 0;)
            for (size_t i = 0; i < n; i++)
                if (!given[i] && all[i].bank == bank) {
                    given[i] = true;
                    if (n_dealt < places) dealt[n_dealt++] = all[i];
                    break;
                }
    qsort(dealt, n_dealt, sizeof *dealt, order);
    memcpy(all, dealt, n_dealt * sizeof *all);
    return n_dealt;
}

static size_t candidates(const task *t, const hypothesis *live, size_t n_live, size_t step,
                         hypothesis *all)
{
    size_t n = 0;
    for (size_t i = 0; i < n_live; i++) {
        float logits[VOCAB];
        distribution(live[i].ids, step, t->seed, logits);
        const replayed before = replay(&t->phrases, live[i].ids, step);
        const bool unsaid = before.n_said < t->phrases.n && step + 1 < LIMIT;
        bool would_end = unsaid;
        for (int32_t v = 0; v < VOCAB; v++)
            if (v != EOS && !(before.after_whole && inner[v]) && logits[v] > logits[EOS])
                would_end = false;
        for (int32_t v = 0; v < VOCAB; v++) {
            const bool given = step < t->prefix.n;
            if (given && v != t->prefix.ids[step]) continue;
            if (!given && v == EOS && unsaid) continue;
            if (!given && before.after_whole && inner[v]) continue;
            hypothesis h = live[i];
            h.ids[h.n++] = v;
            h.log_probability += (float)((double)logits[v] - log_sum(logits));
            const replayed after = replay(&t->phrases, h.ids, h.n);
            h.late = !given && would_end;
            h.bank = after.bank;
            h.from = i;
            all[n++] = h;
        }
    }
    size_t in_time = 0;
    for (size_t i = 0; i < n; i++)
        if (!all[i].late) all[in_time++] = all[i];
    return in_time ? in_time : n;
}

static size_t naive(const task *t, hypothesis *done)
{
    static hypothesis live[MOST], all[MOST * VOCAB];
    size_t n_live = 1, n_done = 0;

    live[0] = (hypothesis){0};
    for (size_t step = 0; n_live && step < LIMIT; step++) {
        const size_t n = deal(all, candidates(t, live, n_live, step, all), t->beam - n_done);
        n_live = 0;
        for (size_t i = 0; i < n; i++) {
            hypothesis *const h = &all[i];
            h->score = h->log_probability / (float)h->n;
            if (h->ids[h->n - 1] == EOS || h->n == LIMIT)
                done[n_done++] = *h;
            else
                live[n_live++] = *h;
        }
    }
    for (size_t i = 1; i < n_done; i++)
        for (size_t j = i; j > 0 && done[j].score > done[j - 1].score; j--) {
            const hypothesis h = done[j];
            done[j] = done[j - 1];
            done[j - 1] = h;
        }
    return n_done;
}

/* ---- Ours ---- */

static void answer(const tr_logits_request *q, tr_candidates *a, const int32_t *ids, size_t n,
                   unsigned seed)
{
    float logits[VOCAB];
    bool taken[VOCAB] = {0};

    distribution(ids, n, seed, logits);
    a->log_sum = log_sum(logits);
    a->finite = true;
    for (a->n = 0; a->n < q->k; a->n++) {
        int32_t best = -1;
        for (int32_t v = 0; v < VOCAB; v++)
            if (!taken[v] && v != q->forbidden && !(q->never && q->never[v]) &&
                (best < 0 || logits[v] > logits[best]))
                best = v;
        if (best < 0) break;
        taken[best] = true;
        a->id[a->n] = best;
        a->logit[a->n] = logits[best];
    }
    for (size_t i = 0; i < q->n_wanted; i++)
        a->wanted_logit[i] = logits[q->wanted[i]];
}

static void check(const task *t, size_t session_beam)
{
    static int32_t ids[MOST][TR_WIDEST_CONSTRAINED + TR_MOST_WANTED];
    static float logits[MOST][TR_WIDEST_CONSTRAINED + TR_MOST_WANTED], wanted[MOST][TR_MOST_WANTED];
    static hypothesis want[MOST];
    const tr_heads heads[] = {{.n = 1, .d_head = 4}, {.n = 1, .d_head = 4}};
    tr_decoder_row rows[MOST];
    tr_logits_request asked[MOST];
    tr_candidates answers[MOST];
    tr_nmt m = {.config = {.d_model = 4, .n_decoder_layers = 1}};
    tr_search s = {.beam = session_beam,
                   .max_steps = MAX_STEPS,
                   .start = -1,
                   .first = -1,
                   .eos = EOS,
                   .scores = true,
                   .phrases = true,
                   .inner = inner,
                   .alpha = 1};
    tr_kvcache cache;
    tr_arena arena;
    tr_beam beam;

    const size_t nodes = tr_kvcache_nodes(&m, false, session_beam, MAX_STEPS);
    ck_assert_int_eq(tr_arena_init(&arena, tr_kvcache_size(&m, heads, false, nodes, 1) +
                                               tr_search_size(MAX_STEPS) + tr_beam_size(&s)),
                     0);
    tr_kvcache_init(&cache, &arena, &m, heads, false, nodes, 1);
    tr_search_init(&s, &arena);
    tr_beam_init(&beam, &arena, &s);
    for (size_t i = 0; i < MOST; i++)
        answers[i] = (tr_candidates){.id = ids[i], .logit = logits[i], .wanted_logit = wanted[i]};
    const tr_goal goal = {.limit = LIMIT,
                          .n_best = t->n_best,
                          .beam = t->beam,
                          .prefix = t->prefix,
                          .phrases = t->phrases.n ? &t->phrases : NULL};
    tr_beam_begin(&beam, &goal);
    do {
        const size_t n = tr_beam_rows(&beam, &cache, 0, 1, rows, asked);
        for (size_t i = 0; i < n; i++)
            answer(&asked[i], &answers[i], beam.live[i].ids, beam.live[i].n, t->seed);
    } while (!tr_beam_advance(&beam, &cache, answers));

    const size_t n = naive(t, want);
    ck_assert_uint_ge(beam.n_done, t->n_best);
    if (t->n_best == t->beam) ck_assert_uint_eq(beam.n_done, n);
    for (size_t k = 0; k < t->n_best; k++) {
        const tr_path *got = &beam.done[k];
        ck_assert_uint_eq(got->n, want[k].n);
        ck_assert_mem_eq(got->ids, want[k].ids, got->n * sizeof *got->ids);
        ck_assert_float_le(fabsf(got->score - want[k].score), 1e-5f * fabsf(want[k].score));
        if (got->n < LIMIT)
            ck_assert_uint_eq(replay(&t->phrases, got->ids, got->n).n_said, t->phrases.n);
    }
    tr_beam_end(&beam, &cache);
    ck_assert_uint_eq(cache.n_free, cache.n_nodes);
    tr_arena_free(&arena);
}

static uint32_t state = 1;

static size_t below(size_t n)
{
    state = state * 1664525u + 1013904223u;
    return (state >> 8) % n;
}

/* Phrases of few different tokens: they begin alike, and one is the beginning of another. */
static void check_random(size_t n_phrases, size_t longest, size_t beam, size_t n_best,
                         size_t n_prefix)
{
    for (unsigned seed = 1; seed <= 300; seed++) {
        int32_t ids[TR_MOST_PHRASES][2][4], prefix[4];
        tr_phrase list[TR_MOST_PHRASES];
        task t = {.beam = beam, .n_best = n_best, .seed = seed};
        for (size_t i = 0; i < n_phrases; i++) {
            const size_t n = 1 + below(longest);
            for (size_t k = 0; k < 8; k++)
                ids[i][k / 4][k % 4] = 1 + (int32_t)below(4);
            list[i] = (tr_phrase){
                .words = {ids[i][0], n}, .first = {ids[i][below(2)], n}, .whole = below(2)};
            t.phrases.n_ids += n;
        }
        for (size_t i = 0; i < n_prefix; i++)
            prefix[i] = 1 + (int32_t)below(VOCAB - 1);
        t.prefix = (tr_ids){prefix, n_prefix};
        t.phrases.list = list;
        t.phrases.n = n_phrases;
        check(&t, beam + below(3));
    }
}

START_TEST(finds_what_a_naive_search_for_phrases_finds)
{
    check_random(1, 1, 2, 2, 0);
    check_random(1, 3, 4, 4, 0);
    check_random(2, 2, 5, 5, 0);
    check_random(3, 3, 10, 10, 0);
}
END_TEST

START_TEST(more_tokens_than_places_are_found_too)
{
    check_random(2, 3, 3, 3, 0);
    check_random(3, 3, 2, 2, 0);
    check_random(3, 1, 1, 1, 0);
}
END_TEST

START_TEST(stopping_early_keeps_the_n_best)
{
    check_random(2, 3, 8, 1, 0);
    check_random(1, 3, 6, 3, 0);
}
END_TEST

START_TEST(a_prefix_comes_first)
{
    check_random(0, 1, 4, 4, 1);
    check_random(0, 1, 4, 1, 4);
    check_random(0, 1, 1, 1, 3);
    check_random(2, 3, 6, 6, 3);
}
END_TEST

UNIT_MAIN("constrained", finds_what_a_naive_search_for_phrases_finds,
          more_tokens_than_places_are_found_too, stopping_early_keeps_the_n_best,
          a_prefix_comes_first)
