/* agrees.h - whether a translation is what a naive search finds, and whether two have the same
 * bits. */
#ifndef AGREES_H
#define AGREES_H

#include "golden/search/naive.h"
#include "translate.h"

/* The same ids, and scores that differ by less than 1e-4 of 1 + |score|. */
bool agrees(const naive *n, const tr_translation *t);

bool same_bits(const tr_translation *a, const tr_translation *b);

#endif
