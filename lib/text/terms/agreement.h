/*
 * agreement.h - a noun in the place of another one, and the words around it that agree with it.
 *
 * German: the determiner and the adjectives before it, by the cases that they and a preposition
 * leave open, and the forms of the noun itself.  Portuguese and Spanish: determiner, and adjectives
 * in -o and -a on both sides.  English: a, an.  In other languages the noun alone is put.
 */
#ifndef TR_AGREEMENT_H
#define TR_AGREEMENT_H

#include <stdbool.h>

#include "base/region.h"
#include "base/span.h"

typedef struct tr_noun {
    const char *singular;
    const char *plural; /* NULL: its ending tells, or what may be is tried */
    char gender;        /* 'm', 'f', 'n'; 0: likewise */
    bool is_plural;     /* the source has a plural: the determiner of the translation may know better */
    bool is_fixed;      /* a name: it has no forms, and nothing agrees with it */
} tr_noun;

/* Another text for a span. */
typedef struct tr_rewrite {
    tr_span span;
    const char *text; /* lives as long as the region */
} tr_rewrite;

enum { TR_MOST_REWRITES = 24 };

typedef struct tr_rewrites {
    tr_region *region;
    size_t n;
    bool failed; /* out of memory */
    tr_rewrite list[TR_MOST_REWRITES];
} tr_rewrites;

/* Adds all ways to put the noun at `place` of a text [len] in a language (BCP 47), valid UTF-8; the
 * likeliest one comes first.  Which of them is right is for a model to say. */
void tr_agree(const char *language, const char *text, size_t len, tr_span place,
              const tr_noun *noun, tr_rewrites *out);

#endif
