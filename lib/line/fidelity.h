/* fidelity.h - fidelity of hypotheses to the numbers and names of their source. */
#ifndef TR_FIDELITY_H
#define TR_FIDELITY_H

#include "base/region.h"
#include "base/span.h"
#include "setup/setup.h"

enum { TR_MOST_FACTS = 32 }; /* of a sentence; facts after them are not looked at */

typedef struct tr_fidelity tr_fidelity;

/* Finds the facts that a translation of text [len] must repeat (facts.h).  words [len] is the text
 * with blanks for what is kept in another way: a translation may say the kept text, and need not.
 * Of a text without numbers, in signs or words, a translation may have no digit.  *fidelity is NULL
 * when nothing is asked of it, or when the model has no tokenizer.  It lives as long as the region
 * and the text.  0, or -1 out of memory. */
int tr_fidelity_create(const tr_fidelity **fidelity, tr_region *region, const tr_setup *setup,
                       const char *text, size_t len, const char *words);

/* How many facts a translation, ids [n], lacks; all words count as one if it has no letter, and so
 * do numbers that it makes up.  *n_spelled, unless NULL: how many of them are numbers in words,
 * which no second search looks for. */
size_t tr_fidelity_lost(const tr_fidelity *fidelity, const int32_t *ids, size_t n,
                        size_t *n_spelled);

/* Where the numbers are in the text that a translation, ids [n], lacks: fills in spans
 * [TR_MOST_FACTS], and returns how many. */
size_t tr_fidelity_lost_numbers(const tr_fidelity *fidelity, const int32_t *ids, size_t n,
                                tr_span *spans);

/* A thing that a translation lacks: where it is in the text, and its kind (tr_lost). */
typedef struct tr_fidelity_loss {
    tr_span at;
    const char *kind;
} tr_fidelity_loss;

enum { TR_MOST_LOSSES = TR_MOST_FACTS + 2 };

/* What tr_fidelity_lost() counts, one by one: fills in losses [TR_MOST_LOSSES], and returns how
 * many. */
size_t tr_fidelity_losses(const tr_fidelity *fidelity, const int32_t *ids, size_t n,
                          tr_fidelity_loss *losses);

/* Which of ids [n] may come after before [n_before]: no number and no name is spelled wrong, and
 * </s> comes after all that must be repeated; clears may [n] of the others. */
void tr_fidelity_allow(const tr_fidelity *fidelity, const int32_t *before, size_t n_before,
                       const int32_t *ids, size_t n, bool *may);

#endif
