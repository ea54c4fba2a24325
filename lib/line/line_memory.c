#include "line/line_memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"

/* Lines that have to be repaired have other text than they seem to. */
static bool may_ask(const tr_translation *r)
{
    return !r->n_repaired && tr_utf8_valid(r->source, r->source_len) &&
           !memchr(r->source, '\0', r->source_len);
}

/* A memory may be damaged: what is not one line of text does not count. */
static bool is_usable(const tr_remembered *found)
{
    return tr_utf8_valid(found->text, found->text_len) &&
           !memchr(found->text, '\0', found->text_len) &&
           !memchr(found->text, '\n', found->text_len);
}

static bool take_remembered(tr_line *line, const tr_remembered *found, int how)
{
    tr_hypothesis *const h = TR_REGION_TAKE(&line->region, tr_hypothesis, 1);
    const char *const text = tr_region_copy(&line->region, found->text, found->text_len);

    if (!h || !text) return false;
    *h = (tr_hypothesis){.text = text,
                         .text_len = found->text_len,
                         .score = found->score,
                         .log_probability = found->log_probability};
    line->result.hypotheses = h;
    line->result.n_hypotheses = 1;
    line->result.remembered = how;
    return true;
}

int tr_line_recall(tr_line *line, const tr_options *o, tr_error *err)
{
    const tr_translation *const r = &line->result;
    const tr_string source = {r->source, r->source_len};
    tr_remembered found = {0};

    if (!line->options.memory || !r->source_len || !may_ask(r)) return 0;
    const int how = o->memory->find(o->memory->ctx, TR_OF_LINE, source, &found);
    if (!how) return 0;
    const bool usable = is_usable(&found);
    const bool taken = usable && take_remembered(line, &found, how);
    free(found.text);
    return usable && !taken ? tr_fail_memory(err) : taken;
}

/* ---- Passages ---- */

/* A line begins as the user wants, whatever the memory has of it; and tags within it find their
 * places by what the model says.  What had to be repaired has been. */
static bool may_ask_passage(const tr_line *line, const tr_options *o)
{
    return line->options.memory && !line->marks && !o->scores && !o->prefix &&
           !line->result.n_repaired;
}

static bool add_known(tr_line *line, tr_span at, const tr_remembered *found)
{
    tr_sentence *const s = TR_REGION_TAKE(&line->region, tr_sentence, 1);
    tr_sentence_hypothesis *const h = TR_REGION_TAKE(&line->region, tr_sentence_hypothesis, 1);
    const char *const text = tr_region_copy(&line->region, found->text, found->text_len);

    if (!s || !h || !text) return false;
    *h = (tr_sentence_hypothesis){.log_probability = NAN, .score = NAN};
    *s = (tr_sentence){.line = line,
                       .begin = at.begin,
                       .end = at.end,
                       .opens = true,
                       .known = {text, found->text_len},
                       .taken = true,
                       .n_hypotheses = 1,
                       .hypotheses = h};
    *line->last_sentence = s;
    line->last_sentence = &s->next;
    return true;
}

int tr_line_recall_passage(tr_line *line, tr_span passage, const tr_options *o, tr_error *err)
{
    const tr_translation *const r = &line->result;
    const tr_span at = tr_span_trimmed(r->source, passage.begin, passage.end);
    const tr_string source = {r->source + at.begin, at.end - at.begin};
    tr_remembered found = {0};

    if (!may_ask_passage(line, o) || !source.len || source.len == r->source_len) return 0;
    if (!o->memory->find(o->memory->ctx, TR_OF_SENTENCE, source, &found)) return 0;
    const bool usable = is_usable(&found);
    const bool taken = usable && add_known(line, at, &found);
    free(found.text);
    return usable && !taken ? tr_fail_memory(err) : taken;
}

/* Of a line of several sentences, or of one and more text, each that is new. */
static void remember_passages(const tr_line *line, const tr_options *o)
{
    const tr_translation *const r = &line->result;
    const tr_hypothesis *const h = &r->hypotheses[0];

    if (!may_ask_passage(line, o)) return;
    for (const tr_sentence *s = line->sentences; s; s = s->next) {
        const size_t len = s->passage.end - s->passage.begin;
        const bool alone = !s->next || s->next->opens;
        const tr_string source = {r->source + s->passage.begin, len};
        if (s->said.begin >= s->said.end || !len || len == r->source_len) continue;
        o->memory->add(
            o->memory->ctx, TR_OF_SENTENCE, source,
            &(tr_remembered){.text = (char *)h->text + s->said.begin,
                             .text_len = s->said.end - s->said.begin,
                             .score = alone ? s->hypotheses[0].score : NAN,
                             .log_probability = alone ? s->hypotheses[0].log_probability : NAN});
    }
}

void tr_line_remember(const tr_line *line, const tr_options *o)
{
    const tr_translation *const r = &line->result;

    if (!line->options.memory || r->status || r->remembered || !line->sentences || !may_ask(r))
        return;
    if (line->sentences->task.goal.forced) return;
    const tr_hypothesis *const h = &r->hypotheses[0];
    remember_passages(line, o);
    o->memory->add(o->memory->ctx, TR_OF_LINE, (tr_string){r->source, r->source_len},
                   &(tr_remembered){.text = (char *)h->text,
                                    .text_len = h->text_len,
                                    .score = h->score,
                                    .log_probability = h->log_probability});
}
