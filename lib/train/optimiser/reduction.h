/*
 * reduction.h - gradients of a step's shards, added in one order by however many processes.
 *
 * A step's pairs are dealt to shards by their order; their number is a power of two and belongs to
 * the recipe.  The gradients of shards are added as a binary tree: (0 + 1) + (2 + 3).  Each of n
 * ranks, a power of two as well, computes a subtree; then it adds the subtrees' sums of its part of
 * the parameters, and updates that part.  So the bits depend on the number of shards alone.
 */
#ifndef TR_REDUCTION_H
#define TR_REDUCTION_H

#include "base/span.h"
#include "train/network/pass.h"
#include "train/optimiser/ranks.h"

typedef struct tr_reduction tr_reduction;

/* `ranks` NULL: one process; otherwise the number of processes divides the number of shards.
 * Parameters, workers and ranks have to live as long.  TR_ENOMEM. */
int tr_reduction_create(tr_reduction **r, size_t shards, const tr_ranks *ranks, tr_parameters *p,
                        tr_workers *workers, tr_error *err);
void tr_reduction_free(tr_reduction *r); /* NULL is allowed */

/* Blocks of floats that it has, at most, besides the parameters'. */
size_t tr_reduction_blocks(size_t shards);

/* The shards of this rank. */
tr_span tr_reduction_shards(const tr_reduction *r);

/* Takes the gradients of the next of this rank's shards.  They become zero, but after the last one
 * they are the sum of all that came. */
void tr_reduction_take(tr_reduction *r);

/* Adds the sums of all ranks in this one's part.  What other parts have then is of no use. */
void tr_reduction_add(tr_reduction *r);

/* The part of the parameters that this rank updates, whole matrices or chunks of tables. */
tr_span tr_reduction_part(const tr_reduction *r);

/* The norm of all gradients (gradient_norm.h), whose bits do not depend on the ranks. */
double tr_reduction_norm(tr_reduction *r, const tr_pass *pass, float *room);

/* Gives all ranks a block, of which each has its part: the weights after an update, or the moments
 * and the average before they are written. */
void tr_reduction_gather(const tr_reduction *r, float *block);

/* Gives all ranks `each` doubles of every shard: doubles [shards, each]. */
int tr_reduction_tell(const tr_reduction *r, double *doubles, size_t each);

#endif
