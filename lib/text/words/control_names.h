/*
 * control_names.h - names of buttons, menus, keys and the like, in sentences that tell what to do
 * with them: the Save of "Click Save to go on".
 *
 * They are labels, which a model translates better by themselves.  Words: `controls` of
 * language_data.h.
 */
#ifndef TR_CONTROL_NAMES_H
#define TR_CONTROL_NAMES_H

#include "base/span.h"
#include "language/language_data.h"

enum { TR_MOST_CONTROL_NAMES = 4 };

/* Finds the names in a sentence of a text, valid UTF-8: words in marked [n_marked], spans of the
 * text in order of their beginnings; what stands in quotation marks; and words with a capital
 * behind a verb such as "click".  Returns how many, in order and disjoint; 0 also if there are more
 * than TR_MOST_CONTROL_NAMES. */
size_t tr_control_names_find(const tr_language *language, const char *text, tr_span sentence,
                             const tr_span *marked, size_t n_marked,
                             tr_span names[TR_MOST_CONTROL_NAMES]);

#endif
