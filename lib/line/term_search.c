#include "line/term_search.h"

#include <string.h>

#include "line/fidelity.h"
#include "line/sentence_text.h"
#include "setup/surface.h"
#include "terms/term_choice.h"
#include "terms/term_phrases.h"

/* A worse hypothesis may cost this much of the score to have a place for each term. */
static const float MOST_LOSS = 0.6f;

static tr_term_target target_of(const tr_sentence_hypothesis *h)
{
    return (tr_term_target){h->ids, h->n, h->alignment};
}

static const tr_term_places *find_places(tr_sentence *s, const tr_sentence_hypothesis *h)
{
    const tr_term_target target = target_of(h);
    return tr_term_places_find(s->terms, &target, &s->region);
}

static size_t count_lost(const tr_sentence *s, const tr_sentence_hypothesis *h)
{
    return s->fidelity ? tr_fidelity_lost(s->fidelity, h->ids, h->n, NULL) : 0;
}

/* False: out of memory, for which a sentence has no hypotheses. */
static bool fail_search(tr_sentence *s)
{
    s->n_hypotheses = 0;
    return false;
}

/* ---- Which hypothesis ---- */

/* Puts the first hypothesis to the front that has a place for each term, if it is good enough. */
static bool choose_hypothesis(tr_sentence *s)
{
    tr_sentence_hypothesis *const h = s->hypotheses;
    const size_t n_lost = count_lost(s, h);

    for (size_t i = 0; i < s->n_hypotheses; i++) {
        if (h[i].score < h[0].score - MOST_LOSS) break;
        if (i && count_lost(s, &h[i]) > n_lost) continue;
        const tr_term_places *const p = find_places(s, &h[i]);
        if (!p) return false;
        if (p->n_missing > p->n_other) continue;
        const tr_sentence_hypothesis chosen = h[i];
        memmove(h + 1, h, i * sizeof *h);
        h[0] = chosen;
        break;
    }
    return true;
}

/* ---- The next search ---- */

/* Text that a translation begins with, since the user wants it, stays as it is. */
static tr_term_limits limits_of(const tr_sentence *s, const tr_setup *setup, const tr_batch *batch)
{
    const tr_constraints *const c = &setup->constraints;
    return (tr_term_limits){.constraints = c,
                            .fixed = s->allowed.begins ? c->beginning->len : 0,
                            .most = s->task.goal.limit - tr_search_n_first(&batch->search)};
}

static bool has_ended(const tr_sentence_hypothesis *h, const tr_setup *setup)
{
    return h->n && h->ids[h->n - 1] == setup->m->config.eos;
}

/* Asks for the terms that hypothesis n_put lacks; *asked: there is something to ask for.  False:
 * out of memory. */
static bool ask_for_terms(tr_sentence *s, const tr_setup *setup, const tr_batch *batch, bool *asked)
{
    const tr_sentence_hypothesis *const h = &s->hypotheses[s->n_put];
    const tr_term_places *const p = find_places(s, h);
    const tr_term_target target = target_of(h);
    const tr_term_limits limits = limits_of(s, setup, batch);
    const tr_choice *choice = NULL;

    *asked = false;
    if (!p) return false;
    if (s->n_put == 0) s->n_missing = p->n_missing;
    if (s->n_put == 0 && !s->task.goal.choice && !s->task.goal.phrases) s->n_unsaid = p->n_missing;
    const bool fits = has_ended(h, setup) && p->words.text.len < TR_SURFACE_MAX_BYTES;
    if (!p->n_other || !fits || p->n_missing >= s->n_left) return true;
    if (tr_term_choice_make(&choice, s->terms, p, &target, &limits, &s->region, NULL) < 0)
        return false;
    if (!choice) return true;
    s->n_left = p->n_missing;
    s->task.goal = (tr_goal){.limit = s->task.goal.limit,
                             .n_best = s->task.goal.n_best,
                             .beam = choice->n,
                             .choice = choice,
                             .aligned = true,
                             .line = s->task.goal.line,
                             .begin = s->task.goal.begin,
                             .grain = s->task.goal.grain};
    *asked = true;
    return true;
}

/* Asks for translations that say the terms which have no word, once; *asked as above. */
static bool ask_for_phrases(tr_sentence *s, bool *asked)
{
    const tr_term_places *const p = find_places(s, s->hypotheses);
    const tr_phrases *phrases = NULL;

    *asked = false;
    s->resorted = true;
    if (!p) return false;
    if (p->n_nowhere < p->n_missing) return true;
    if (tr_term_phrases_make(&phrases, s->terms, p, s->task.goal.limit, &s->region, NULL) < 0)
        return false;
    if (!phrases) return true;
    s->task.goal = (tr_goal){.limit = s->task.goal.limit,
                             .n_best = s->task.goal.n_best,
                             .beam = TR_WIDEST_CONSTRAINED,
                             .phrases = phrases,
                             .aligned = true,
                             .line = s->task.goal.line,
                             .begin = s->task.goal.begin,
                             .second = true,
                             .grain = s->task.goal.grain};
    *asked = true;
    return true;
}

/* Leaves the n-best, each text once. */
static void keep_best(tr_sentence *s, size_t n_best)
{
    tr_sentence_hypothesis *const h = s->hypotheses;
    size_t n = 0;

    for (size_t i = 0; i < s->n_hypotheses && n < n_best; i++) {
        size_t k = 0;
        while (k < n && (h[k].n != h[i].n || memcmp(h[k].ids, h[i].ids, h[i].n * sizeof *h->ids)))
            k++;
        if (k == n) h[n++] = h[i];
    }
    s->n_hypotheses = n;
}

bool tr_term_search_next(tr_sentence *s, const tr_setup *setup, const tr_batch *batch)
{
    const size_t n_best = s->line->options.n_best;
    bool asked = false;

    if (!s->task.goal.choice && !s->task.goal.phrases) {
        s->n_left = SIZE_MAX;
        if (n_best == 1 && !choose_hypothesis(s)) return fail_search(s);
    }
    for (; s->n_put < s->n_hypotheses && s->n_put < n_best; s->n_put++, s->n_left = SIZE_MAX) {
        if (!ask_for_terms(s, setup, batch, &asked)) return fail_search(s);
        if (asked) return true;
    }
    if (n_best == 1 && s->n_missing && s->may_retry && !s->allowed.begins && !s->resorted) {
        s->n_put = 0;
        if (!ask_for_phrases(s, &asked)) return fail_search(s);
        if (asked) return true;
    }
    keep_best(s, n_best);
    return false;
}

/* ---- Its result ---- */

/* True if the new hypothesis has all else that the old one has. */
static bool is_as_faithful(const tr_sentence *s, const tr_setup *setup,
                           const tr_sentence_hypothesis *old, const tr_sentence_hypothesis *new)
{
    tr_buf text = {0};

    if (count_lost(s, new) > count_lost(s, old)) return false;
    if (!tr_sentence_holds(s) || s->lost) return true;
    const bool keeps = tr_sentence_keeps(s, new, setup, &text);
    tr_buf_free(&text);
    return keeps;
}

/* True if it says more terms than the old one, and each where it comes from. */
static bool says_more(tr_sentence *s, const tr_sentence_hypothesis *new)
{
    const tr_term_places *const p = find_places(s, new);

    if (!p || p->n_missing - p->n_other >= s->n_missing) return false;
    for (size_t i = 0; i < s->terms->n; i++)
        if (p->list[i].state == TR_TERM_SAID && !p->list[i].sure) return false;
    return true;
}

static bool take_choice(tr_sentence *s, const tr_setup *setup, const tr_batch *batch,
                        const tr_beam *beam)
{
    tr_sentence_hypothesis *const h = &s->hypotheses[s->n_put], new;

    if (!tr_hypothesis_copy(s, &setup->special, &batch->cache, &beam->done[0], &new)) return false;
    if (is_as_faithful(s, setup, h, &new)) *h = new;
    return true;
}

static bool take_phrases(tr_sentence *s, const tr_setup *setup, const tr_batch *batch,
                         const tr_beam *beam)
{
    tr_sentence_hypothesis *const h = s->hypotheses, new;

    for (size_t i = 0; i < beam->n_done && beam->done[i].score >= h->score - MOST_LOSS; i++) {
        if (!tr_hypothesis_copy(s, &setup->special, &batch->cache, &beam->done[i], &new))
            return false;
        if (!has_ended(&new, setup) || !is_as_faithful(s, setup, h, &new) || !says_more(s, &new))
            continue;
        *h = new;
        break;
    }
    return true;
}

void tr_term_search_take(tr_sentence *s, const tr_setup *setup, const tr_batch *batch,
                         const tr_beam *beam)
{
    if (beam->failure) return;
    if (!(s->task.goal.choice ? take_choice : take_phrases)(s, setup, batch, beam))
        s->n_hypotheses = 0;
}
