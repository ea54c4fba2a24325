#include "search/beam.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/philox.h"
#include "search/repetition.h"

static size_t wanted_size(const tr_search *s)
{
    return s->phrases ? s->beam * TR_MOST_WANTED : 0;
}

static size_t drawn_size(const tr_search *s)
{
    return s->sampling ? s->beam : 0;
}

static size_t room_size(const tr_search *s)
{
    return 3 * tr_paths_size(s->beam, s->max_steps) +
           tr_arena_need(wanted_size(s), sizeof(int32_t)) +
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
    b->drawn = TR_TAKE(&a, double, drawn_size(s));
}

void tr_beam_begin(tr_beam *b, const tr_goal *goal)
{
    assert(goal->limit >= 1 && goal->limit <= b->search->max_steps);
    assert(goal->beam <= b->search->beam && (!goal->phrases || b->search->phrases));
    take_room(b);
    b->goal = *goal;
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

/* Asks the logits for a path that has to say phrases. */
static void ask_for_phrases(const tr_beam *b, const tr_path *p, int32_t *wanted, tr_question *q)
{
    const tr_phrases *const phrases = b->goal.phrases;
    const bool last = p->length + 1 >= b->goal.limit;

    q->wanted = wanted;
    q->n_wanted = tr_constrained_next_tokens(phrases, p->progress, p->n, wanted);
    q->k += q->n_wanted;
    wanted[q->n_wanted++] = b->search->eos;
    if (!last && !tr_constrained_finished(phrases, p->progress)) q->forbidden = b->search->eos;
    if (p->progress.after_whole) q->never = b->search->inner;
}

/* Asks the logits for live path i, which draws its next word; the first one draws one for each
 * sample. */
static void ask_to_draw(const tr_beam *b, size_t i, tr_question *q)
{
    const tr_path *const p = &b->live[i];
    const uint32_t first = p->group ? p->group : 1;

    q->k = p->group ? 1 : b->places;
    q->drawn = b->drawn + i;
    for (uint32_t j = 0; j < q->k; j++)
        b->drawn[i + j] =
            tr_philox_uniform((uint32_t[]){(uint32_t)p->length, 2 * (first + j) + b->goal.second,
                                           b->goal.begin, b->goal.line},
                              b->search->sampling->seed);
}

/* Asks the logits for the next step of live path i. */
static tr_question ask(const tr_beam *b, size_t i)
{
    const tr_search *s = b->search;
    const tr_path *const p = &b->live[i];
    const int32_t *const forced = forced_id(b, p);
    const bool too_early = p->n < s->min_length && p->length + 1 < b->goal.limit;
    tr_question q = {.forbidden = too_early ? s->eos : -1,
                     .before = all_ids(b, p),
                     .n_before = p->length,
                     .not_again = b->goal.no_repetition,
                     .no_repeat = s->no_repeat,
                     .may_follow = b->goal.may_follow,
                     .may_follow_ctx = b->goal.may_follow_ctx,
                     .log_sum = s->scores || b->goal.forced};

    if (forced) {
        q.wanted = forced;
        q.n_wanted = forced != &s->first;
        return q;
    }
    if (s->sampling) {
        ask_to_draw(b, i, &q);
        return q;
    }
    q.k = s->observer ? tr_search_candidates(s) : s->groups ? b->places : b->places - b->n_done;
    if (b->goal.phrases) ask_for_phrases(b, p, b->wanted + i * TR_MOST_WANTED, &q);
    return q;
}

size_t tr_beam_rows(tr_beam *b, tr_kvcache *cache, size_t memory, size_t n_memory,
                    tr_decoder_row *rows, tr_question *asked)
{
    for (size_t i = 0; i < b->n_live; i++) {
        const tr_path *p = &b->live[i];
        const int32_t *ids = all_ids(b, p);
        uint32_t *nodes = all_nodes(b, p);
        nodes[p->length] = tr_kvcache_extend(cache, p->tip);
        rows[i] = (tr_decoder_row){.previous = p->length ? ids[p->length - 1] : b->search->start,
                                   .position = p->length,
                                   .path = nodes,
                                   .memory = memory,
                                   .n_memory = n_memory};
        asked[i] = ask(b, i);
    }
    return b->n_live;
}

/* Moves the newest entry of `done`, at n_done, to its place by score and counts it. */
static void finish(tr_beam *b)
{
    size_t at = b->n_done++;
    tr_path *p = &b->done[at];
    p->score = (float)((double)p->log_probability / b->search->penalties[p->length]);
    for (; at > 0 && b->done[at - 1].score < b->done[at].score; at--)
        tr_path_swap(&b->done[at - 1], &b->done[at]);
}

static float log_probability(const tr_candidates *row, float logit)
{
    return (float)((double)logit - row->log_sum);
}

/* The hypothesis whose best remaining candidate is the best of all, or n_live if none has one. */
static size_t best_head(const tr_beam *b, const tr_candidates *answers, const size_t *head)
{
    size_t best = b->n_live;
    float best_total = 0;
    for (size_t i = 0; i < b->n_live; i++) {
        const tr_candidates *row = &answers[i];
        if (head[i] == row->n) continue;
        const float total = b->live[i].log_probability + log_probability(row, row->logit[head[i]]);
        if (best == b->n_live || total > best_total ||
            (total == best_total && row->id[head[i]] < answers[best].id[head[best]])) {
            best = i;
            best_total = total;
        }
    }
    return best;
}

/* Tells an observer of candidate `rank` of live hypothesis i; what is left of `c` is its fate. */
static void tell(const tr_beam *b, const tr_candidates *answers, size_t i, size_t rank,
                 tr_candidate c)
{
    const tr_observer *const o = b->search->observer;
    if (!o || !o->candidate) return;
    const tr_path *p = &b->live[i];
    c.step = p->length;
    c.from = i;
    c.rank = rank;
    c.id = answers[i].id[rank];
    c.log_probability = log_probability(&answers[i], answers[i].logit[rank]);
    c.total = p->log_probability + c.log_probability;
    c.score = (float)((double)c.total / b->search->penalties[p->length + 1]);
    o->candidate(o->ctx, &c);
}

/* Candidates from head [n_live] on were not taken. */
static void tell_dropped(const tr_beam *b, const tr_candidates *answers, const size_t *head)
{
    if (!b->search->observer) return;
    for (size_t i = 0; i < b->n_live; i++)
        for (size_t rank = head[i]; rank < answers[i].n; rank++)
            tell(b, answers, i, rank, (tr_candidate){.fate = TR_DROPPED});
}

/* One more token for live path i: it is done, or becomes the next step's path n_next.  Returns how
 * many live on: 1 or 0. */
static size_t grow(tr_beam *b, tr_kvcache *cache, size_t i, size_t n_next, int32_t id, float logp)
{
    const bool ends = id == b->search->eos;
    tr_path_append(ends ? &b->done[b->n_done] : &b->next[n_next], &b->live[i], id, logp);
    if (!ends || cache->alignment) tr_kvcache_share(cache, b->live[i].tip);
    if (ends) finish(b);
    return !ends;
}

/* The paths that grow() made are those that live. */
static void take_next(tr_beam *b, tr_kvcache *cache, size_t n_next)
{
    for (size_t i = 0; i < b->n_live; i++)
        tr_kvcache_drop(cache, b->live[i].tip);
    tr_path *const old = b->live;
    b->live = b->next;
    b->next = old;
    b->n_live = n_next;
}

/* One more token for the best candidates: those that end are done, the others live on. */
static void expand(tr_beam *b, tr_kvcache *cache, const tr_candidates *answers)
{
    const size_t places = b->places - b->n_done;
    size_t head[TR_MAX_BEAM] = {0}, n_next = 0;

    for (size_t taken = 0; taken < places; taken++) {
        const size_t i = best_head(b, answers, head);
        if (i == b->n_live) break;
        const tr_candidates *row = &answers[i];
        const int32_t id = row->id[head[i]];
        const float logp = log_probability(row, row->logit[head[i]]);
        const bool ends = id == b->search->eos;
        tell(b, answers, i, head[i]++,
             (tr_candidate){.fate = ends ? TR_ENDED : TR_KEPT, .to = n_next});
        n_next += grow(b, cache, i, n_next, id, logp);
    }
    tell_dropped(b, answers, head);
    take_next(b, cache, n_next);
}

/* ---- Samples and groups ---- */

/* The words that were drawn. */
static void expand_drawn(tr_beam *b, tr_kvcache *cache, const tr_candidates *answers)
{
    size_t n_next = 0;

    for (size_t i = 0; i < b->n_live; i++)
        for (uint32_t j = 0; j < answers[i].n; j++) {
            const tr_candidates *const row = &answers[i];
            const uint32_t group = b->live[i].group ? b->live[i].group : j + 1;
            if (grow(b, cache, i, n_next, row->id[j], log_probability(row, row->logit[j])))
                b->next[n_next++].group = group;
        }
    take_next(b, cache, n_next);
}

static size_t places_of_group(const tr_beam *b, uint32_t group)
{
    const size_t n = b->search->groups;
    size_t places = b->places / n + (group <= b->places % n);
    for (size_t i = 0; i < b->n_done; i++)
        places -= b->done[i].group == group;
    return places;
}

static size_t count_ids(const int32_t *ids, size_t n, int32_t id)
{
    size_t found = 0;
    for (size_t i = 0; i < n; i++)
        found += ids[i] == id;
    return found;
}

/* A candidate: the hypothesis, and its rank there. */
typedef struct place {
    size_t from, rank;
} place;

/* The best candidate of a group, of those not in taken [n_live], a bit for each rank; n_live if
 * there is none.  Groups before have said ids [n]. */
static place best_of_group(const tr_beam *b, const tr_candidates *answers, uint32_t group,
                           const uint64_t *taken, const int32_t *said, size_t n)
{
    place best = {b->n_live, 0};
    float best_total = 0;

    for (size_t i = 0; i < b->n_live; i++) {
        const tr_candidates *const row = &answers[i];
        if (b->live[i].group && b->live[i].group != group) continue;
        for (size_t rank = 0; rank < row->n; rank++) {
            if (taken[i] >> rank & 1) continue;
            const float total = b->live[i].log_probability +
                                log_probability(row, row->logit[rank]) -
                                b->search->diversity * (float)count_ids(said, n, row->id[rank]);
            if (best.from < b->n_live &&
                (total < best_total ||
                 (total <= best_total && row->id[rank] >= answers[best.from].id[best.rank])))
                continue;
            best = (place){i, rank};
            best_total = total;
        }
    }
    return best;
}

/* As expand(), group by group. */
static void expand_groups(tr_beam *b, tr_kvcache *cache, const tr_candidates *answers)
{
    int32_t said[TR_MAX_BEAM];
    size_t n_said = 0, n_next = 0;

    for (uint32_t group = 1; group <= b->search->groups; group++) {
        const size_t places = places_of_group(b, group), before = n_said;
        uint64_t taken[TR_MAX_BEAM] = {0};
        for (size_t i = 0; i < places; i++) {
            const place at = best_of_group(b, answers, group, taken, said, before);
            if (at.from == b->n_live) break;
            const tr_candidates *const row = &answers[at.from];
            const int32_t id = said[n_said++] = row->id[at.rank];
            taken[at.from] |= (uint64_t)1 << at.rank;
            b->done[b->n_done].group = b->next[n_next].group = group;
            n_next +=
                grow(b, cache, at.from, n_next, id, log_probability(row, row->logit[at.rank]));
        }
    }
    take_next(b, cache, n_next);
}

/* Leaves what is there once: done [n_done] is sorted by score. */
static void drop_doubles(tr_beam *b, tr_kvcache *cache)
{
    size_t n = 0;

    for (size_t i = 0; i < b->n_done; i++) {
        bool again = false;
        for (size_t j = 0; j < n && !again; j++)
            again = tr_path_same(&b->done[j], &b->done[i]);
        if (!again)
            tr_path_swap(&b->done[n++], &b->done[i]);
        else if (cache->alignment)
            tr_kvcache_drop(cache, b->done[i].tip);
    }
    b->n_done = n;
}

static void sort_by_score(tr_path *paths, size_t n)
{
    for (size_t i = 1; i < n; i++)
        for (size_t at = i; at > 0 && paths[at - 1].score < paths[at].score; at--)
            tr_path_swap(&paths[at - 1], &paths[at]);
}

/* Moves the n-best of groups to the front. */
static void take_turns(tr_beam *b)
{
    size_t turn[TR_MAX_BEAM] = {0};
    const size_t n = b->n_done, n_best = b->search->n_best;

    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < i; j++)
            turn[i] += b->done[j].group == b->done[i].group;
    for (size_t i = 1; i < n; i++)
        for (size_t at = i; at > 0 && turn[at - 1] > turn[at]; at--) {
            const size_t t = turn[at];
            turn[at] = turn[at - 1];
            turn[at - 1] = t;
            tr_path_swap(&b->done[at - 1], &b->done[at]);
        }
    sort_by_score(b->done, n < n_best ? n : n_best);
}

/* ---- Phrases ---- */

static bool is_among(const int32_t *ids, size_t n, int32_t id)
{
    for (size_t i = 0; i < n; i++)
        if (ids[i] == id) return true;
    return false;
}

static tr_pick pick_of(const tr_beam *b, const tr_candidates *row, size_t from, int32_t id,
                       float logit)
{
    const tr_path *const p = &b->live[from];
    const float logp = log_probability(row, logit);
    return (tr_pick){.from = from,
                     .id = id,
                     .log_probability = logp,
                     .total = p->log_probability + logp,
                     .progress = tr_constrained_advance(b->goal.phrases, p->progress, p->n, id)};
}

/* Adds what may follow live path i; returns how many picks there are then. */
static size_t add_picks(const tr_beam *b, const tr_candidates *row, size_t i, tr_pick *picks,
                        size_t n)
{
    const tr_path *const p = &b->live[i];
    const tr_phrases *const phrases = b->goal.phrases;
    int32_t *const wanted = b->wanted + i * TR_MOST_WANTED;
    const size_t n_wanted = tr_constrained_next_tokens(phrases, p->progress, p->n, wanted);
    const bool last = p->length + 1 >= b->goal.limit;
    const bool would_end = !last && !tr_constrained_finished(phrases, p->progress) && row->n &&
                           row->wanted_logit[n_wanted] >= row->logit[0];

    const size_t first = n;
    for (size_t k = 0; k < row->n; k++)
        picks[n++] = pick_of(b, row, i, row->id[k], row->logit[k]);
    for (size_t k = 0; k < n_wanted; k++)
        if (!is_among(row->id, row->n, wanted[k]))
            picks[n++] = pick_of(b, row, i, wanted[k], row->wanted_logit[k]);
    for (size_t k = first; k < n; k++)
        picks[k].late = would_end;
    return n;
}

/* As expand(), among candidates of which some say phrases. */
static void expand_phrases(tr_beam *b, tr_kvcache *cache, const tr_candidates *answers)
{
    enum { MOST = TR_WIDEST_CONSTRAINED * (TR_WIDEST_CONSTRAINED + 2 * TR_MOST_WANTED) };
    tr_pick picks[MOST];
    size_t n = 0, n_next = 0;

    for (size_t i = 0; i < b->n_live; i++)
        n = add_picks(b, &answers[i], i, picks, n);
    n = tr_constrained_allocate(picks, n, b->places - b->n_done);
    for (size_t i = 0; i < n; i++) {
        const tr_pick *const p = &picks[i];
        if (grow(b, cache, p->from, n_next, p->id, p->log_probability))
            b->next[n_next++].progress = p->progress;
    }
    take_next(b, cache, n_next);
}

/* True if the n-best is settled: log p / penalty(limit) bounds what a live hypothesis can get. */
static bool settled(const tr_beam *b)
{
    const tr_search *s = b->search;
    if (s->alpha < 0 || b->n_done < s->n_best || s->groups) return false;
    const float bound = (float)((double)b->live[0].log_probability / s->penalties[b->goal.limit]);
    return bound <= b->done[s->n_best - 1].score;
}

/* True if the best live hypothesis will hardly find an end. */
static bool in_loop(const tr_beam *b)
{
    return b->goal.end_loops && b->n_live &&
           tr_loops(all_ids(b, &b->live[0]), b->live[0].length, b->goal.source_repeated);
}

/* Ends the search; hypotheses that reached the limit count as they are. */
static void close(tr_beam *b, tr_kvcache *cache)
{
    for (size_t i = 0; i < b->n_live; i++) {
        tr_path *p = &b->live[i];
        const bool counts = p->length == b->goal.limit;
        if (!counts || !cache->alignment) tr_kvcache_drop(cache, p->tip);
        if (!counts) continue;
        tr_path_swap(&b->done[b->n_done], p);
        finish(b);
    }
    b->n_live = 0;
    if (b->search->groups) {
        drop_doubles(b, cache);
        take_turns(b);
    }
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
    for (size_t i = 0; i < b->n_done && cache->alignment; i++)
        tr_kvcache_drop(cache, b->done[i].tip);
    b->n_done = 0;
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
        close(b, cache);
        return true;
    }
    if (first)
        all_ids(b, &b->live[0])[b->live[0].length++] = b->search->first;
    else if (forced)
        force(b, *forced, log_probability(answers, answers->wanted_logit[0]));
    else if (b->search->sampling)
        expand_drawn(b, cache, answers);
    else if (b->search->groups)
        expand_groups(b, cache, answers);
    else if (b->goal.phrases)
        expand_phrases(b, cache, answers);
    else
        expand(b, cache, answers);
    const bool over = is_over(b);
    if (over) close(b, cache);
    return over;
}
