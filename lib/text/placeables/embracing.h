/*
 * embracing.h - pairs that stand around words of plain text: marks of emphasis and links
 * (emphasis.h), and placeholders in the place of a link's tags, "%1$shere%2$s",
 * "{link}here{/link}"; and roles and links of reStructuredText, ":ref:`text <label>`".
 */
#ifndef TR_EMBRACING_H
#define TR_EMBRACING_H

#include "text/placeables/emphasis.h"

/* Finds them as tr_emphasis_find() does.  The first placeholder touches the word behind it, and the
 * second one the word before it.  Placeholders that take the next argument of a program are pairs
 * only where there are no others: pairs may change places. */
size_t tr_embracing_find(const char *text, tr_span part, bool spaces, tr_emphasis *marks,
                         size_t most);

/* False if text [len] surely has none; it takes a moment to see. */
bool tr_embracing_may_be(const char *text, size_t len);

#endif
