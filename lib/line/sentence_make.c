#include "line/sentence_make.h"

#include <string.h>

#include "language/language_data.h"
#include "line/fidelity.h"
#include "line/labels.h"
#include "search/repetition.h"
#include "text/placeables/placeables.h"

/* A line whose sentences are being made. */
typedef struct job {
    tr_line *line;
    tr_sentence_maker *maker;
    const tr_setup *setup;
    const tr_request *request;
    tr_error *err;
} job;

/* Bytes at .. at_end - 1 of an input, and their ids [n]. */
typedef struct part {
    const tr_model_input *input;
    size_t at, at_end;
    const int32_t *ids;
    size_t n;
} part;

/* ---- The search ---- */

static size_t limit_of(const job *j, size_t n_source)
{
    const tr_options *o = &j->setup->options;
    return tr_search_limit(j->maker->search,
                           (double)o->max_length_factor * (double)n_source + o->max_length);
}

/* True if a search looks for several translations that do not compete: a loop in one must not end
 * the others. */
static bool are_several(const job *j)
{
    const tr_options *o = &j->setup->options;
    return o->diverse || (o->sampling.on && o->n_best > 1);
}

/* True if all characters of a part have pieces: the characters of its translation have pieces,
 * too. */
static bool needs_no_bytes(const job *j, const part *p)
{
    if (!j->setup->bytes || tr_tokenizer_by_bytes(j->setup->tokenizers->source)) return false;
    for (size_t i = 0; i < p->n; i++)
        if (tr_tokenizer_byte(j->setup->tokenizers->source, p->ids[i])) return false;
    return true;
}

static tr_goal goal_of(const job *j, const tr_sentence *s, const part *p)
{
    const size_t grain = tr_tokenizer_grain(j->setup->tokenizers->target);

    return (tr_goal){.limit = limit_of(j, p->n),
                     .n_best = j->line->options.n_best,
                     .line = (uint32_t)j->line->result.line,
                     .begin = (uint32_t)s->begin,
                     .aligned = j->line->options.alignment || j->line->marks || s->has_labels,
                     .bytes = j->request->copy ? j->setup->bytes : NULL,
                     .without_bytes = needs_no_bytes(j, p),
                     .end_loops = j->request->retry && !are_several(j),
                     .source_repeated = tr_repeated(p->ids, p->n, true, grain),
                     .grain = grain};
}

/* The tokens that the encoder reads: the chunk's, amid the special tokens. */
static int32_t *encoder_source(const job *j, const part *p, size_t *n)
{
    const tr_special_tokens *const f = &j->setup->special;
    *n = f->n_before + p->n + f->n_after;
    int32_t *const source = TR_REGION_TAKE(&j->line->region, int32_t, *n);

    if (!source) return NULL;
    memcpy(source, f->before, f->n_before * sizeof *source);
    memcpy(source + f->n_before, p->ids, p->n * sizeof *source);
    memcpy(source + f->n_before + p->n, f->after, f->n_after * sizeof *source);
    return source;
}

/* ---- What a translation must repeat ---- */

/* The text of a part, with blanks for what is protected and for stand-ins: both are kept in ways
 * that take less time than a search that may say nothing wrong. */
static const char *without_protected(const job *j, const part *p)
{
    const char *const text = p->input->text + p->at;
    const size_t len = p->at_end - p->at;
    if (!p->input->keep) return text;
    char *const words = tr_region_copy(&j->line->region, text, len);
    const tr_stand_ins within = tr_stand_ins_within(&p->input->stand_ins, p->at, p->at_end);
    tr_placeables scan;
    tr_placeable found;

    tr_placeables_start(&scan, words, 0, len,
                        TR_FIND_KEPT | TR_FIND_PLACEHOLDERS | TR_FIND_IDENTIFIERS, true);
    while (words && tr_placeables_next(&scan, &found))
        memset(words + found.at.begin, ' ', found.at.end - found.at.begin);
    for (size_t i = 0; words && i < within.n; i++)
        if (!within.list[i].is_reading)
            memset(words + within.list[i].text.begin - p->at, ' ',
                   within.list[i].text.end - within.list[i].text.begin);
    return words;
}

/* The facts of the part; `words` is its text without what is protected. */
static int add_fidelity(const job *j, tr_sentence *s, const part *p, const char *words)
{
    const int rc = tr_fidelity_create(&s->fidelity, &j->line->region, j->setup,
                                      p->input->text + p->at, p->at_end - p->at, words);
    return rc < 0 ? tr_fail_memory(j->err) : 0;
}

/* ---- Wording ---- */

/* Ids that a shortlist must have. */
static int add_surface_words(const job *j, tr_sentence *s, tr_ids words)
{
    tr_ids *const all = &s->task.words;
    int32_t *const ids = TR_REGION_TAKE(&j->line->region, int32_t, all->n + words.n);

    if (!ids) return tr_fail_memory(j->err);
    if (all->n) memcpy(ids, all->ids, all->n * sizeof *ids);
    memcpy(ids + all->n, words.ids, words.n * sizeof *ids);
    *all = (tr_ids){ids, all->n + words.n};
    return 0;
}

/* The first sentence of a line begins as the user wants. */
static int begin_sentence(const job *j, tr_sentence *s)
{
    const tr_constraints *const w = &j->setup->constraints;
    tr_goal *const goal = &s->task.goal;

    const int rc = add_surface_words(j, s, w->spelled);
    goal->prefix = (tr_ids){s->task.words.ids, w->prefix.n};
    goal->limit = tr_search_limit(j->maker->search, (double)(goal->limit + w->spelled.n));
    s->allowed.begins = true;
    goal->without_bytes = false;
    return rc;
}

/* The terms of a sentence, which its translation is to say: term_search.h. */
static int add_terms(const job *j, tr_sentence *s, const part *p, const char *written)
{
    const tr_options *const o = &j->setup->options;
    const tr_term_source source = {.text = p->input->text + p->at,
                                   .written = written,
                                   .len = p->at_end - p->at,
                                   .n_tokens = p->n,
                                   .capitals = p->input->capitals};

    const int rc = tr_terms_create(&s->terms, &j->line->region, j->setup, &source, j->err);
    s->task.goal.beam = s->task.widest = (size_t)o->beam_size;
    if (!s->terms) return rc;
    s->task.goal.aligned = true;
    if (s->task.widest < TR_WIDEST_CONSTRAINED) s->task.widest = TR_WIDEST_CONSTRAINED;
    return rc;
}

/* Adds the user's constraints on the translation of a part, which is `written` so. */
static int add_wording(const job *j, tr_sentence *s, const part *p, const char *written)
{
    const tr_constraints *const w = &j->setup->constraints;
    int rc = 0;

    if (w->beginning && j->line->last_sentence == &j->line->sentences) rc = begin_sentence(j, s);
    if (w->n_words || s->allowed.begins) {
        s->task.goal.may_follow = tr_allowed_tokens_mark;
        s->task.goal.may_follow_ctx = &s->allowed;
    }
    if (rc == 0 && j->setup->options.glossary) rc = add_terms(j, s, p, written);
    return rc;
}

/* A sentence in capitals has its terms in capitals, too: the text without placeholders in which
 * they are looked for. */
static const char *as_written(const tr_sentence *s, const tr_model_input *from, const char *words)
{
    const bool is_lowered = from->capitals && !from->keep;
    return is_lowered ? s->line->result.source + s->begin : words;
}

/* ---- Sentences ---- */

static int make_sentence(const job *j, const part *p)
{
    tr_line *const line = j->line;
    const tr_model_input *const from = p->input;
    tr_sentence *const s = TR_REGION_TAKE(&line->region, tr_sentence, 1);
    const char *const words = without_protected(j, p);
    int rc = 0;

    if (!s || !words) return tr_fail_memory(j->err);
    *s = (tr_sentence){.line = line,
                       .begin = tr_stand_ins_source(&from->stand_ins, from->begin, p->at, false),
                       .end = tr_stand_ins_source(&from->stand_ins, from->begin, p->at_end, true),
                       .n_tokens = p->n,
                       .input = from->keep || from->capitals ? from : NULL,
                       .at = p->at,
                       .at_end = p->at_end,
                       .may_retry = j->request->retry,
                       .may_keep = j->request->retry && j->request->copy};
    s->may_look = s->may_keep || j->request->look;
    s->task.source = encoder_source(j, p, &s->task.n_source);
    if (!s->task.source) return tr_fail_memory(j->err);
    s->has_labels = s->may_look && j->setup->is_text &&
                    tr_labels_any(j->setup, from->text + p->at, p->at_end - p->at);
    if (j->setup->formal.n_words && j->request->retry)
        s->who = tr_addressee_of(tr_language_data(j->setup->special.source_language),
                                 from->text + p->at, p->at_end - p->at);
    s->task.goal = goal_of(j, s, p);
    if ((j->request->retry || j->request->look) && j->setup->options.input == TR_TEXT)
        rc = add_fidelity(j, s, p, words);
    if (rc == 0 && j->request->constraints) rc = add_wording(j, s, p, as_written(s, from, words));
    if (rc < 0) return rc;
    *line->last_sentence = s;
    line->last_sentence = &s->next;
    return 0;
}

/* True if ids [n] are text to translate.  Numbers, symbols and foreign scripts have no letter that
 * the model knows: it could only make something up. */
static bool is_text_setup(const job *j, const int32_t *ids, size_t n)
{
    if (!j->request->copy) return n > 0;
    return tr_tokenizer_any_letter(j->setup->tokenizers->source, ids, n);
}

/* One sentence, or several where the text is too long. */
static int add_stretch(const job *j, const tr_model_input *input)
{
    tr_chunks *const chunks = &j->maker->chunks;
    size_t bytes = 0, n = 0;

    for (size_t at = 0; at < input->len; at += bytes) {
        const char *text = input->text + at;
        int rc = tr_chunks_first(chunks, text, input->len - at, &bytes, &n, j->err);
        if (rc == 0 && bytes == 0) {
            tr_line_fail(j->line, TR_EUNSUPPORTED, "a single character exceeds the model's limit");
            return 0;
        }
        const size_t at_end = at + tr_without_final_blanks(text, bytes);
        if (rc == 0 && is_text_setup(j, chunks->ids, n))
            rc = make_sentence(j, &(part){input, at, at_end, chunks->ids, n});
        if (rc < 0) return rc;
    }
    return 0;
}

int tr_sentences_make(tr_line *line, const tr_model_input *list, tr_sentence_maker *maker,
                      const tr_request *request, tr_error *err)
{
    const job j = {line, maker, maker->setup, request, err};
    int rc = 0;

    for (; list && rc == 0; list = list->next)
        rc = add_stretch(&j, list);
    return rc;
}

int tr_sentences_make_of_ids(tr_line *line, size_t n, tr_sentence_maker *maker,
                             const tr_request *request, tr_error *err)
{
    const job j = {line, maker, maker->setup, request, err};
    const tr_translation *const r = &line->result;
    const tr_model_input all = {.text = r->source, .len = r->source_len};

    return make_sentence(&j, &(part){&all, 0, all.len, maker->chunks.ids, n});
}
