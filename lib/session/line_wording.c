#include "session/line_wording.h"

#include <string.h>

/* Whose segment it is. */
typedef struct job {
    const tr_setting *setting;
    const tr_search *search;
    tr_error *err;
} job;

/* Ids that a shortlist must have. */
static int add_words(const job *j, tr_segment *s, tr_ids words)
{
    tr_ids *const all = &s->task.words;
    int32_t *const ids = TR_REGION_TAKE(&s->line->region, int32_t, all->n + words.n);

    if (!ids) return tr_fail_memory(j->err);
    if (all->n) memcpy(ids, all->ids, all->n * sizeof *ids);
    memcpy(ids + all->n, words.ids, words.n * sizeof *ids);
    *all = (tr_ids){ids, all->n + words.n};
    return 0;
}

/* The first segment of a line begins as the user wants. */
static int begin_segment(const job *j, tr_segment *s)
{
    const tr_wording *const w = &j->setting->wording;
    tr_goal *const goal = &s->task.goal;

    const int rc = add_words(j, s, w->spelled);
    goal->prefix = (tr_ids){s->task.words.ids, w->prefix.n};
    goal->limit = tr_search_limit(j->search, (double)(goal->limit + w->spelled.n));
    s->rules.begins = true;
    return rc;
}

/* The terms of a segment: they are looked for in the first translation, and a second search has to
 * say them.  If there can be no second search, or several translations are wanted, the first one
 * has to. */
static int add_terms(const job *j, tr_segment *s, const char *text, size_t len)
{
    const tr_options *const o = &j->setting->options;
    tr_goal *const goal = &s->task.goal;

    int rc =
        tr_terms_create(&s->terms, &s->line->region, j->setting, text, len, goal->limit, j->err);
    if (rc < 0) return rc;
    goal->beam = s->task.widest = (size_t)o->beam_size;
    if (!s->terms) return 0;
    rc = add_words(j, s, tr_terms_words(s->terms));
    s->task.widest = tr_terms_places(s->terms, goal->beam);
    if (!s->may_retry || o->n_best > 1) tr_terms_ask(s->terms, goal);
    return rc;
}

int tr_line_add_wording(tr_segment *s, const tr_setting *setting, const tr_search *search,
                        const char *text, size_t len, tr_error *err)
{
    const job context = {setting, search, err}, *const j = &context;
    const tr_wording *const w = &j->setting->wording;
    int rc = 0;

    if (w->beginning && s->line->last_segment == &s->line->segments) rc = begin_segment(j, s);
    if (w->n_words || s->rules.begins) {
        s->task.goal.may_follow = tr_rules_allow;
        s->task.goal.may_follow_ctx = &s->rules;
    }
    if (rc == 0 && j->setting->options.glossary) rc = add_terms(j, s, text, len);
    return rc;
}
