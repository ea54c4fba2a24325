#include "session/line_prepare.h"

#include <string.h>

#include "base/unicode.h"
#include "base/utf8.h"
#include "search/repetition.h"
#include "session/capitals.h"
#include "session/fidelity.h"
#include "session/line_wording.h"
#include "session/token_input.h"
#include "text/placeholders.h"

int tr_preparer_init(tr_preparer *p, const tr_setting *setting, const tr_search *search,
                     bool splits, tr_error *err)
{
    *p = (tr_preparer){.setting = setting, .search = search};
    p->stretches = (tr_stretches){.parts = &p->parts,
                                  .unk = setting->m->config.source_unk_id,
                                  .lowers = !setting->wording.beginning &&
                                            tr_capitals_suit(setting->frame.source_language) &&
                                            tr_capitals_suit(setting->frame.target_language)};
    p->parts = (tr_parts){.tokenizer = setting->tokenizers->source,
                          .max_tokens = setting->m->config.max_source};
    return tr_passages_init(&p->passages, setting->frame.source_language, splits, err);
}

void tr_preparer_free(tr_preparer *p)
{
    tr_passages_free(&p->passages);
    tr_parts_free(&p->parts);
    tr_stretches_free(&p->stretches);
    tr_buf_free(&p->buf);
}

tr_request tr_request_of(const tr_setting *s)
{
    const bool text = s->is_text, raw = s->options.raw;
    return (tr_request){.split = text && s->options.split == TR_SPLIT_SENTENCE,
                        .copy = text && !raw,
                        .retry = !raw,
                        .wording = true};
}

/* A line that is being prepared. */
typedef struct job {
    tr_line *line;
    tr_preparer *p;
    const tr_request *request;
    tr_error *err;
} job;

static size_t limit_of(const tr_preparer *p, size_t n_source)
{
    const tr_options *o = &p->setting->options;
    return tr_search_limit(p->search,
                           (double)o->max_length_factor * (double)n_source + o->max_length);
}

/* Whether a search looks for several translations that do not compete: a loop in one must not end
 * the others. */
static bool are_several(const tr_preparer *p)
{
    const tr_options *o = &p->setting->options;
    return o->diverse || (o->sampling.on && o->n_best > 1);
}

/* Bytes at .. end - 1 of the stretch, with blanks for placeholders and stand-ins: those are kept in
 * ways that take less time than a search that may say nothing wrong. */
static const char *without_placeholders(const tr_stretch *stretch, size_t at, size_t end,
                                        tr_region *region)
{
    if (!stretch->keep) return stretch->text + at;
    char *const text = tr_region_copy(region, stretch->text + at, end - at);
    const tr_stand_ins within = tr_stand_ins_within(&stretch->stand_ins, at, end);

    for (tr_span p = {0}; text && tr_placeholder_next(text, end - at, p.end, &p);)
        memset(text + p.begin, ' ', p.end - p.begin);
    for (size_t i = 0; text && i < within.n; i++)
        memset(text + within.list[i].text.begin - at, ' ', strlen(within.list[i].word));
    return text;
}

/* What bytes at .. end - 1 of the stretch ask a translation to repeat, of which `words` are those
 * without placeholders.  A search that may say no other number has to know those of placeholders,
 * such as {0}, and of stand-ins. */
static int add_fidelity(tr_segment *s, const tr_setting *setting, const tr_stretch *stretch,
                        const char *words, size_t at, size_t end, tr_region *region)
{
    const int rc = tr_fidelity_create(&s->fidelity, region, setting, words, end - at);
    if (rc < 0 || !s->fidelity || !stretch->keep) return rc;
    return tr_fidelity_create(&s->fidelity, region, setting, stretch->text + at, end - at);
}

/* A segment of ids [n], which are bytes at .. end - 1 of the stretch. */
static int add_segment(const job *j, const tr_stretch *stretch, const int32_t *ids, size_t n,
                       size_t at, size_t end)
{
    tr_line *line = j->line;
    const tr_frame *f = &j->p->setting->frame;
    const size_t n_source = f->n_before + n + f->n_after;
    tr_segment *s = TR_REGION_TAKE(&line->region, tr_segment, 1);
    int32_t *source = TR_REGION_TAKE(&line->region, int32_t, n_source);
    if (!s || !source) return tr_fail_memory(j->err);
    memcpy(source, f->before, f->n_before * sizeof *source);
    memcpy(source + f->n_before, ids, n * sizeof *source);
    memcpy(source + f->n_before + n, f->after, f->n_after * sizeof *source);
    s->task = (tr_task){.source = source, .n_source = n_source};
    s->begin = tr_stand_ins_source(&stretch->stand_ins, stretch->begin, at, false);
    s->end = tr_stand_ins_source(&stretch->stand_ins, stretch->begin, end, true);
    s->task.goal = (tr_goal){.limit = limit_of(j->p, n),
                             .line = (uint32_t)line->result.line,
                             .begin = (uint32_t)s->begin,
                             .end_loops = j->request->retry && !are_several(j->p),
                             .source_repeated = tr_repeated(ids, n, true)};
    s->may_retry = j->request->retry;
    const char *const words = without_placeholders(stretch, at, end, &line->region);
    if (!words || (s->may_retry &&
                   add_fidelity(s, j->p->setting, stretch, words, at, end, &line->region) < 0))
        return tr_fail_memory(j->err);
    s->line = line;
    if (j->request->wording) {
        const int rc = tr_line_add_wording(s, j->p->setting, j->p->search, words, end - at, j->err);
        if (rc < 0) return rc;
    }
    s->n_tokens = n;
    s->stretch = stretch->keep || stretch->capitals ? stretch : NULL;
    s->at = at;
    s->at_end = end;
    *line->last_segment = s;
    line->last_segment = &s->next;
    return 0;
}

/* ---- Text ---- */

/* Whether ids [n] are text to translate.  Numbers, symbols and foreign scripts have no letter that
 * the model knows: it could only make something up. */
static bool is_text(const job *j, const int32_t *ids, size_t n)
{
    const tr_setting *s = j->p->setting;
    if (!j->request->copy) return n > 0;
    for (size_t i = 0; i < n; i++)
        if (ids[i] != s->m->config.source_unk_id &&
            tr_piece_has_letter(tr_tokenizer_piece(s->tokenizers->source, ids[i])))
            return true;
    return false;
}

/* One segment, or several where the text is too long. */
static int add_parts(const job *j, const tr_stretch *stretch)
{
    tr_parts *parts = &j->p->parts;
    size_t part = 0, n = 0;

    for (size_t at = 0; at < stretch->len; at += part) {
        const char *text = stretch->text + at;
        int rc = tr_parts_first(parts, text, stretch->len - at, &part, &n, j->err);
        if (rc == 0 && part == 0) {
            tr_line_fail(j->line, TR_EUNSUPPORTED, "a single character exceeds the model's limit");
            return 0;
        }
        const size_t stop = at + tr_without_final_blanks(text, part);
        if (rc == 0 && is_text(j, parts->ids, n))
            rc = add_segment(j, stretch, parts->ids, n, at, stop);
        if (rc < 0) return rc;
    }
    return 0;
}

static int add_stretches(const job *j, const tr_stretch *list)
{
    int rc = 0;
    for (; list && rc == 0; list = list->next)
        rc = add_parts(j, list);
    return rc;
}

static int add_passage(const job *j, tr_span passage)
{
    const char *const source = j->line->result.source;
    tr_region *const region = &j->line->region;
    tr_stretch *list;

    const int rc = j->request->copy ? tr_stretches_first(&j->p->stretches, source, passage, region,
                                                         &list, j->err)
                                    : tr_stretches_plain(source, passage, region, &list, j->err);
    return rc < 0 ? rc : add_stretches(j, list);
}

static int prepare_text(const job *j)
{
    const tr_translation *r = &j->line->result;
    const tr_passages *const passages = &j->p->passages;
    int rc = tr_passages_find(&j->p->passages, r->source, r->source_len, j->request->split,
                              j->request->copy, j->err);

    for (size_t i = 0; rc == 0 && i < passages->n; i++)
        rc = add_passage(j, passages->list[i]);
    return rc;
}

/* ---- Tokens ---- */

static int prepare_tokens(const job *j)
{
    const tr_translation *r = &j->line->result;
    const uint32_t most = j->p->setting->m->config.max_source;
    size_t n;
    const int rc = tr_tokens_read(j->line, j->p->setting, TR_SOURCE,
                                  (tr_string){r->source, r->source_len}, &j->p->parts, &n, j->err);
    if (rc < 0 || r->status || n == 0) return rc;
    if (n > most) {
        tr_error e;
        tr_fail(&e, TR_EUNSUPPORTED, "%zu tokens: the model reads at most %u", n, most);
        tr_line_fail(j->line, e.code, e.msg);
        return 0;
    }
    const tr_stretch all = {.text = r->source, .len = r->source_len};
    return add_segment(j, &all, j->p->parts.ids, n, 0, r->source_len);
}

/* ---- Lines ---- */

/* Makes the source valid UTF-8 without NULs. */
static int repair(const job *j)
{
    tr_translation *r = &j->line->result;
    tr_buf *buf = &j->p->buf;

    if (tr_utf8_valid(r->source, r->source_len) && !memchr(r->source, '\0', r->source_len))
        return 0;
    tr_buf_clear(buf);
    r->n_repaired = tr_utf8_repair(r->source, r->source_len, buf);
    r->source = buf->failed ? NULL : tr_region_copy(&j->line->region, buf->data, buf->len);
    r->source_len = buf->len;
    if (r->source) return 0;
    r->source = "";
    r->source_len = 0;
    return tr_fail_memory(j->err);
}

int tr_line_prepare(tr_line *line, tr_preparer *p, const tr_request *request, tr_error *err)
{
    const job j = {line, p, request, err};
    int rc = repair(&j);
    if (rc == 0) rc = p->setting->options.input == TR_TEXT ? prepare_text(&j) : prepare_tokens(&j);
    if (line->result.status) tr_line_drop_segments(line);
    return rc;
}

/* ---- Again ---- */

/* Puts new segments in the place of *place. */
static int replace(const job *j, tr_segment **place)
{
    tr_segment *const old = *place, *const next = old->next;
    tr_line *const line = j->line;
    const bool was_last = line->last_segment == &old->next;
    const tr_span passage = {old->begin, old->end};
    tr_stretch *list;

    tr_region_free(&old->region);
    line->last_segment = place;
    *place = NULL;
    int rc = tr_stretches_again(&j->p->stretches, line->result.source, passage,
                                old->stretch->keep + 1, &line->region, &list, j->err);
    if (rc == 0) rc = add_stretches(j, list);
    *line->last_segment = next;
    if (!was_last) {
        while (*line->last_segment)
            line->last_segment = &(*line->last_segment)->next;
    }
    return rc;
}

int tr_line_again(tr_line *line, tr_preparer *p, const tr_request *request, tr_error *err)
{
    const job j = {line, p, request, err};
    int rc = 0;

    for (tr_segment **s = &line->segments; *s && rc == 0;)
        if ((*s)->lost)
            rc = replace(&j, s);
        else
            s = &(*s)->next;
    return rc;
}
