#include "line/line_prepare.h"

#include <string.h>

#include "base/utf8.h"
#include "input/capitals.h"
#include "language/language_data.h"
#include "line/fidelity.h"
#include "line/line_marks.h"
#include "line/line_memory.h"
#include "line/line_names.h"
#include "line/line_result.h"
#include "line/sentence_text.h"
#include "line/token_input.h"

/* Tells whether the vocabulary has pieces for stand-ins. */
static int find_stand_ins(tr_preparer *p, tr_error *err)
{
    static const char all[] = "ABCDEFGHJKLMNPQRVWXZ0123456789";
    tr_chunks *const c = &p->sentences.chunks;
    size_t n;

    if (!c->tokenizer) return 0;
    const int rc =
        tr_tokenizer_encode(c->tokenizer, all, sizeof all - 1, &c->ids, &c->ids_capacity, &n, err);
    p->inputs.no_stand_ins = rc == 0 && !tr_tokenizer_covers(c->tokenizer, c->ids, n);
    return rc;
}

int tr_preparer_init(tr_preparer *p, const tr_setup *setup, const tr_search *search, bool splits,
                     tr_error *err)
{
    const char *const from = setup->special.source_language, *const to =
                                                                 setup->special.target_language;

    *p = (tr_preparer){.setup = setup,
                       .sentences = {.setup = setup,
                                     .search = search,
                                     .chunks = {.tokenizer = setup->tokenizers->source,
                                                .max_tokens = setup->m->config.max_source}}};
    p->inputs = (tr_model_inputs){
        .chunks = &p->sentences.chunks,
        .notations = {tr_language_data(from)->notation, tr_language_data(to)->notation},
        .lowers = !setup->constraints.beginning && tr_capitals_suit(from) && tr_capitals_suit(to),
        .protected = {.spaces = tr_language_has_spaces(from),
                      .patterns = setup->kept,
                      .target = &tr_language_data(to)->stops,
                      .spelled = &tr_language_data(from)->spelled,
                      .language = tr_language_data(from)}};
    int rc = find_stand_ins(p, err);
    if (rc == 0) rc = tr_passages_init(&p->passages, from, splits, err);
    if (rc == 0) p->inputs.protected.stops = p->passages.stops;
    return rc;
}

void tr_preparer_free(tr_preparer *p)
{
    tr_passages_free(&p->passages);
    tr_model_inputs_free(&p->inputs);
    tr_chunks_free(&p->sentences.chunks);
    tr_buf_free(&p->buf);
}

tr_request tr_request_of(const tr_setup *s)
{
    const bool text = s->is_text, raw = s->options.raw;
    const bool spaces = s->special.source_spaces && s->special.target_spaces;
    return (tr_request){.split = text && s->options.split == TR_SPLIT_SENTENCE,
                        .copy = text && !raw,
                        .retry = !raw,
                        .constraints = true,
                        .names = text && !raw && spaces && !s->options.observer &&
                                 !s->constraints.beginning};
}

int tr_line_repair(tr_line *line, tr_preparer *p, tr_error *err)
{
    tr_translation *r = &line->result;
    tr_buf *const buf = &p->buf;

    if (tr_utf8_valid(r->source, r->source_len) && !memchr(r->source, '\0', r->source_len))
        return 0;
    tr_buf_clear(buf);
    r->n_repaired = tr_utf8_repair(r->source, r->source_len, buf);
    r->source = buf->failed ? NULL : tr_region_copy(&line->region, buf->data, buf->len);
    r->source_len = buf->len;
    if (r->source) return 0;
    r->source = "";
    r->source_len = 0;
    return tr_fail_memory(err);
}

/* What is known of the line's names, if it has any. */
static void take_names(tr_preparer *p, const tr_line *line)
{
    const bool any = line->names && line->names->known;
    p->inputs.protected.names = any ? line->names->list : NULL;
    p->inputs.protected.n_names = any ? line->names->n : 0;
}

/* Looks for names in the passages; they are the line's sentences at first. */
static int prepare_names(tr_line *line, tr_preparer *p, const tr_request *request, tr_error *err)
{
    tr_model_input *list;

    if (!request->names || line->names || p->inputs.no_stand_ins) return 0;
    int rc = tr_line_find_names(line, p->setup, &p->passages, err);
    for (size_t i = 0; rc == 0 && line->names && i < line->names->n; i++) {
        const tr_span at = line->names->list[i].at;
        if (line->names->list[i].said.len) continue;
        rc = tr_model_inputs_first(&p->inputs, line->result.source, at, &line->region, &list, err);
        if (rc == 0) rc = tr_sentences_make(line, list, &p->sentences, request, err);
    }
    if (rc == 0 && line->names && !line->sentences)
        rc = tr_line_know_names(line, p->setup, &p->buf, err);
    return rc;
}

static int prepare_text(tr_line *line, tr_preparer *p, const tr_request *request, tr_error *err)
{
    const tr_translation *const r = &line->result;
    tr_model_input *list;

    take_names(p, line);
    int rc = tr_passages_find(&p->passages, r->source, r->source_len, request->split, request->copy,
                              err);
    if (rc == 0) rc = prepare_names(line, p, request, err);
    if (line->sentences) return rc;
    take_names(p, line);
    for (size_t i = 0; rc == 0 && i < p->passages.n; i++) {
        const tr_span passage = p->passages.list[i];
        const int known = request->constraints
                              ? tr_line_recall_passage(line, passage, &p->setup->options, err)
                              : 0;
        if (known) {
            rc = known < 0 ? known : 0;
            continue;
        }
        rc = request->copy
                 ? tr_model_inputs_first(&p->inputs, r->source, passage, &line->region, &list, err)
                 : tr_model_inputs_plain(r->source, passage, &line->region, &list, err);
        tr_sentence **const first = line->last_sentence;
        if (rc == 0) rc = tr_sentences_make(line, list, &p->sentences, request, err);
        if (*first) (*first)->opens = true;
        if (*first) (*first)->passage = tr_span_trimmed(r->source, passage.begin, passage.end);
    }
    return rc;
}

static int prepare_tokens(tr_line *line, tr_preparer *p, const tr_request *request, tr_error *err)
{
    const tr_translation *const r = &line->result;
    const size_t most = p->sentences.chunks.max_tokens;
    size_t n;

    const int rc = tr_tokens_read(line, p->setup, TR_SOURCE, (tr_string){r->source, r->source_len},
                                  &p->sentences.chunks, &n, err);
    if (rc < 0 || n == 0) return rc;
    if (n <= most) return tr_sentences_make_of_ids(line, n, &p->sentences, request, err);
    tr_error e;
    tr_fail(&e, TR_EUNSUPPORTED, "%zu tokens: the model reads at most %zu", n, most);
    tr_line_fail(line, e.code, e.msg);
    return 0;
}

static int prepare_sentences(tr_line *line, tr_preparer *p, const tr_request *request,
                             tr_error *err)
{
    const int rc = p->setup->options.input == TR_TEXT ? prepare_text(line, p, request, err)
                                                      : prepare_tokens(line, p, request, err);
    if (line->result.status) tr_line_drop_sentences(line);
    return rc;
}

int tr_line_prepare(tr_line *line, tr_preparer *p, const tr_request *request, tr_error *err)
{
    int rc = tr_line_repair(line, p, err);
    if (rc == 0 && request->copy && tr_line_may_have_marks(p->setup))
        rc = tr_line_take_marks(line, p->inputs.protected.spaces, err);
    return rc < 0 ? rc : prepare_sentences(line, p, request, err);
}

/* The next way to keep what a sentence has lost. */
static enum tr_keep next_way(const tr_sentence *s)
{
    const enum tr_keep way = tr_sentence_way(s);
    return way < TR_KEEP_STAND_INS ? TR_KEEP_STAND_INS : way + 1;
}

/* Where the numbers are in the line's source that the sentence has lost: spans [TR_MOST_FACTS]. */
static tr_lost_numbers lost_numbers(const tr_sentence *s, tr_span *spans)
{
    const enum tr_keep way = next_way(s);
    tr_lost_numbers lost = {
        .all = way > TR_KEEP_STAND_INS, .spelled = way < TR_KEEP_BETWEEN, .list = spans};

    lost.things = s->things;
    lost.n_things = s->n_things;
    if (!s->fidelity || !s->n_hypotheses) return lost;
    lost.n = tr_fidelity_lost_numbers(s->fidelity, s->hypotheses[0].ids, s->hypotheses[0].n, spans);
    for (size_t i = 0; i < lost.n; i++) {
        spans[i].begin = tr_sentence_place(s, spans[i].begin, false);
        spans[i].end = tr_sentence_place(s, spans[i].end, true);
    }
    return lost;
}

/* Things of a sentence live as long as the line. */
static int keep_things(tr_line *line, tr_lost_numbers *lost)
{
    tr_span *const things = TR_REGION_TAKE(&line->region, tr_span, lost->n_things);

    if (!things) return -1;
    if (lost->n_things) memcpy(things, lost->things, lost->n_things * sizeof *things);
    lost->things = things;
    return 0;
}

static void hand_on_things(tr_sentence *s, const tr_lost_numbers *lost)
{
    for (; s; s = s->next) {
        s->things = lost->things;
        s->n_things = lost->n_things;
    }
}

/* Puts new sentences in the place of *place. */
static int replace_sentence(tr_sentence **place, tr_preparer *p, const tr_request *request,
                            tr_error *err)
{
    tr_sentence *const old = *place, *const next = old->next;
    tr_line *const line = old->line;
    const bool was_last = line->last_sentence == &old->next, opens = old->opens;
    const tr_span passage = {old->begin, old->end}, whole = old->passage;
    tr_span spans[TR_MOST_FACTS];
    tr_lost_numbers numbers = lost_numbers(old, spans);
    tr_model_input *list;

    if (keep_things(line, &numbers) < 0) return tr_fail_memory(err);
    if (line->names && line->names->known) tr_line_forget_names(line, passage);
    take_names(p, line);
    tr_region_free(&old->region);
    line->last_sentence = place;
    *place = NULL;
    int rc = tr_model_inputs_again(&p->inputs, line->result.source, passage, next_way(old),
                                   &numbers, &line->region, &list, err);
    if (rc == 0) rc = tr_sentences_make(line, list, &p->sentences, request, err);
    if (*place) (*place)->opens = opens;
    if (*place) (*place)->passage = whole;
    hand_on_things(*place, &numbers);
    *line->last_sentence = next;
    if (!was_last) {
        while (*line->last_sentence)
            line->last_sentence = &(*line->last_sentence)->next;
    }
    return rc;
}

/* A line without places for its marks is translated between them.  To be called when all of its
 * sentences are final. */
static int check_marks(tr_line *line, tr_preparer *p, const tr_request *request, tr_error *err)
{
    const int rc = tr_line_holds_marks(line, p->setup, &p->buf, err);
    tr_request plain = *request;

    line->marks->held = rc == 1;
    if (rc) return rc < 0 ? rc : 0;
    tr_line_put_marks_back(line, false);
    line->marks = NULL;
    line->names = NULL;
    plain.names = false;
    for (tr_sentence *s = line->sentences; s; s = s->next)
        tr_region_free(&s->region);
    tr_line_drop_sentences(line);
    return prepare_sentences(line, p, &plain, err);
}

int tr_line_again(tr_line *line, tr_preparer *p, const tr_request *request, tr_error *err)
{
    bool all_final = true;
    int rc = 0;

    for (tr_sentence **s = &line->sentences; *s && rc == 0;) {
        all_final = all_final && (*s)->taken && !(*s)->lost;
        if ((*s)->lost)
            rc = replace_sentence(s, p, request, err);
        else
            s = &(*s)->next;
    }
    if (rc < 0 || !all_final) return rc;
    if (line->names && !line->names->known) {
        rc = tr_line_know_names(line, p->setup, &p->buf, err);
        return rc < 0 ? rc : prepare_sentences(line, p, request, err);
    }
    return line->marks && !line->marks->held ? check_marks(line, p, request, err) : 0;
}
