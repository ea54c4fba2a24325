/* protected_brackets.h - brackets of other scripts around words (far_brackets.h), which a model
 * reads as quotation marks. */
#ifndef TR_PROTECTED_BRACKETS_H
#define TR_PROTECTED_BRACKETS_H

#include "input/protected_list.h"

/* Adds the marks of a passage, in whose list, which is in order, are placeables alone.  TR_ENOMEM.
 */
int tr_find_brackets(tr_protected *h, const tr_finding *f);

#endif
