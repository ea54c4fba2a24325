/* stretch.h - stretches of a text that are no prose, of which a translation lacks a part. */
#ifndef TR_STRETCH_H
#define TR_STRETCH_H

#include "text/lacks/lacking.h"

/* Finds the stretches of the source in which the target lacks something: odd words, signs, numbers
 * and letters that stand beside each other.  Fills in list [most], in order, disjoint, and returns
 * how many; -1 out of memory. */
int tr_stretches_lacking(const tr_two_texts *texts, tr_span *list, size_t most);

#endif
