/* protected_groups.h - balanced brackets in which words stand beside code. */
#ifndef TR_PROTECTED_GROUPS_H
#define TR_PROTECTED_GROUPS_H

#include "input/protected_list.h"

/* Adds brackets that hold code, with all their words and what touches them before, in order; they
 * may overlap what is in the list already.  TR_ENOMEM, and what tr_tokenizer_encode() returns. */
int tr_find_code_groups(tr_protected *h, const tr_finding *f);

#endif
