#include "line/result_tokens.h"

#include <stdlib.h>

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

bool tr_result_alignment(tr_line *line, tr_hypothesis *h)
{
    tr_alignment *a = TR_REGION_TAKE(&line->region, tr_alignment, h->n_tokens);
    size_t first = 0;
    if (!a) return false;
    h->alignment = a;
    for (const tr_sentence *s = line->sentences; s; first += s->n_tokens, s = s->next) {
        const tr_sentence_hypothesis *const from = s->picked;
        for (size_t i = 0; i < from->n; i++, a++) {
            const float *weight = from->alignment + i * (s->n_tokens + 1);
            const size_t best = best_of(weight, s->n_tokens + 1);
            *a = (tr_alignment){.first = first, .n = s->n_tokens, .weight = weight};
            a->best = best < s->n_tokens ? first + best : line->result.n_source_tokens;
        }
    }
    return true;
}
