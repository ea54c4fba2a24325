/* variants.h - ways to put a noun into a text. */
#ifndef TR_VARIANTS_H
#define TR_VARIANTS_H

#include <stdbool.h>

#include "base/region.h"
#include "base/span.h"

typedef struct tr_noun {
    const char *singular;
    const char *plural; /* NULL: its ending tells, or what may be is tried */
    char gender;        /* 'm', 'f', 'n'; 0: its ending tells, or all are tried */
    bool is_plural; /* the source has a plural: the determiner of the translation may know better */
    bool is_either; /* the source's form is the same in both numbers: the other noun's may tell */
    bool in_capitals;
    bool is_fixed; /* a name: it has no forms, and nothing agrees with it */
    bool is_verb;  /* no noun at all: an infinitive, */
    bool is_past;  /*   and the source's verb is in the past, or a participle; */
    bool is_told;  /*   it is no command: it has a subject, or is in the third person */
} tr_noun;

/* Another text for a span. */
typedef struct tr_variant {
    tr_span span;
    const char *text; /* lives as long as the region */
} tr_variant;

enum { TR_MOST_VARIANTS = 24 };

typedef struct tr_variants {
    tr_region *region;
    size_t n;
    bool failed;      /* out of memory */
    bool in_capitals; /* nouns are written in capitals */
    tr_variant list[TR_MOST_VARIANTS];
} tr_variants;

/* Adds `before` and `noun` in the place of a span of the text, if that is not there and there is
 * room; it begins with a capital if the span does, and that may be for its place.  NULL counts as
 * out of memory. */
void tr_add_variant(tr_variants *v, const char *text, tr_span span, const char *before,
                    const char *noun);

/* Adds text without an addition, in its own case. */
void tr_add_fixed(tr_variants *v, tr_span span, const char *text);

/* The text with a capital at its beginning; NULL out of memory. */
const char *tr_capitalised(tr_region *region, const char *text);

#endif
