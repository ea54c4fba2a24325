#include "search/constrained.h"

#include <stdlib.h>
#include <string.h>

/* A phrase in the form that a translation has it in after `n` tokens. */
static tr_ids form_of(const tr_phrase *p, bool is_first)
{
    return is_first ? p->first : p->words;
}

static bool is_said(tr_constraint_progress progress, size_t i)
{
    return progress.said >> i & 1;
}

static void count(const tr_phrases *p, tr_constraint_progress *progress)
{
    size_t n = 0, within = p->list[progress->phrase].words.n - 1;
    for (size_t i = 0; i < p->n; i++)
        if (is_said(*progress, i)) n += p->list[i].words.n;
    if (progress->at < within) within = progress->at;
    progress->n_ids_said = (uint16_t)(n + within);
}

/* Phrase i, of which `at` tokens have been said, takes one more. */
static tr_constraint_progress within(const tr_phrases *p, tr_constraint_progress before, size_t i,
                                     size_t at, bool first)
{
    tr_constraint_progress after = {.said = before.said};

    if (at + 1 < form_of(&p->list[i], first).n) {
        after.phrase = (uint8_t)i;
        after.at = (uint8_t)(at + 1);
        after.is_first = first;
    } else {
        after.said |= (uint32_t)1 << i;
        after.after_whole = p->list[i].whole;
    }
    count(p, &after);
    return after;
}

/* True if phrase i begins as the phrase that a hypothesis is within. */
static bool shares(const tr_phrases *p, tr_constraint_progress progress, size_t i)
{
    const tr_ids have = form_of(&p->list[progress.phrase], progress.is_first);
    const tr_ids other = form_of(&p->list[i], progress.is_first);
    return !is_said(progress, i) && other.n > progress.at &&
           !memcmp(other.ids, have.ids, progress.at * sizeof *have.ids);
}

/* The phrases that a hypothesis may be within: the one it is in comes first. */
static size_t candidate(const tr_phrases *p, tr_constraint_progress progress, size_t i)
{
    return (progress.phrase + i) % p->n;
}

tr_constraint_progress tr_constrained_advance(const tr_phrases *p, tr_constraint_progress before,
                                              size_t n, int32_t id)
{
    for (size_t k = 0; k < p->n && before.at; k++) {
        const size_t i = candidate(p, before, k);
        if (shares(p, before, i) && form_of(&p->list[i], before.is_first).ids[before.at] == id)
            return within(p, before, i, before.at, before.is_first);
    }
    for (size_t i = 0; i < p->n; i++)
        if (!is_said(before, i) && form_of(&p->list[i], n == 0).ids[0] == id)
            return within(p, before, i, 0, n == 0);
    tr_constraint_progress after = {.said = before.said};
    count(p, &after);
    return after;
}

bool tr_constrained_finished(const tr_phrases *p, tr_constraint_progress progress)
{
    return progress.said == ((uint32_t)1 << p->n) - 1;
}

static size_t add(int32_t *wanted, size_t n, int32_t id)
{
    for (size_t i = 0; i < n; i++)
        if (wanted[i] == id) return n;
    wanted[n] = id;
    return n + 1;
}

size_t tr_constrained_next_tokens(const tr_phrases *p, tr_constraint_progress progress, size_t n,
                                  int32_t *wanted)
{
    size_t n_wanted = 0;

    for (size_t i = 0; i < p->n; i++) {
        if (is_said(progress, i)) continue;
        n_wanted = add(wanted, n_wanted, form_of(&p->list[i], n == 0).ids[0]);
        if (progress.at && shares(p, progress, i))
            n_wanted =
                add(wanted, n_wanted, form_of(&p->list[i], progress.is_first).ids[progress.at]);
    }
    return n_wanted;
}

/* ---- Places ---- */

/* More probable first; ties towards the lower id, then the older hypothesis. */
static int by_total(const void *a, const void *b)
{
    const tr_pick *const x = a, *const y = b;
    if (x->total > y->total || x->total < y->total) return x->total > y->total ? -1 : 1;
    if (x->id != y->id) return x->id < y->id ? -1 : 1;
    return x->from < y->from ? -1 : x->from > y->from;
}

/* The turns of all banks, the one with the most tokens first. */
static int by_turn(const void *a, const void *b)
{
    const tr_pick *const x = a, *const y = b;
    if (x->turn != y->turn) return x->turn < y->turn ? -1 : 1;
    const int left = y->progress.n_ids_said, right = x->progress.n_ids_said;
    return left - right;
}

/* Leaves the picks that are not late, if there are any. */
static size_t in_time(tr_pick *picks, size_t n)
{
    size_t kept = 0;
    for (size_t i = 0; i < n; i++)
        if (!picks[i].late) picks[kept++] = picks[i];
    return kept ? kept : n;
}

size_t tr_constrained_allocate(tr_pick *picks, size_t n, size_t places)
{
    size_t n_of_bank[UINT8_MAX + 1] = {0};

    n = in_time(picks, n);
    qsort(picks, n, sizeof *picks, by_total);
    for (size_t i = 0; i < n; i++)
        picks[i].turn = n_of_bank[picks[i].progress.n_ids_said]++;
    qsort(picks, n, sizeof *picks, by_turn);
    if (n > places) n = places;
    qsort(picks, n, sizeof *picks, by_total);
    return n;
}
