/* protected_runs.h - codes beside each other, and words that belong to them. */
#ifndef TR_PROTECTED_RUNS_H
#define TR_PROTECTED_RUNS_H

#include "input/protected_list.h"

/* Makes one of codes that one blank parts, and takes in the words beside them that are none of a
 * language: the names of commands and registers in "mov eax, [ebp-3]".  TR_ENOMEM, and what
 * tr_tokenizer_encode() returns. */
int tr_protected_join(tr_protected *h, const tr_finding *f);

/* Makes one of codes that one blank parts. */
void tr_protected_join_neighbours(tr_protected *h, const char *text);

/* Words of no language, in Latin letters, with a character that is not seen between two of them. */
tr_protected_finder tr_find_split_words;

#endif
