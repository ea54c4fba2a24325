/*
 * score_pairs.h - which stretches of a text a translation has where: pairs that are scored one by
 * one.
 *
 * Where both have as many sentences, they are pairs.  Else sentences next to each other are put
 * together by their lengths (Gale and Church 1993).
 */
#ifndef TR_SCORE_PAIRS_H
#define TR_SCORE_PAIRS_H

#include "base/span.h"

typedef struct tr_score_pair {
    tr_span source, target;
} tr_score_pair;

/* Pairs the sentences source [n] and target [m], spans in order, and fills pairs [n].  Returns how
 * many there are; 0 where there is no way, or memory is out. */
size_t tr_score_pairs_find(const tr_span *source, size_t n, const tr_span *target, size_t m,
                           tr_score_pair *pairs);

/* Cuts a pair near the middle of its source text, and as far into its target text: between words
 * where there are `spaces`, [0] of the source, [1] of the target; else between characters.  False
 * where one of them cannot be cut. */
bool tr_score_pair_cut(const char *source, const char *target, const bool spaces[2],
                       const tr_score_pair *pair, tr_score_pair halves[2]);

#endif
