/* lost_mark.h - marks whose words a translation does not say. */
#ifndef TR_LOST_MARK_H
#define TR_LOST_MARK_H

#include "text/marks/aligned_words.h"

/* True if nothing in words [place.begin, place.end) of the translation can stand for the words in
 * source bytes [at.begin, at.end): small words of its grammar are all that looks at a name, or the
 * label of a button, which have a capital, or at another noun, and that little.  `peak`: how much
 * the word does that looks most.  Languages of the source and the translation are in BCP 47, or
 * NULL. */
bool tr_mark_is_lost(const tr_aligned_words *w, const char *const languages[2], tr_span at,
                     tr_span place, double peak);

#endif
