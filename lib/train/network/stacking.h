/* stacking.h - stacking: a larger network begins with the weights of a smaller one. */
#ifndef TR_STACKING_H
#define TR_STACKING_H

#include "train/network/parameters.h"

/* Checks that a network of shape `from` can become one of shape `to`: of equal width and heads,
 * with at least as many layers and units of feed-forward networks.  TR_EINVAL names the obstacle.
 */
int tr_stacking_check(const tr_shape *from, const tr_shape *to, tr_error *err);

/* Copies the weights of *from to *to, which has its initial values, and to its average, if any.
 *
 * The larger network computes the same as the smaller one.  New units of feed-forward networks
 * contribute 0 at first (Chen et al. 2016, "Net2Net").  New layers are spread evenly among the old
 * ones; each is a copy of the one before it whose blocks contribute 0 at first.  An SSRU that
 * contributes 0 would not learn, so a decoder with SSRUs keeps its layers.
 */
void tr_stacking_apply(tr_parameters *to, const tr_parameters *from);

#endif
