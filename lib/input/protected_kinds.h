/* protected_kinds.h - kinds of protected text that are looked for amid those found before. */
#ifndef TR_PROTECTED_KINDS_H
#define TR_PROTECTED_KINDS_H

#include "input/protected.h"

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

/* Adds those of a gap of the passage in which nothing is protected, in order.  TR_ENOMEM, and what
 * tr_tokenizer_encode() returns. */
typedef int tr_protected_finder(tr_protected *h, const tr_finding *f, tr_span gap);

tr_protected_finder tr_find_clocks;        /* times of the day (clock.h) */
tr_protected_finder tr_find_versions;      /* numbers that are no decimals: section 3.2 */
tr_protected_finder tr_find_lost_numbers;  /* those that f->numbers names */
tr_protected_finder tr_find_capital_codes; /* stress.h */
tr_protected_finder tr_find_readings;      /* hyphens that the model is not to see */

#endif
