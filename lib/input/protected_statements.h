/* protected_statements.h - lines of programs amid prose: what belongs to a code beside it. */
#ifndef TR_PROTECTED_STATEMENTS_H
#define TR_PROTECTED_STATEMENTS_H

#include "input/protected_list.h"

/*
 * Takes in what belongs to codes, as the words of def, if and Rosa in
 *
 *   if err != nil { return err }    def rosa(*args): yield 5    [x for x in sizu if x % 3 == 0]
 *
 * Words that are none of a language, numbers, letters and signs beside a code are of it, and so are
 * the keywords of programs where prose has none, and all that stands in brackets with a code.
 * TR_ENOMEM, and what tr_tokenizer_encode() returns.
 */
int tr_protected_statements(tr_protected *h, const tr_finding *f);

#endif
