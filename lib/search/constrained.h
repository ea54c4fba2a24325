/*
 * constrained.h - translations that have given phrases: lexically constrained beam search.
 *
 * Dynamic beam allocation (Post and Vilar 2018).  A bank holds the hypotheses that have said so
 * many tokens of the phrases.  In each step, the banks take turns, the one with the most tokens
 * first: each gives its best candidate, then each its second best, until all places are taken (Hu
 * et al. 2019).  So hypotheses that say a phrase compete with others that have come as far, and
 * not with hypotheses that have said less.  A translation ends when it has said all phrases.
 *
 * A hypothesis that would rather end than go on with any token, but has not said all phrases, is
 * given up if there are others: what it said from there on would be made up.
 *
 * A phrase that is left in the middle does not count.  What was said may then be the beginning of
 * another one.
 */
#ifndef TR_CONSTRAINED_H
#define TR_CONSTRAINED_H

#include "base/span.h"
#include "search/logits.h"

enum {
    TR_MOST_PHRASES = (TR_MOST_WANTED - 1) / 2, /* each may be begun, or go on; and </s> */
    TR_WIDEST_CONSTRAINED = 32                  /* places of a search for phrases */
};

typedef struct tr_phrase {
    tr_ids words; /* at least one token */
    tr_ids first; /* the words at the beginning of a translation */
    bool whole;   /* no token that continues a word comes after it */
} tr_phrase;

typedef struct tr_phrases {
    const tr_phrase *list; /* [n], n <= TR_MOST_PHRASES */
    size_t n, n_ids;       /* n_ids: of `words` of all phrases */
} tr_phrases;

/* Progress of a hypothesis through its phrases: all zero at its beginning. */
typedef struct tr_constraint_progress {
    uint32_t said;       /* bit i: phrase i */
    uint8_t phrase, at;  /* it is within this phrase, after `at` of its tokens; 0: within none */
    bool is_first;       /*   in the form for the beginning of a translation */
    bool after_whole;    /* a `whole` phrase ended with the last token */
    uint16_t n_ids_said; /* tokens of the phrases: its bank */
} tr_constraint_progress;

/* The progress after one more token; `n` tokens came before it. */
tr_constraint_progress tr_constrained_advance(const tr_phrases *p, tr_constraint_progress before,
                                              size_t n, int32_t id);

bool tr_constrained_finished(const tr_phrases *p, tr_constraint_progress progress);

/* The tokens that begin or continue a phrase, after `n` tokens: wanted [2 * p->n], each once.
 * Returns how many. */
size_t tr_constrained_next_tokens(const tr_phrases *p, tr_constraint_progress progress, size_t n,
                                  int32_t *wanted);

/* A token that may follow hypothesis `from`. */
typedef struct tr_pick {
    size_t from;
    int32_t id;
    float log_probability, total; /* of the token; of the hypothesis with it */
    tr_constraint_progress progress;
    bool late;   /* the hypothesis would rather have ended */
    size_t turn; /* which of its bank, from 0 */
} tr_pick;

/* Sorts picks [n], of which none is there twice, and leaves as many as there are `places`, the most
 * probable first.  A late pick gets a place only if all are late.  Ties go to the lower id, then to
 * the older hypothesis.  Returns how many.
 */
size_t tr_constrained_allocate(tr_pick *picks, size_t n, size_t places);

#endif
