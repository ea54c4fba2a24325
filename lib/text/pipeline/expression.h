/* expression.h - regular expressions of tokenizers, by PCRE2: Oniguruma's and Rust's, as far as
 * PCRE2 reads them alike. */
#ifndef TR_EXPRESSION_H
#define TR_EXPRESSION_H

#include "base/buf.h"
#include "base/error.h"
#include "base/span.h"

typedef struct tr_expression tr_expression;

/* Of a pattern in UTF-8 as Oniguruma reads it, or of the text that it is.  `name` is for messages.
 * TR_EUNSUPPORTED for what is not supported, TR_ENOMEM. */
int tr_expression_create(tr_expression **e, const char *pattern, bool literal, const char *name,
                         tr_error *err);
void tr_expression_free(tr_expression *e); /* NULL is allowed */

/* Where a search goes on.  Made of {0}; it holds memory until there is no next match. */
typedef struct tr_match_search {
    size_t at, last; /* `last`: the end of the last match, if there was one */
    bool any;
    void *data; /* PCRE2's */
} tr_match_search;

/* Finds the next match in text [len], valid UTF-8; to be called until it returns another value than
 * 1.  A match may be empty, but not right behind the one before.  1, 0 for none; TR_ENOMEM,
 * TR_EUNSUPPORTED where it takes more steps than PCRE2 allows.  Several threads may use an
 * expression at once. */
int tr_expression_next(const tr_expression *e, const char *text, size_t len, tr_match_search *s,
                       tr_span *match, tr_error *err);

#endif
