#include "line/line_memory.h"

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

    if (!o->memory || !r->source_len || !may_ask(r)) return 0;
    const int how = o->memory->find(o->memory->ctx, 0, source, &found);
    if (!how) return 0;
    const bool usable = is_usable(&found);
    const bool taken = usable && take_remembered(line, &found, how);
    free(found.text);
    return usable && !taken ? tr_fail_memory(err) : taken;
}

void tr_line_remember(const tr_line *line, const tr_options *o)
{
    const tr_translation *const r = &line->result;

    if (!o->memory || r->status || r->remembered || !line->sentences || !may_ask(r)) return;
    if (line->sentences->task.goal.forced) return;
    const tr_hypothesis *const h = &r->hypotheses[0];
    o->memory->add(o->memory->ctx, 0, (tr_string){r->source, r->source_len},
                   &(tr_remembered){.text = (char *)h->text,
                                    .text_len = h->text_len,
                                    .score = h->score,
                                    .log_probability = h->log_probability});
}
