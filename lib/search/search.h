/* search.h - a search: what the searches for all sentences of a session share. */
#ifndef TR_SEARCH_H
#define TR_SEARCH_H

#include <stdbool.h>

#include "base/arena.h"
#include "translate.h"

typedef struct tr_search {
    size_t beam; /* places of the widest search */
    size_t min_length;
    size_t max_steps; /* of the decoder, in one search */
    int32_t start;    /* the decoder's input in its first step; -1: none */
    int32_t first;    /* a token that every translation has to begin with; -1: none.  It takes a
                         step of its own, has a log-probability of 0, and no path shows it. */
    int32_t eos;
    const uint8_t *banned;       /* [target_vocab]: nonzero for ids that are never taken */
    size_t no_repeat;            /* no path has a group of this many tokens twice; 0: any */
    bool phrases;                /* goals may have phrases, or a choice; */
    const uint8_t *inner;        /*   [target_vocab]: nonzero for tokens that continue a word */
    const tr_sampling *sampling; /* NULL: the best are searched, and not drawn */
    size_t groups;               /* of places, which say different words; 0: one */
    float diversity; /* what a word costs that another group has taken in the same step */
    bool scores;     /* scores are wanted; without them (a beam of 1 only) all are NaN */
    int penalty;     /* enum tr_penalty */
    float alpha;
    const struct tr_observer *observer; /* who is told of each step, or NULL */
    double *penalties;                  /* [max_steps + 1], by length; tr_search_init()'s */
} tr_search;

size_t tr_search_size(size_t max_steps); /* bytes of arena */
void tr_search_init(tr_search *s, tr_arena *a);

/* Tokens at its beginning that the search does not choose: 0 or 1. */
size_t tr_search_n_first(const tr_search *s);

/* The limit for a translation of up to n_tokens, </s> included: less where that takes more steps
 * than max_steps, and one token at least. */
size_t tr_search_limit(const tr_search *s, double n_tokens);

/* The most candidates that a hypothesis is given. */
size_t tr_search_candidates(const tr_search *s);

/* The most tokens that a translation may have, </s> included. */
size_t tr_search_longest(const tr_search *s);

/* Returns the divisor of log p for a length of `n` tokens, </s> included; 1 for none. */
double tr_search_penalty(int penalty, float alpha, size_t n);

#endif
