#include "serve/translator/links.h"

#include "console/alloc.h"

void links_add(translator_link **links, size_t *n, const tr_translation *t)
{
    const tr_hypothesis *const h = &t->hypotheses[0];

    if (!h->alignment) return;
    *links = checked_realloc(*links, *n + h->n_tokens + 1, sizeof **links);
    for (size_t i = 0; i < h->n_tokens; i++) {
        const tr_token *const target = &h->tokens[i];
        const size_t best = h->alignment[i].best;
        if (best >= t->n_source_tokens || target->end <= target->begin) continue;
        const tr_token *const source = &t->source_tokens[best];
        if (source->end > source->begin)
            (*links)[(*n)++] =
                (translator_link){source->begin, source->end, target->begin, target->end};
    }
}

void links_move(translator_link *links, size_t n, size_t source, size_t target)
{
    for (size_t i = 0; i < n; i++) {
        links[i].source_begin += source;
        links[i].source_end += source;
        links[i].target_begin += target;
        links[i].target_end += target;
    }
}
