/*
 * logits.h - from the decoder's states to log-probabilities, without the full softmax.
 *
 * The vocabulary, or the shortlist of a sentence, is taken in blocks of TR_CANDIDATES words.  While
 * the logits of a block are in cache, the best candidates of each row are updated, and the block's
 * maximum and its sum of exponentials are kept.  At the end the sums of all blocks are joined.
 * Where words are drawn, the logits of a row are kept until it is complete.
 */
#ifndef TR_LOGITS_H
#define TR_LOGITS_H

#include "network/compute.h"
#include "search/byte_rules.h"
#include "search/sampling.h"
#include "search/shortlist.h"

/* Says which of ids [n], at most TR_CANDIDATES, may come after before [n_before]: may [n] becomes
 * false for one that may not, and is not asked where it is false.  Several threads may ask at once.
 */
typedef void tr_may_follow(const void *ctx, const int32_t *before, size_t n_before,
                           const int32_t *ids, size_t n, bool *may);

enum { TR_MOST_WANTED = 25 };

/* Request of one row. */
typedef struct tr_logits_request {
    size_t k;             /* candidates wanted: the best k, at most max_k */
    int32_t forbidden;    /* an id that may not be taken, or -1 */
    const uint8_t *never; /* [target_vocab]: nonzero for ids that may not be taken; or NULL */
    const uint8_t *bytes; /* [target_vocab], for byte_rules.h; or NULL */
    enum tr_byte_state byte_state;
    const int32_t *before; /* [n_before] ids of the row's hypothesis, */
    size_t n_before;
    size_t not_again; /* of which none is to be said again (grain of repetition.h); 0: may */
    size_t no_repeat; /* and no group of this many; 0: any */
    tr_may_follow *may_follow; /* and what may follow them; NULL: anything */
    const void *may_follow_ctx;
    const double *drawn; /* [k]: candidates are not the best, but drawn by these numbers; or NULL */
    bool log_sum;        /* log_sum is wanted */
    const int32_t *wanted;         /* [n_wanted] ids whose logits are wanted, */
    size_t n_wanted;               /*   at most TR_MOST_WANTED; a shortlist has all of them */
    const tr_shortlist *shortlist; /* the words there are, or NULL for all */
} tr_logits_request;

/* Its result. */
typedef struct tr_candidates {
    size_t
        n; /* found, best first; ties towards the lower id.  Drawn: in the order of the numbers */
    int32_t *id;         /* [max_k] */
    float *logit;        /* [max_k] */
    float *wanted_logit; /* [TR_MOST_WANTED], of question.wanted */
    bool finite;         /* no logit is NaN or +infinity */
    double log_sum;      /* log sum exp of the logits, or NaN if it is not wanted */
} tr_candidates;

enum { TR_SHARED_ROWS = 16 }; /* up to this many rows share a team by vocabulary, more by rows */

typedef struct tr_logits {
    tr_compute *c;
    const uint8_t *banned;    /* [target_vocab]: nonzero for ids that are never taken */
    float *block;             /* [max_rows, TR_CANDIDATES] */
    size_t n_blocks;          /* of the vocabulary */
    float *max, *sum;         /* [max_rows, n_blocks] */
    tr_logits_request *asked; /* [max_rows] */
    tr_candidates *found;     /* [max_rows] */

    /* If words are drawn: */
    const tr_sampling *sampling; /* NULL: none are */
    tr_sampler sampler;
    float *kept;     /* [max_rows, vocabulary]: logits */
    uint32_t *words; /* [max_k] */

    /* For shares of the vocabulary, when a team works on few rows. */
    tr_candidates *share_found; /* [TR_TEAM_MOST, TR_SHARED_ROWS] */
} tr_logits;

/* Bytes of arena that tr_logits_init() takes. */
size_t tr_logits_size(const tr_nmt *m, const tr_sampling *sampling, size_t max_rows, size_t max_k);
void tr_logits_init(tr_logits *l, tr_arena *a, tr_compute *c, const uint8_t *banned,
                    const tr_sampling *sampling, size_t max_rows, size_t max_k);

/* Answers the questions l->asked [n], for the states c->x [n, d_model]: fills in l->found [n]. */
void tr_logits_run(tr_logits *l, size_t n);

#endif
