/* stacking.h - a larger network that begins with the weights of a smaller one. */
#ifndef TR_STACKING_H
#define TR_STACKING_H

#include "train/network/parameters.h"

/* Whether a network of shape `from` can become one of shape `to`: as wide, with as many heads, and
 * with no fewer layers and no narrower feed-forward networks.  TR_EINVAL names what hinders. */
int tr_stacking_check(const tr_shape *from, const tr_shape *to, tr_error *err);

/* Gives *to, which has its first values, the weights of *from; the average, if any, is equal.
 *
 * The network computes what it computed before.  New units of feed-forward networks give 0 at first
 * (Chen et al. 2016, "Net2Net").  New layers lie evenly among the old ones.  Each is a copy of the
 * one before it, but its blocks give 0 at first.  An SSRU that gives 0 would not learn, so a
 * decoder with SSRUs keeps its layers.
 */
void tr_stacking_apply(tr_parameters *to, const tr_parameters *from);

#endif
