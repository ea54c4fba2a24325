/*
 * hypotheses.h - the hypotheses of one sentence's search: its goal, its live paths, and its
 * finished paths.
 */
#ifndef TR_HYPOTHESES_H
#define TR_HYPOTHESES_H

#include "base/span.h"
#include "search/choice.h"
#include "search/constrained.h"
#include "search/logits.h"
#include "search/path.h"
#include "search/search.h"

/* Goal of one sentence's search. */
typedef struct tr_goal {
    size_t limit;            /* of a path's length, 1 .. max_steps: tr_search_limit() */
    size_t beam;             /* places, at most search.beam; 0: as many */
    size_t n_best;           /* paths wanted, at most search.beam; 0: one */
    const int32_t *forced;   /* ids to score instead of searching, </s> included; or NULL */
    tr_ids prefix;           /* ids that all paths begin with */
    const tr_choice *choice; /* translations of which one is to be chosen; NULL: all there may be */
    const tr_phrases *phrases; /* that all paths say, but for paths that end at the limit; NULL */
    const uint8_t *bytes;      /* [target_vocab], whose rules hold (byte_rules.h); NULL: none do, */
    bool without_bytes;        /*   and no character is spelled by its bytes */
    bool aligned;           /* the alignments of its paths are kept: the cache has room for them */
    bool end_loops;         /* the search ends when its best path is a loop (repetition.h), */
    size_t source_repeated; /*   for a source that repeats this many of its tokens, */
    size_t grain;           /*   as repetition.h counts them; 0: 1 */
    uint32_t line, begin;   /* where the sentence is: decides what is drawn, */
    bool second;            /*   and whether it is the second search */
    bool no_repetition;     /* no path says anything again (repetition.h) */
    tr_may_follow *may_follow; /* what may follow a path's ids; NULL: anything */
    const void *may_follow_ctx;
} tr_goal;

enum tr_beam_failure {
    TR_BEAM_FINE,
    TR_BEAM_NOT_FINITE, /* a logit was NaN or infinite */
    TR_BEAM_STUCK       /* there was no candidate that may be taken */
};

typedef struct tr_beam {
    const tr_search *search;
    const struct tr_expansion *expansion; /* expand.h */
    tr_arena room; /* for what follows that has a size, from tr_beam_begin() on */
    tr_goal goal;
    size_t places; /* for paths, live and done ones */
    size_t n_live, n_done;
    tr_path *live, *next; /* [beam], live ones best first */
    tr_path *done;        /* [beam], best first */
    int32_t *wanted;      /* [beam, TR_MOST_WANTED] by live paths, if search.phrases */
    tr_pick *picks;       /* [beam * (beam + 2 * TR_MOST_WANTED)], if search.phrases */
    double *drawn;        /* [beam]: what live paths draw by, if search.sampling */
    enum tr_beam_failure failure;
    enum tr_end_reason reason; /* why the search is over */
} tr_beam;

#endif
