/* term_choice.h - the translations in which terms stand in the place of other words: a choice for
 * the search. */
#ifndef TR_TERM_CHOICE_H
#define TR_TERM_CHOICE_H

#include "search/choice.h"
#include "terms/term_places.h"

/* What holds for all of them. */
typedef struct tr_term_limits {
    const tr_constraints *constraints; /* words that are banned are not put */
    size_t fixed; /* bytes at the beginning of the text that stay as they are */
    size_t most;  /* tokens, </s> included */
} tr_term_limits;

/* Puts terms in the places of other words; all of them if that gives few enough translations, else
 * as many as it can, from the left.  *choice is NULL when none can be put.  It lives as long as the
 * region.  TR_ENOMEM, and what tr_tokenizer_encode() returns. */
int tr_term_choice_make(const tr_choice **choice, const tr_terms *t, const tr_term_places *p,
                        const tr_term_target *target, const tr_term_limits *limits,
                        tr_region *region, tr_error *err);

#endif
