/* fidelity.h - fidelity of hypotheses to the numbers and names of their source. */
#ifndef TR_FIDELITY_H
#define TR_FIDELITY_H

#include "base/region.h"
#include "setup/setup.h"

typedef struct tr_fidelity tr_fidelity;

/* Finds the facts that a translation of text [len] must repeat (facts.h); *fidelity is NULL when
 * that is nothing, or when the model has no tokenizer. It lives as long as the region and the text.
 * 0, or -1 out of memory. */
int tr_fidelity_create(const tr_fidelity **fidelity, tr_region *region, const tr_setup *setup,
                       const char *text, size_t len);

/* How many facts a translation, ids [n], lacks; all words count as one if it has no letter. */
size_t tr_fidelity_lost(const tr_fidelity *fidelity, const int32_t *ids, size_t n);

/* Which of ids [n] may come after before [n_before]: no number and no name is spelled wrong, and
 * </s> comes after all that must be repeated; clears may [n] of the others. */
void tr_fidelity_allow(const tr_fidelity *fidelity, const int32_t *before, size_t n_before,
                       const int32_t *ids, size_t n, bool *may);

#endif
