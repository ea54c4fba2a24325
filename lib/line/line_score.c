#include "line/line_score.h"

#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/utf8.h"
#include "language/language_data.h"
#include "line/score_pairs.h"
#include "line/token_input.h"

static const tr_request plain = {0};

/* A line whose target is being read. */
typedef struct job {
    tr_line *line;
    tr_preparer *p;
    const char *target; /* text; NULL: tokens */
    bool spaces[2];     /* between the words of source and target */
    tr_error *err;
} job;

/* What is lost is looked for, but not where the text is all that is read: there are no
 * alignments. */
static const tr_request *request_of(const tr_setup *setup)
{
    static const tr_request whole = {.look = true};
    return setup->options.raw ? &plain : &whole;
}

/* ---- One sentence -------------------------------------------------------------------------- */

/* The ids [*n] of a text's stretch with </s>, as the chunks' ids. */
static int text_ids(const job *j, tr_span target, size_t *n)
{
    tr_chunks *chunks = &j->p->sentences.chunks;
    const int rc = tr_tokenizer_encode(j->p->setup->tokenizers->target, j->target + target.begin,
                                       target.end - target.begin, &chunks->ids,
                                       &chunks->ids_capacity, n, j->err);

    if (rc < 0) return rc;
    return tr_tokens_add(chunks, n, j->p->setup->m->config.eos) < 0 ? tr_fail_memory(j->err) : 0;
}

/* The tokens [*n] of a target that is no text, with </s>, as the chunks' ids. */
static int token_ids(const job *j, tr_string target, size_t *n)
{
    tr_chunks *chunks = &j->p->sentences.chunks;
    const int rc = tr_tokens_read(j->line, j->p->setup, TR_TARGET, target, chunks, n, j->err);

    if (rc < 0) return rc;
    return tr_tokens_add(chunks, n, j->p->setup->m->config.eos) < 0 ? tr_fail_memory(j->err) : 0;
}

static size_t longest(const job *j)
{
    return tr_search_longest(j->p->sentences.search);
}

static void refuse_source(const job *j)
{
    tr_line_fail(j->line, TR_EUNSUPPORTED, "the source exceeds the model's limit");
}

/* Of n tokens, </s> included. */
static void refuse_target(const job *j, size_t n)
{
    tr_error e;

    tr_fail(&e, TR_EUNSUPPORTED, "the target has %zu tokens: the limit is %zu", n - 1,
            longest(j) - 1);
    tr_line_fail(j->line, e.code, e.msg);
}

/* What stands for nothing but the end of a sentence need not be scored. */
static void refuse_blank(const job *j)
{
    tr_line_fail(j->line, TR_EUNSUPPORTED, "the source is blank, the target is not");
}

/* The sentence's translation is the chunks' ids [n]. */
static int force_target(const job *j, tr_sentence *s, size_t n)
{
    int32_t *forced = TR_REGION_TAKE(&j->line->region, int32_t, n);
    if (!forced) return tr_fail_memory(j->err);
    memcpy(forced, j->p->sentences.chunks.ids, n * sizeof *forced);
    s->task.goal.forced = forced;
    s->task.goal.limit = tr_search_limit(j->p->sentences.search, (double)n);
    return 0;
}

static int score_tokens(const job *j, tr_string target)
{
    tr_line *const line = j->line;
    size_t n;

    const int rc = token_ids(j, target, &n);
    if (rc < 0 || line->result.status) return rc;
    if (!line->sentences && n > 1) refuse_blank(j);
    if (n > longest(j)) refuse_target(j, n);
    return line->sentences && !line->result.status ? force_target(j, line->sentences, n) : 0;
}

/* ---- Pairs --------------------------------------------------------------------------------- */

/* Makes a sentence of a pair that fits, if it has text. */
static int add_sentence(const job *j, const tr_score_pair *pair)
{
    const tr_translation *const r = &j->line->result;
    tr_sentence **const made = j->line->last_sentence;
    tr_model_input *list;
    size_t n;

    int rc = tr_model_inputs_plain(r->source, pair->source, &j->line->region, &list, j->err);
    if (rc == 0)
        rc = tr_sentences_make(j->line, list, &j->p->sentences, request_of(j->p->setup), j->err);
    if (rc == 0) rc = text_ids(j, pair->target, &n);
    if (rc < 0) return rc;
    if (*made) return force_target(j, *made, n);
    if (n > 1) refuse_blank(j);
    return 0;
}

/* True in *fits if the model takes both sides; *n: the target's tokens. */
static int measure(const job *j, const tr_score_pair *pair, bool *source_fits, size_t *n)
{
    const char *const text = j->line->result.source + pair->source.begin;
    const size_t len = pair->source.end - pair->source.begin;
    size_t bytes = 0, n_source;

    int rc = text_ids(j, pair->target, n);
    if (rc == 0 && len)
        rc = tr_chunks_first(&j->p->sentences.chunks, text, len, &bytes, &n_source, j->err);
    *source_fits = bytes == len;
    return rc;
}

/* Scores a pair, in parts where it does not fit. */
static int add_pair(const job *j, const tr_score_pair *pair)
{
    tr_score_pair halves[2];
    bool source_fits;
    size_t n;

    int rc = measure(j, pair, &source_fits, &n);
    if (rc < 0) return rc;
    if (source_fits && n <= longest(j)) return add_sentence(j, pair);
    if (!tr_score_pair_cut(j->line->result.source, j->target, j->spaces, pair, halves)) {
        if (source_fits)
            refuse_target(j, n);
        else
            refuse_source(j);
        return 0;
    }
    for (int i = 0; i < 2 && rc == 0 && !j->line->result.status; i++)
        rc = add_pair(j, &halves[i]);
    return rc;
}

/* Adds the sentences of both sides, pair by pair; *done: there are some. */
static int add_sentences(const job *j, size_t target_len, bool *done)
{
    const tr_translation *const r = &j->line->result;
    tr_passages *const of_source = &j->p->passages;
    tr_passages of_target = {0};
    tr_score_pair *pairs = NULL;
    size_t n = 0;

    int rc = tr_passages_init(&of_target, j->p->setup->special.target_language, true, j->err);
    if (rc == 0) rc = tr_passages_find(of_source, r->source, r->source_len, true, false, j->err);
    if (rc == 0) rc = tr_passages_find(&of_target, j->target, target_len, true, false, j->err);
    if (rc == 0 && of_source->n > 1) {
        pairs = calloc(of_source->n, sizeof *pairs);
        if (!pairs) rc = tr_fail_memory(j->err);
    }
    if (pairs)
        n = tr_score_pairs_find(of_source->list, of_source->n, of_target.list, of_target.n, pairs);
    for (size_t i = 0; i < n && rc == 0 && !r->status; i++)
        rc = add_pair(j, &pairs[i]);
    *done = n > 0;
    free(pairs);
    tr_passages_free(&of_target);
    return rc;
}

static int score_text(const job *j, size_t target_len)
{
    const tr_translation *const r = &j->line->result;
    const tr_score_pair whole = {tr_span_trimmed(r->source, 0, r->source_len), {0, target_len}};
    bool done = false;
    int rc = 0;

    if (j->p->passages.splitter) rc = add_sentences(j, target_len, &done);
    return rc == 0 && !done ? add_pair(j, &whole) : rc;
}

int tr_line_prepare_score(tr_line *line, tr_preparer *p, tr_string target, tr_error *err)
{
    const tr_special_tokens *const special = &p->setup->special;
    tr_buf fixed = {0};
    job j = {.line = line,
             .p = p,
             .spaces = {special->source_spaces, special->target_spaces},
             .err = err};

    const bool is_text = p->setup->options.input == TR_TEXT;
    int rc = is_text ? tr_line_repair(line, p, err) : tr_line_prepare(line, p, &plain, err);
    if (rc < 0 || line->result.status) return rc;
    while (target.len && tr_ascii_is_line_end(target.text[target.len - 1]))
        target.len--;
    if (is_text) {
        tr_utf8_repair(target.text, target.len, &fixed);
        j.target = tr_buf_text(&fixed);
        rc = fixed.failed ? tr_fail_memory(err) : score_text(&j, fixed.len);
        tr_buf_free(&fixed);
    } else {
        rc = score_tokens(&j, target);
    }
    if (line->result.status) tr_line_drop_sentences(line);
    return rc;
}
