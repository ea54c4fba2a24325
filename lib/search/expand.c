#include "search/expand.h"

#include "base/philox.h"
#include "base/span.h"

void tr_beam_finish(tr_beam *b)
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

/* One more token for live path i: it is done, or becomes the next step's path n_next.  Returns how
 * many live on: 1 or 0. */
static size_t grow(tr_beam *b, tr_kvcache *cache, size_t i, size_t n_next, int32_t id, float logp)
{
    const bool ends = id == b->search->eos;
    tr_path_append(ends ? &b->done[b->n_done] : &b->next[n_next], &b->live[i], id, logp);
    if (!ends || b->goal.aligned) tr_kvcache_share(cache, b->live[i].tip);
    if (ends) tr_beam_finish(b);
    return !ends;
}

/* The paths that grow() made are the ones that live. */
static void take_next(tr_beam *b, tr_kvcache *cache, size_t n_next)
{
    for (size_t i = 0; i < b->n_live; i++)
        tr_kvcache_drop(cache, b->live[i].tip);
    tr_path *const old = b->live;
    b->live = b->next;
    b->next = old;
    b->n_live = n_next;
}

/* ---- The best candidates ---- */

static void ask_for_best(const tr_beam *b, size_t i, tr_logits_request *q)
{
    (void)i;
    q->k = b->search->observer ? tr_search_candidates(b->search) : b->places - b->n_done;
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

/* One more token for the best candidates: a path that ends is done, the others live on. */
static void expand_best(tr_beam *b, tr_kvcache *cache, const tr_candidates *answers)
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

static const tr_expansion best_of_all = {.ask = ask_for_best, .expand = expand_best};

/* ---- Words that are drawn ---- */

/* The first path draws a word for each sample. */
static void ask_to_draw(const tr_beam *b, size_t i, tr_logits_request *q)
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

static const tr_expansion drawn = {.ask = ask_to_draw, .expand = expand_drawn};

/* ---- Groups ---- */

static void ask_for_groups(const tr_beam *b, size_t i, tr_logits_request *q)
{
    (void)i;
    q->k = b->places;
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

/* The best candidate of a group that is not in taken [n_live], a bit for each rank; n_live if there
 * is none.  Groups before have said ids [n]. */
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
        else if (b->goal.aligned)
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
    const size_t n = b->n_done, n_best = b->goal.n_best;

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

static void order_groups(tr_beam *b, tr_kvcache *cache)
{
    drop_doubles(b, cache);
    take_turns(b);
}

static const tr_expansion in_groups = {
    .ask = ask_for_groups, .expand = expand_groups, .order = order_groups};

/* ---- Phrases ---- */

static void ask_for_phrases(const tr_beam *b, size_t i, tr_logits_request *q)
{
    const tr_path *const p = &b->live[i];
    int32_t *const wanted = b->wanted + i * TR_MOST_WANTED;
    const tr_phrases *const phrases = b->goal.phrases;
    const bool last = p->length + 1 >= b->goal.limit;

    ask_for_best(b, i, q);
    q->wanted = wanted;
    q->n_wanted = tr_constrained_next_tokens(phrases, p->progress, p->n, wanted);
    q->k += q->n_wanted;
    wanted[q->n_wanted++] = b->search->eos;
    if (!last && !tr_constrained_finished(phrases, p->progress)) q->forbidden = b->search->eos;
    if (p->progress.after_whole) q->never = b->search->inner;
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
        if (!tr_ids_have(row->id, row->n, wanted[k]))
            picks[n++] = pick_of(b, row, i, wanted[k], row->wanted_logit[k]);
    for (size_t k = first; k < n; k++)
        picks[k].late = would_end;
    return n;
}

static void expand_phrases(tr_beam *b, tr_kvcache *cache, const tr_candidates *answers)
{
    tr_pick *const picks = b->picks;
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

static const tr_expansion with_phrases = {.ask = ask_for_phrases, .expand = expand_phrases};

/* ---- A choice ---- */

static void ask_for_choice(const tr_beam *b, size_t i, tr_logits_request *q)
{
    int32_t *const wanted = b->wanted + i * TR_MOST_WANTED;
    q->wanted = wanted;
    q->n_wanted = tr_choice_next(b->goal.choice, b->live[i].ids, b->live[i].n, wanted);
}

static void expand_choice(tr_beam *b, tr_kvcache *cache, const tr_candidates *answers)
{
    size_t n_next = 0;

    for (size_t i = 0; i < b->n_live; i++) {
        const tr_candidates *const row = &answers[i];
        int32_t wanted[TR_MOST_CHOICES];
        const size_t n = tr_choice_next(b->goal.choice, b->live[i].ids, b->live[i].n, wanted);
        for (size_t k = 0; k < n; k++)
            n_next +=
                grow(b, cache, i, n_next, wanted[k], log_probability(row, row->wanted_logit[k]));
    }
    take_next(b, cache, n_next);
}

static const tr_expansion of_choice = {.ask = ask_for_choice, .expand = expand_choice};

const tr_expansion *tr_expansion_for(const tr_search *search, const tr_goal *goal)
{
    if (goal->choice) return &of_choice;
    if (search->sampling) return &drawn;
    if (search->groups) return &in_groups;
    return goal->phrases ? &with_phrases : &best_of_all;
}
