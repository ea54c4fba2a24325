/* noun.h - plurals and genders of nouns, as far as their endings tell. */
#ifndef TR_NOUN_H
#define TR_NOUN_H

#include <stddef.h>

#include "base/region.h"

enum { TR_MOST_PLURALS = 8 };

/* The plurals [TR_MOST_PLURALS] that a noun [len] of a language (BCP 47) may have, the likeliest
 * first; they live as long as the region.  Returns how many: 0 where the language is not known.
 * -1: out of memory. */
int tr_noun_plurals(const char *language, const char *noun, size_t len, tr_region *region,
                    const char *plurals[TR_MOST_PLURALS]);

/* The genders, "m", "f", "n", that it may have: one if its ending tells. */
const char *tr_noun_genders(const char *language, const char *noun, size_t len);

#endif
