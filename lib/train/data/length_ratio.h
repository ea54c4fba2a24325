/*
 * length_ratio.h - how long the targets of a text are beside their sources, in characters.
 *
 * A Chinese character is a word, so that a good pair may have one for four of English: whether a
 * pair's lengths are unequal is asked around the text's median.  All numbers are whole, and so the
 * same on every machine.
 */
#ifndef TR_LENGTH_RATIO_H
#define TR_LENGTH_RATIO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

enum { TR_RATIO_ONE = 256 }; /* parts of a ratio of 1 */

/* Counts of ratios, target / source; {0} at first. */
typedef struct tr_length_ratios {
    uint64_t *n; /* [TR_RATIO_ONE * 64]; NULL: none was added */
} tr_length_ratios;

/* Adds a pair's characters, of which the source has one or more.  TR_ENOMEM. */
int tr_length_ratios_add(tr_length_ratios *r, size_t source, size_t target, tr_error *err);
void tr_length_ratios_free(tr_length_ratios *r);

/* The median, in parts of TR_RATIO_ONE; TR_RATIO_ONE if there are none. */
uint32_t tr_length_ratios_median(const tr_length_ratios *r);

/* True if the target has at most three times, and at least a third of, the characters that the
 * median makes of its source, or if both are short. */
bool tr_length_ratio_fits(uint32_t median, size_t source, size_t target);

#endif
