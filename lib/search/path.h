/* path.h - a hypothesis: the tokens that the search chose. */
#ifndef TR_PATH_H
#define TR_PATH_H

#include "base/arena.h"
#include "search/constrained.h"

/* `length` counts the decoder's steps: `n`, and one more for a token that was forced.  That token
 * and its node come before ids[0] and nodes[0]. */
typedef struct tr_path {
    float log_probability, score; /* score: once it is done */
    size_t n, length;
    int32_t *ids;             /* [n] */
    float *log_probabilities; /* [n], of each id */
    uint32_t *nodes;          /* [n] of the cache, of each id */
    uint32_t tip;             /* the node it holds; live ones, and done ones with alignments */
    tr_constraint_progress progress; /* if the goal has phrases */
    uint32_t group;                  /* its group, or its sample, from 1; 0 before they part */
} tr_path;

/* `n` paths of up to `max_steps` steps, of which n_forced are forced. */
size_t tr_paths_size(size_t n, size_t max_steps); /* bytes of arena */
tr_path *tr_paths_take(tr_arena *a, size_t n, size_t max_steps, size_t n_forced);

/* dst = src and one more token, without src's progress and group. */
void tr_path_append(tr_path *dst, const tr_path *src, int32_t id, float log_probability);

void tr_path_swap(tr_path *a, tr_path *b);
bool tr_path_same(const tr_path *a, const tr_path *b); /* whether their tokens are the same */

#endif
