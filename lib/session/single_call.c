/* single_call.c - lines that are all there: tr_translate(), tr_translate_batch(), tr_score() and
 * tr_score_batch(). */
#include <stdlib.h>

#include "line/line_marks.h"
#include "line/line_score.h"
#include "session/session.h"

/* ---- The observer ---- */

static void tell_begin(const tr_session *s, const tr_sentence *sentence)
{
    const tr_observer *const o = s->setup.options.observer;
    if (!o || !o->begin) return;
    const tr_search_begin begin = {.begin = tr_line_place(sentence->line, sentence->begin, false),
                                   .end = tr_line_place(sentence->line, sentence->end, true),
                                   .ids = sentence->task.source,
                                   .n_ids = sentence->task.n_source,
                                   .n_before = s->setup.special.n_before,
                                   .n_tokens = sentence->n_tokens,
                                   .again = sentence->retried};
    o->begin(o->ctx, &begin);
}

static void tell_end(const tr_session *s, const tr_sentence *sentence, const tr_beam *beam,
                     bool second)
{
    const tr_observer *const o = s->setup.options.observer;
    if (!o || !o->end) return;
    const tr_sentence_hypothesis *best = sentence->n_hypotheses ? sentence->hypotheses : NULL;
    const tr_search_end end = {.reason = (int)(beam->failure ? TR_END_FAILED : beam->reason),
                               .kept = best && (!second || sentence->improved),
                               .n = best ? best->n : 0,
                               .ids = best ? best->ids : NULL};
    o->end(o->ctx, &end);
}

/* ---- Lines ---- */

static bool take_line_result(void *ctx, tr_task *task, const tr_beam *beam)
{
    tr_sentence *sentence = (tr_sentence *)task;
    const bool second = sentence->retried, again = tr_session_take(ctx, sentence, beam);
    tell_end(ctx, sentence, beam, second);
    if (again) tell_begin(ctx, sentence);
    return again;
}

/* An observer sees one sentence after the other. */
static bool add_one_sentence(tr_session *s, tr_sentence *sentence)
{
    if (s->setup.options.observer && s->batch.n_active) return false;
    if (!tr_session_add(s, sentence)) return false;
    tell_begin(s, sentence);
    return true;
}

/* Translates the sentences of all lines, as many together as the batch takes. */
static void run_session(tr_session *s)
{
    size_t line = 0;
    tr_sentence *next = NULL;

    for (;;) {
        while (next && next->taken)
            next = next->next;
        for (; !next && line < s->n_lines; line++)
            next = s->lines[line]->sentences;
        if (next && next->taken) continue;
        if (next && add_one_sentence(s, next)) {
            next = next->next;
        } else if (s->batch.n_active) {
            tr_batch_step(&s->batch, take_line_result, s);
        } else {
            break;
        }
    }
}

/* Makes new sentences for sentences that lost placeholders; *any: there are some to translate. */
static int again(tr_session *s, bool *any, tr_error *err)
{
    int rc = 0;

    *any = false;
    for (size_t i = 0; i < s->n_lines && rc == 0; i++) {
        rc = tr_session_again(s, s->lines[i], err);
        for (const tr_sentence *next = s->lines[i]->sentences; next && rc == 0; next = next->next)
            *any = *any || !next->taken;
    }
    return rc;
}

static int finish_lines(tr_session *s, tr_error *err)
{
    for (size_t i = 0; i < s->n_lines; i++) {
        const int rc = tr_session_finish(s, s->lines[i], err);
        if (rc < 0) return rc;
        s->results[i] = &s->lines[i]->result;
    }
    return 0;
}

/* Copies the lines that the caller gave.  The lines of the call before are freed. */
static int take_lines(tr_session *s, const tr_string *lines, size_t n, tr_error *err)
{
    tr_session_free_lines(s);
    s->lines = calloc(n ? n : 1, sizeof *s->lines);
    s->results = calloc(n ? n : 1, sizeof *s->results);
    if (!s->lines || !s->results) return tr_fail_memory(err);
    for (; s->n_lines < n; s->n_lines++) {
        const tr_string *line = &lines[s->n_lines];
        s->lines[s->n_lines] = tr_line_create(line->text, line->len, s->n_lines + 1,
                                              tr_line_options_of(&s->setup.options));
        if (!s->lines[s->n_lines]) return tr_fail_memory(err);
    }
    return 0;
}

int tr_translate_batch(tr_session *s, const tr_string *lines, size_t n,
                       const tr_translation *const **results, tr_error *err)
{
    int rc = take_lines(s, lines, n, err);
    for (size_t i = 0; i < n && rc == 0; i++)
        rc = tr_session_prepare(s, s->lines[i], err);
    for (bool any = true; rc == 0 && any;) {
        run_session(s);
        rc = again(s, &any, err);
    }
    if (rc < 0) return rc;
    *results = s->results;
    return finish_lines(s, err);
}

int tr_translate(tr_session *s, const char *text, size_t text_len, const tr_translation **result,
                 tr_error *err)
{
    const tr_string line = {.text = text, .len = text_len};
    const tr_translation *const *results;
    const int rc = tr_translate_batch(s, &line, 1, &results, err);
    if (rc == 0) *result = results[0];
    return rc;
}

int tr_score_batch(tr_session *s, const tr_string *sources, const tr_string *targets, size_t n,
                   const tr_translation *const **results, tr_error *err)
{
    int rc = take_lines(s, sources, n, err);
    for (size_t i = 0; i < n && rc == 0; i++)
        rc = tr_line_prepare_score(s->lines[i], &s->preparer, targets[i], err);
    if (rc < 0) return rc;
    run_session(s);
    *results = s->results;
    return finish_lines(s, err);
}

int tr_score(tr_session *s, tr_string source, tr_string target, const tr_translation **result,
             tr_error *err)
{
    const tr_translation *const *results;
    const int rc = tr_score_batch(s, &source, &target, 1, &results, err);
    if (rc == 0) *result = results[0];
    return rc;
}
