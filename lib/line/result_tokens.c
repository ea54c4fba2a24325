#include "line/result_tokens.h"

#include <stdlib.h>
#include <string.h>

#include "line/sentence_text.h"

static const char *token_piece(const tr_tokenizer *t, int32_t id)
{
    return t ? tr_tokenizer_piece(t, id) : "";
}

/* ---- Of the source ---- */

static tr_token *list_source(tr_line *line, const tr_setup *setup)
{
    size_t n = 0;
    for (const tr_sentence *s = line->sentences; s; s = s->next)
        n += s->n_tokens;
    tr_token *const tokens = TR_REGION_TAKE(&line->region, tr_token, n);
    if (!tokens) return NULL;
    line->result.source_tokens = tokens;
    line->result.n_source_tokens = n;

    tr_token *to = tokens;
    for (const tr_sentence *s = line->sentences; s; s = s->next) {
        if (!s->n_tokens) continue;
        const int32_t *const ids = s->task.source + setup->special.n_before;
        for (size_t i = 0; i < s->n_tokens; i++)
            *to++ =
                (tr_token){.id = ids[i], .piece = token_piece(setup->tokenizers->source, ids[i])};
    }
    return tokens;
}

/* Where the tokens of a sentence are in the source. */
static int place_token(const tr_sentence *s, const tr_tokenizer *t, tr_token *tokens, tr_error *err)
{
    const tr_translation *const r = &s->line->result;
    const tr_model_input whole = {.text = r->source, .len = r->source_len};
    const tr_model_input *const from = s->input ? s->input : &whole;
    const size_t at = s->input ? s->at : s->begin, end = s->input ? s->at_end : s->end;
    tr_spm_piece_span *spans = NULL;
    size_t capacity = 0, n = 0;

    const int rc =
        tr_tokenizer_encode_spans(t, from->text + at, end - at, &spans, &capacity, &n, err);
    for (size_t i = 0; rc == 0 && n == s->n_tokens && i < n; i++) {
        const tr_stand_ins *const in = &from->stand_ins;
        tokens[i].begin = tr_stand_ins_source(in, from->begin, at + spans[i].begin, false);
        tokens[i].end = tr_stand_ins_source(in, from->begin, at + spans[i].end, true);
    }
    free(spans);
    return rc;
}

int tr_result_source_tokens(tr_line *line, const tr_setup *setup, bool places, tr_error *err)
{
    tr_token *tokens = list_source(line, setup);
    int rc = 0;

    if (!tokens) return tr_fail_memory(err);
    for (const tr_sentence *s = line->sentences; places && s && rc == 0; s = s->next) {
        rc = place_token(s, setup->tokenizers->source, tokens, err);
        tokens += s->n_tokens;
    }
    return rc;
}

/* ---- Of a hypothesis ---- */

tr_token *tr_result_tokens(tr_line *line, const tr_setup *setup, tr_hypothesis *h)
{
    size_t n = 0;
    for (const tr_sentence *s = line->sentences; s; s = s->next)
        n += s->picked->n;
    tr_token *const tokens = TR_REGION_TAKE(&line->region, tr_token, n);
    if (!tokens) return NULL;
    h->tokens = tokens;
    h->n_tokens = n;

    tr_token *to = tokens;
    for (const tr_sentence *s = line->sentences; s; s = s->next) {
        const tr_sentence_hypothesis *const from = s->picked;
        for (size_t i = 0; i < from->n; i++)
            *to++ = (tr_token){.id = from->ids[i],
                               .piece = token_piece(setup->tokenizers->target, from->ids[i]),
                               .log_probability = from->log_probabilities[i]};
    }
    return tokens;
}

static size_t best_of(const float *weight, size_t n)
{
    size_t best = 0;
    for (size_t i = 1; i < n; i++)
        if (weight[i] > weight[best]) best = i;
    return best;
}

static bool is_in(const tr_token *token, tr_span name)
{
    return token->begin < name.end && token->end > name.begin;
}

/* The tokens of a name look at all of it alike, and others not at all: weights [h->n, width] of
 * source tokens [width - 1]. */
static void set_weights(const tr_line *line, const tr_span *of, size_t n, const tr_token *source,
                        float *weight, size_t width)
{
    for (size_t t = 0; t < n; t++, weight += width) {
        const bool is_name = of[t].end > of[t].begin;
        size_t n_own = 0;
        for (size_t k = 0; k + 1 < width; k++)
            n_own += is_name && is_in(&source[k], of[t]);
        for (size_t k = 0; k + 1 < width; k++) {
            const tr_span at = {source[k].begin, source[k].end};
            const bool is_own = is_name && is_in(&source[k], of[t]);
            const float was = weight[k];
            if (n_own)
                weight[k] = is_own ? 1 / (float)n_own : 0;
            else if (tr_line_names_within(line, at))
                weight[k] = 0;
            weight[width - 1] += was - weight[k];
        }
        if (n_own) weight[width - 1] = 0;
    }
}

/* Names are where their stand-ins are, whatever the attention says.  TR_ENOMEM. */
static int align_names(const tr_sentence *s, const tr_setup *setup, const tr_token *source,
                       const float **weights, tr_error *err)
{
    tr_line *const line = s->line;
    const size_t n = s->picked->n, width = s->n_tokens + 1;
    const tr_span all = {s->begin, s->end};

    if (!s->input || !tr_line_names_within(line, all)) return 0;
    float *const own = TR_REGION_TAKE(&line->region, float, n *width);
    tr_span *const of = TR_REGION_TAKE(&line->region, tr_span, n);
    if (!own || !of) return tr_fail_memory(err);
    memcpy(own, *weights, n * width * sizeof *own);
    *weights = own;
    const int rc = tr_sentence_name_tokens(s, s->picked, setup, of, err);
    if (rc == 0) set_weights(line, of, n, source, own, width);
    return rc;
}

int tr_result_alignment(tr_line *line, const tr_setup *setup, tr_hypothesis *h, tr_error *err)
{
    tr_alignment *a = TR_REGION_TAKE(&line->region, tr_alignment, h->n_tokens);
    size_t first = 0;
    if (!a) return tr_fail_memory(err);
    h->alignment = a;
    for (const tr_sentence *s = line->sentences; s; first += s->n_tokens, s = s->next) {
        const float *weight = s->picked->alignment;
        const size_t width = s->n_tokens + 1;
        const int rc = align_names(s, setup, line->result.source_tokens + first, &weight, err);
        if (rc < 0) return rc;
        for (size_t i = 0; i < s->picked->n; i++, a++, weight += width) {
            const size_t best = best_of(weight, width);
            *a = (tr_alignment){.first = first, .n = s->n_tokens, .weight = weight};
            a->best = best < s->n_tokens ? first + best : line->result.n_source_tokens;
        }
    }
    return 0;
}
