/*
 * beam.h - beam search for one sentence, by Marian's rules.
 *
 * There are as many places as the beam is wide.  Each step fills them with the best candidates over
 * all live hypotheses.  A candidate that ends in </s> is done; it keeps its place for good.  The
 * search ends when no place is left, at the length limit, or when no live hypothesis can still
 * enter the n-best.  At the end the order is that of log p / penalty(length); the length counts
 * </s>.  Ties go to the lower id, then to the older hypothesis.
 *
 * Where words are drawn (sampling.h), each place holds a sample.  All part with the first word that
 * is drawn.
 *
 * Diverse beam search (Vijayakumar et al. 2016) deals the places out to groups; the first ones have
 * one more where they cannot be equal.  In each step the groups take turns.  To a group, a word is
 * less probable by `diversity` for each hypothesis of the groups before that has taken it in this
 * step (Hamming diversity); no log p and no score has this in it.  The n-best are the best of each
 * group, then the second best of each, and so on.  What several groups have found counts once.
 */
#ifndef TR_BEAM_H
#define TR_BEAM_H

#include "network/decoder.h"
#include "network/kvcache.h"
#include "search/logits.h"
#include "search/path.h"
#include "search/search.h"

/* Goal of one sentence's search. */
typedef struct tr_goal {
    size_t limit;              /* of a path's length, 1 .. max_steps: tr_search_limit() */
    size_t beam;               /* places, at most search.beam; 0: as many */
    const int32_t *forced;     /* ids to score instead of searching, </s> included; or NULL */
    tr_ids prefix;             /* ids that all paths begin with */
    const tr_phrases *phrases; /* that all paths say, but for those that end at the limit; NULL */
    bool end_loops;            /* the search ends when its best path is a loop (repetition.h), */
    size_t source_repeated;    /*   for a source that repeats this many of its tokens */
    uint32_t line, begin;      /* where the sentence is: decides what is drawn, */
    bool second;               /*   and whether this is its second search */
    bool no_repetition;        /* no path says anything again (repetition.h) */
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
    tr_arena room; /* for what follows that has a size, from tr_beam_begin() on */
    tr_goal goal;
    size_t places; /* for paths, live and done ones */
    size_t n_live, n_done;
    tr_path *live, *next; /* [beam], live ones best first */
    tr_path *done;        /* [beam], best first */
    int32_t *wanted;      /* [beam, TR_MOST_WANTED] by live paths, if search.phrases */
    double *drawn;        /* [beam]: what live paths draw by, if search.sampling */
    enum tr_beam_failure failure;
    enum tr_end_reason reason; /* why the search is over */
} tr_beam;

size_t tr_beam_size(const tr_search *s);
void tr_beam_init(tr_beam *b, tr_arena *a, const tr_search *s);

void tr_beam_begin(tr_beam *b, const tr_goal *goal); /* a new sentence */

/* The next step's rows of the live hypotheses and what they ask of the logits, but for the
 * shortlist: rows and asked [n_live].  Takes their nodes from the cache.  Returns n_live. */
size_t tr_beam_rows(tr_beam *b, tr_kvcache *cache, size_t memory, size_t n_memory,
                    tr_decoder_row *rows, tr_question *asked);

/* Takes the step that tr_beam_rows() prepared, with the answers.  True when the search is over:
 * done [n_done] is final then, and n_done > 0 unless the search failed.  All nodes are free again,
 * with one exception: with alignments, the paths that are done keep theirs until tr_beam_end(). */
bool tr_beam_advance(tr_beam *b, tr_kvcache *cache, const tr_candidates *answers);
void tr_beam_end(tr_beam *b, tr_kvcache *cache);

#endif
