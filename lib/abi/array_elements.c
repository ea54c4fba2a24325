/* array_elements.c - elements of the arrays that translations have. */
#include "translate.h"

const tr_hypothesis *tr_translation_hypothesis(const tr_translation *t, size_t k)
{
    return k < t->n_hypotheses ? &t->hypotheses[k] : NULL;
}

const tr_token *tr_translation_source_token(const tr_translation *t, size_t i)
{
    return i < t->n_source_tokens ? &t->source_tokens[i] : NULL;
}

const tr_lost *tr_translation_lost(const tr_translation *t, size_t i)
{
    return i < t->n_lost ? &t->lost[i] : NULL;
}

const tr_token *tr_hypothesis_token(const tr_hypothesis *h, size_t i)
{
    return i < h->n_tokens ? &h->tokens[i] : NULL;
}

const tr_alignment *tr_hypothesis_alignment(const tr_hypothesis *h, size_t i)
{
    return h->alignment && i < h->n_tokens ? &h->alignment[i] : NULL;
}
