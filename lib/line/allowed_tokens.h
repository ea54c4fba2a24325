/* allowed_tokens.h - what may follow what in the translation of one sentence. */
#ifndef TR_ALLOWED_TOKENS_H
#define TR_ALLOWED_TOKENS_H

#include "line/fidelity.h"
#include "setup/constraints.h"

typedef struct tr_rules {
    const tr_constraints *constraints;
    bool begins;                 /* as the user wants */
    const tr_fidelity *fidelity; /* NULL: numbers and names may be wrong */
} tr_rules;

/* Which of ids [n] may come after before [n_before]: a tr_may_follow whose ctx is a tr_rules. */
void tr_rules_allow(const void *rules, const int32_t *before, size_t n_before, const int32_t *ids,
                    size_t n, bool *may);

#endif
