/* noun.h - plurals and genders of nouns, as far as their endings tell. */
#ifndef TR_NOUN_H
#define TR_NOUN_H

#include <stddef.h>

#include "base/region.h"

enum { TR_MOST_PLURALS = 8 };

/* A noun of a language (BCP 47). */
typedef struct tr_noun_word {
    const char *language, *text; /* [len] */
    size_t len;
    char gender; /* 'm', 'f', 'n'; 0: not known */
} tr_noun_word;

/* The plurals [TR_MOST_PLURALS] that a noun may have, the likeliest first; they live as long as the
 * region.  Returns how many: 1 if its ending tells, 0 where the language is not known.  -1: out of
 * memory. */
int tr_noun_plurals(const tr_noun_word *noun, tr_region *region,
                    const char *plurals[TR_MOST_PLURALS]);

/* Another form of a noun [len], by the first of some rules (endings.h), which are written in small
 * letters, that fits; it lives as long as the region.  NULL: none fits, or out of memory. */
const char *tr_noun_by_rules(const char *rules, const char *noun, size_t len, tr_region *region);

/* Bytes of the definite article, in small letters, and the blank that a noun of a language begins
 * with; 0: it has none.  Sets its gender, 'm', 'f' or 'n'. */
size_t tr_noun_article(const char *language, const char *noun, char *gender);

/* The genders, "m", "f", "n", that it may have: one if its ending tells. */
const char *tr_noun_genders(const char *language, const char *noun, size_t len);

#endif
