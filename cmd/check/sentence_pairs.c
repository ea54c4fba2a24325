#include "check/sentence_pairs.h"

#include <stdlib.h>

#include "base/unicode.h"
#include "console/alloc.h"

/* ---- Sentences ---- */

typedef struct spans {
    tr_span *list;
    size_t n, capacity;
} spans;

static void add_span(void *ctx, size_t begin, size_t end)
{
    spans *const s = ctx;

    if (s->n == s->capacity) {
        s->capacity = 2 * s->capacity + 8;
        s->list = checked_realloc(s->list, s->capacity, sizeof *s->list);
    }
    s->list[s->n++] = (tr_span){begin, end};
}

static spans find_sentences(const plain_text *p, const char *language)
{
    spans s = {0};
    tr_error err;

    if (tr_tell_sentences(p->text, p->len, language, add_span, &s, &err)) s.n = 0;
    return s;
}

enum { MOST_BYTES = 4096 }; /* what is longer is no sentence that a model reads at once */

static void add_pair(sentence_pairs *s, checked_pair *pair, tr_span source, tr_span translation)
{
    source = tr_span_trimmed(pair->source.text, source.begin, source.end);
    translation = tr_span_trimmed(pair->translation.text, translation.begin, translation.end);
    if (!tr_has_letter(pair->source.text, source.begin, source.end)) return;
    if (source.end - source.begin > MOST_BYTES || translation.end - translation.begin > MOST_BYTES)
        return;
    if (s->n == s->capacity) {
        s->capacity = 2 * s->capacity + 16;
        s->list = checked_realloc(s->list, s->capacity, sizeof *s->list);
    }
    s->list[s->n++] = (sentence_pair){pair, source, translation};
}

void sentence_pairs_add(sentence_pairs *s, checked_pair *pair, const char *const languages[2])
{
    spans source = find_sentences(&pair->source, languages[0]);
    spans translation = find_sentences(&pair->translation, languages[1]);

    if (source.n && source.n == translation.n)
        for (size_t i = 0; i < source.n; i++)
            add_pair(s, pair, source.list[i], translation.list[i]);
    else
        add_pair(s, pair, (tr_span){0, pair->source.len}, (tr_span){0, pair->translation.len});
    free(source.list);
    free(translation.list);
}

void sentence_pairs_free(sentence_pairs *s)
{
    free(s->list);
    *s = (sentence_pairs){0};
}

static tr_string text_at(const plain_text *p, tr_span at)
{
    return (tr_string){p->text + at.begin, at.end - at.begin};
}

tr_string sentence_source(const sentence_pair *s)
{
    return text_at(&s->pair->source, s->source);
}

tr_string sentence_translation(const sentence_pair *s)
{
    return text_at(&s->pair->translation, s->translation);
}

/* ---- Scores ---- */

scored_text scored_text_read(const tr_model *model, tr_string text, const tr_translation *result)
{
    const tr_hypothesis *const h = tr_translation_hypothesis(result, 0);
    scored_text s = {0};
    tr_error err;

    if (result->status != TR_OK || !h ||
        tr_tokenize(model, TR_TARGET, text.text, text.len, &s.tokens, &err))
        return (scored_text){0};
    if (h->n_tokens != s.tokens->n + 1) { /* </s> */
        tr_tokens_free(s.tokens);
        return (scored_text){0};
    }
    s.log_probabilities = checked_realloc(NULL, h->n_tokens, sizeof *s.log_probabilities);
    for (size_t i = 0; i < s.tokens->n; i++)
        s.log_probabilities[i] = tr_hypothesis_token(h, i)->log_probability;
    return s;
}

void scored_text_free(scored_text *s)
{
    if (s->tokens) tr_tokens_free(s->tokens);
    free(s->log_probabilities);
    *s = (scored_text){0};
}
