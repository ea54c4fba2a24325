#include "search/beam.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "search/expand.h"
#include "search/repetition.h"

static size_t wanted_size(const tr_search *s)
{
    return s->phrases ? s->beam * TR_MOST_WANTED : 0;
}

/* Each path goes on by its best tokens, and by the tokens that it wants. */
static size_t picks_size(const tr_search *s)
{
    return s->phrases ? s->beam * (s->beam + 2 * TR_MOST_WANTED) : 0;
}

static size_t drawn_size(const tr_search *s)
{
    return s->sampling ? s->beam : 0;
}

static size_t room_size(const tr_search *s)
{
    return 3 * tr_paths_size(s->beam, s->max_steps) +
           tr_arena_need(wanted_size(s), sizeof(int32_t)) +
           tr_arena_need(picks_size(s), sizeof(tr_pick)) +
           tr_arena_need(drawn_size(s), sizeof(double));
}

size_t tr_beam_size(const tr_search *s)
{
    return tr_arena_need(room_size(s), 1);
}

/* The ids and nodes of all steps [length]: a forced token comes before the ids that a path shows.
 */
static int32_t *all_ids(const tr_beam *b, const tr_path *p)
{
    return p->ids - tr_search_n_first(b->search);
}

static uint32_t *all_nodes(const tr_beam *b, const tr_path *p)
{
    return p->nodes - tr_search_n_first(b->search);
}

void tr_beam_init(tr_beam *b, tr_arena *a, const tr_search *s)
{
    *b = (tr_beam){.search = s, .room = tr_arena_part(a, room_size(s))};
}

/* A beam that has no sentence costs no memory: its paths are made with each. */
static void take_room(tr_beam *b)
{
    const tr_search *const s = b->search;
    tr_arena a = b->room;

    b->live = tr_paths_take(&a, s->beam, s->max_steps, tr_search_n_first(s));
    b->next = tr_paths_take(&a, s->beam, s->max_steps, tr_search_n_first(s));
    b->done = tr_paths_take(&a, s->beam, s->max_steps, tr_search_n_first(s));
    b->wanted = TR_TAKE(&a, int32_t, wanted_size(s));
    b->picks = TR_TAKE(&a, tr_pick, picks_size(s));
    b->drawn = TR_TAKE(&a, double, drawn_size(s));
}

void tr_beam_begin(tr_beam *b, const tr_goal *goal)
{
    assert(goal->limit >= 1 && goal->limit <= b->search->max_steps);
    assert(goal->beam <= b->search->beam && (!goal->phrases || b->search->phrases));
    assert(!goal->choice || b->search->phrases);
    take_room(b);
    b->goal = *goal;
    if (!b->goal.n_best) b->goal.n_best = 1;
    b->expansion = tr_expansion_for(b->search, goal);
    b->places = goal->beam ? goal->beam : b->search->beam;
    b->n_live = 1;
    b->n_done = 0;
    b->live[0].tip = TR_NO_NODE;
    b->failure = TR_BEAM_FINE;
}

/* The token that a path has to take next, and where it is; NULL: it may choose. */
static const int32_t *forced_id(const tr_beam *b, const tr_path *p)
{
    if (p->length < tr_search_n_first(b->search)) return &b->search->first;
    if (b->goal.forced) return &b->goal.forced[p->n];
    return p->n < b->goal.prefix.n ? &b->goal.prefix.ids[p->n] : NULL;
}

/* Bytes go on as UTF-8 does. */
static void obey_bytes(const tr_beam *b, const tr_path *p, tr_logits_request *q)
{
    q->bytes = b->goal.bytes;
    q->byte_state = tr_byte_state_of(q->bytes, p->ids, p->n);
    if (q->byte_state == TR_BETWEEN_CHARACTERS && b->goal.without_bytes)
        q->byte_state = TR_WITHOUT_BYTES;
}

static size_t grain_of(const tr_beam *b)
{
    return b->goal.grain ? b->goal.grain : 1;
}

/* Asks the logits for the next step of live path i. */
static tr_logits_request ask(const tr_beam *b, size_t i)
{
    const tr_search *s = b->search;
    const tr_path *const p = &b->live[i];
    const int32_t *const forced = forced_id(b, p);
    const bool too_early = p->n < s->min_length && p->length + 1 < b->goal.limit;
    tr_logits_request q = {.forbidden = too_early ? s->eos : -1,
                           .before = all_ids(b, p),
                           .n_before = p->length,
                           .not_again = b->goal.no_repetition ? grain_of(b) : 0,
                           .no_repeat = s->no_repeat,
                           .may_follow = b->goal.may_follow,
                           .may_follow_ctx = b->goal.may_follow_ctx,
                           .log_sum =
                               s->scores || b->goal.forced || b->goal.choice || b->goal.phrases};

    if (forced) {
        q.wanted = forced;
        q.n_wanted = forced != &s->first;
    } else {
        if (b->goal.bytes) obey_bytes(b, p, &q);
        b->expansion->ask(b, i, &q);
    }
    return q;
}

size_t tr_beam_rows(tr_beam *b, tr_kvcache *cache, size_t memory, size_t n_memory,
                    tr_decoder_row *rows, tr_logits_request *asked)
{
    for (size_t i = 0; i < b->n_live; i++) {
        const tr_path *p = &b->live[i];
        const int32_t *ids = all_ids(b, p);
        uint32_t *nodes = all_nodes(b, p);
        nodes[p->length] = tr_kvcache_extend(cache, p->tip, b->goal.aligned);
        rows[i] = (tr_decoder_row){.previous = p->length ? ids[p->length - 1] : b->search->start,
                                   .position = p->length,
                                   .path = nodes,
                                   .memory = memory,
                                   .n_memory = n_memory,
                                   .aligned = b->goal.aligned};
        asked[i] = ask(b, i);
    }
    return b->n_live;
}

/* True if the n-best is settled: log p / penalty(limit) bounds what a live hypothesis can get. */
static bool settled(const tr_beam *b)
{
    const tr_search *s = b->search;
    if (s->alpha < 0 || b->n_done < b->goal.n_best || s->groups) return false;
    const float bound = (float)((double)b->live[0].log_probability / s->penalties[b->goal.limit]);
    return bound <= b->done[b->goal.n_best - 1].score;
}

/* True if the best live hypothesis will hardly find an end. */
static bool in_loop(const tr_beam *b)
{
    return b->goal.end_loops && b->n_live &&
           tr_loops(all_ids(b, &b->live[0]), b->live[0].length, b->goal.source_repeated,
                    grain_of(b));
}

/* Ends the search; hypotheses that reached the limit count as they are. */
static void end_search(tr_beam *b, tr_kvcache *cache)
{
    for (size_t i = 0; i < b->n_live; i++) {
        tr_path *p = &b->live[i];
        const bool counts = p->length == b->goal.limit;
        if (!counts || !b->goal.aligned) tr_kvcache_drop(cache, p->tip);
        if (!counts) continue;
        tr_path_swap(&b->done[b->n_done], p);
        tr_beam_finish(b);
    }
    b->n_live = 0;
    if (b->expansion->order) b->expansion->order(b, cache);
    if (b->n_done == 0 && !b->failure) b->failure = TR_BEAM_STUCK;
}

/* Lets go of the nodes before this step, which the step may have read. */
static void move_tips(tr_beam *b, tr_kvcache *cache)
{
    for (size_t i = 0; i < b->n_live; i++) {
        tr_path *p = &b->live[i];
        tr_kvcache_drop(cache, p->tip);
        p->tip = all_nodes(b, p)[p->length];
    }
}

void tr_beam_end(tr_beam *b, tr_kvcache *cache)
{
    for (size_t i = 0; i < b->n_done && b->goal.aligned; i++)
        tr_kvcache_drop(cache, b->done[i].tip);
    b->n_done = 0;
}

void tr_beam_drop(tr_beam *b, tr_kvcache *cache)
{
    for (size_t i = 0; i < b->n_live; i++)
        tr_kvcache_drop(cache, b->live[i].tip);
    b->n_live = 0;
    tr_beam_end(b, cache);
}

/* True if the search is over; sets why. */
static bool is_over(tr_beam *b)
{
    const bool loop = in_loop(b);
    if (loop) b->goal.limit = b->live[0].length;
    if (b->n_live == 0)
        b->reason = TR_END_FULL;
    else if (b->live[0].length == b->goal.limit)
        b->reason = loop ? TR_END_LOOP : TR_END_LIMIT;
    else if (settled(b))
        b->reason = TR_END_SETTLED;
    else
        return false;
    return true;
}

/* The only path there is takes a token that it did not choose. */
static void force(tr_beam *b, int32_t id, float log_probability_of_id)
{
    tr_path *const p = &b->live[0];
    if (b->goal.phrases)
        p->progress = tr_constrained_advance(b->goal.phrases, p->progress, p->n, id);
    tr_path_append(p, p, id, log_probability_of_id);
}

bool tr_beam_advance(tr_beam *b, tr_kvcache *cache, const tr_candidates *answers)
{
    move_tips(b, cache);
    for (size_t i = 0; i < b->n_live; i++)
        if (!answers[i].finite) b->failure = TR_BEAM_NOT_FINITE;
    const int32_t *const forced = forced_id(b, &b->live[0]);
    const bool first = forced == &b->search->first;
    if (forced && !first && !isfinite(answers->wanted_logit[0])) b->failure = TR_BEAM_NOT_FINITE;

    if (b->failure) {
        end_search(b, cache);
        return true;
    }
    if (first)
        all_ids(b, &b->live[0])[b->live[0].length++] = b->search->first;
    else if (forced)
        force(b, *forced, (float)((double)answers->wanted_logit[0] - answers->log_sum));
    else
        b->expansion->expand(b, cache, answers);
    const bool over = is_over(b);
    if (over) end_search(b, cache);
    return over;
}
