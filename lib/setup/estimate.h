/*
 * estimate.h - estimate of how good a translation is, out of what the network thinks of it.
 *
 * A fractional logit of the mean log-probability of the tokens: the expected chrF2 / 100.  It
 * orders translations; it is no probability that one is right.
 */
#ifndef TR_ESTIMATE_H
#define TR_ESTIMATE_H

#include "model/nmt.h"

/* 1 / (1 + exp(-(bias + slope * mean))) of n tokens, </s> among them, whose log-probabilities add
 * up to `sum`: above 0, at most 1.  NaN without tokens, and where the sum is not known (NaN).  The
 * same bits on every machine. */
float tr_estimate(const tr_nmt *m, double sum, size_t n);

#endif
