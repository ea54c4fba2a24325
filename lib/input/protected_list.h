/* protected_list.h - the list of what is protected of a passage, and what finds kinds of it. */
#ifndef TR_PROTECTED_LIST_H
#define TR_PROTECTED_LIST_H

#include <stdbool.h>

#include "base/error.h"
#include "base/span.h"
#include "input/coverage.h"
#include "language/language_data.h"
#include "text/numbers/clock.h"
#include "text/patterns.h"
#include "translate.h"

/* How it is kept at first. */
enum tr_protection {
    TR_PROTECTED_BY_COPY,     /* the model copies it, as it learned to */
    TR_PROTECTED_BY_STAND_IN, /* a stand-in takes its place (stand_ins.h) */
    TR_PROTECTED_BY_NUMBER,   /* so does another number, */
    TR_PROTECTED_BY_CLOCK,    /*   or the time of a clock of 24 hours (clock.h) */
    TR_PROTECTED_BY_PATTERN,  /* by a stand-in, and comes back as it was: the user's patterns */
    TR_PROTECTED_BY_NAME,     /* by a stand-in, and comes back as it is said: control_names.h */
    TR_PROTECTED_BY_BRACKET,  /* the model reads a quotation mark, for which the bracket is back */
    TR_PROTECTED_BY_READING   /* not at all: the model reads something else */
};

typedef struct tr_protected_text {
    tr_span at;
    enum tr_protection by;
    bool is_code;             /* it is an identifier (identifiers.h) */
    char time[TR_CLOCK_SIZE]; /* for a clock's, and for a number in words its digits; else empty */
    tr_string read_as;        /* for a reading; NULL: `time` is read; for a name, what is said */
} tr_protected_text;

/* A name whose translation is known. */
typedef struct tr_known_name {
    tr_span at;
    tr_string said;
} tr_known_name;

typedef struct tr_protected {
    bool spaces;                     /* the language has blanks between words */
    const tr_stops *stops;           /* of the language */
    const tr_stops *target;          /* of the translation's language */
    const tr_spelled_facts *spelled; /* numbers in words of the language */
    const tr_language *language;     /* or NULL: its small words are not known */
    const tr_patterns *patterns;     /* of the user, or NULL */
    const tr_known_name *names;      /* [n_names] in order */
    size_t n_names;
    tr_matches matches;      /* scratch */
    tr_protected_text *list; /* [n], in order, disjoint */
    size_t n, capacity;
    bool capitals; /* the passage at hand is in capitals */
    bool versions; /* the passage at hand has numbers that are no decimals */
    tr_coverage coverage;
} tr_protected;

/* Numbers that are protected, too: all of a text, or the ones in the spans [n]. */
typedef struct tr_lost_numbers {
    bool all;
    bool spelled; /* in words, too, which are read in digits */
    const tr_span *list;
    size_t n;
    const tr_span *things; /* [n_things] other stretches, of any kind */
    size_t n_things;
} tr_lost_numbers;

/* What finders look at. */
typedef struct tr_finding {
    tr_chunks *chunks; /* their ids are overwritten */
    const char *text;
    tr_span passage;
    const tr_lost_numbers *numbers; /* or NULL */
    tr_error *err;
} tr_finding;

/* Adds to the list.  TR_ENOMEM. */
int tr_protected_add(tr_protected *h, tr_span at, enum tr_protection by, tr_error *err);

/* Adds the numbers of a gap of the passage in which nothing is protected, in order.  TR_ENOMEM, and
 * what tr_tokenizer_encode() returns. */
typedef int tr_protected_finder(tr_protected *h, const tr_finding *f, tr_span gap);

void tr_protected_free(tr_protected *h);

#endif
