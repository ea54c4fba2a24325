/*
 * expand.h - expansion of a beam: how its live paths grow by one token.  They take the best
 * candidates of all, or the best in groups, or words that are drawn, or such that say phrases, or
 * go along given translations.
 */
#ifndef TR_EXPAND_H
#define TR_EXPAND_H

#include "network/kvcache.h"
#include "search/hypotheses.h"

typedef struct tr_expansion {
    /* Asks the logits for the candidates of live path i. */
    void (*ask)(const tr_beam *b, size_t i, tr_logits_request *q);
    /* Takes from the answers [n_live]: a path that ends is done, the others live on. */
    void (*expand)(tr_beam *b, tr_kvcache *cache, const tr_candidates *answers);
    /* Puts the paths that are done in order when the search is over; NULL: they are by score. */
    void (*order)(tr_beam *b, tr_kvcache *cache);
} tr_expansion;

const tr_expansion *tr_expansion_for(const tr_search *search, const tr_goal *goal);

/* Moves the newest entry of `done`, at n_done, to its place by score and counts it. */
void tr_beam_finish(tr_beam *b);

#endif
