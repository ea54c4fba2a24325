/* allowed_tokens.h - tokens that may follow in the translation of one sentence. */
#ifndef TR_ALLOWED_TOKENS_H
#define TR_ALLOWED_TOKENS_H

#include "line/fidelity.h"
#include "setup/constraints.h"

typedef struct tr_allowed_tokens {
    const tr_constraints *constraints;
    bool begins;                   /* as the user wants */
    const tr_constraints *address; /* ways to address that are ruled out; NULL: none, */
    bool may_begin;                /*   but they may be the first word */
    const tr_fidelity *fidelity;   /* NULL: numbers and names may be wrong */
} tr_allowed_tokens;

/* Which of ids [n] may come after before [n_before]: a tr_may_follow whose ctx is a
 * tr_allowed_tokens. */
void tr_allowed_tokens_mark(const void *allowed, const int32_t *before, size_t n_before,
                            const int32_t *ids, size_t n, bool *may);

#endif
