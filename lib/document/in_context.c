#include "document/in_context.h"

#include "base/error.h"
#include "session/context.h"

/* Where a byte of the translation is after the changes [n]. */
static size_t moved(size_t at, const tr_word_change *changes, size_t n)
{
    size_t to = at;

    for (size_t i = 0; i < n && changes[i].at.end <= at; i++)
        to += changes[i].len - (changes[i].at.end - changes[i].at.begin);
    return to;
}

/* Copies the tokens, whose places move with the text. */
static bool move_tokens(tr_hypothesis *h, const tr_word_change *changes, size_t n,
                        tr_region *region)
{
    tr_token *const tokens = TR_REGION_TAKE(region, tr_token, h->n_tokens + 1);

    for (size_t i = 0; tokens && i < h->n_tokens; i++) {
        tokens[i] = h->tokens[i];
        tokens[i].begin = moved(tokens[i].begin, changes, n);
        tokens[i].end = moved(tokens[i].end, changes, n);
        if (tokens[i].end < tokens[i].begin) tokens[i].end = tokens[i].begin;
    }
    h->tokens = tokens;
    return tokens != NULL;
}

int tr_in_context_revise(tr_context *context, const tr_translation **t, tr_in_context *r,
                         tr_region *region, tr_error *err)
{
    const tr_hypothesis *const h = &(*t)->hypotheses[0];
    tr_string revised;
    size_t n;

    const int rc = tr_context_revise(context, (tr_string){(*t)->source, (*t)->source_len},
                                     (tr_string){h->text, h->text_len}, &revised, &n, err);
    if (rc < 0 || !n) return rc;
    const tr_word_change *const changes = tr_context_changes(context, &n);
    r->translation = **t;
    r->hypothesis = *h;
    r->hypothesis.text = revised.text;
    r->hypothesis.text_len = revised.len;
    r->translation.hypotheses = &r->hypothesis;
    if (!move_tokens(&r->hypothesis, changes, n, region)) return tr_fail_memory(err);
    *t = &r->translation;
    return 0;
}
