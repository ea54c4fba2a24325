/* lowercase.h - lower case of whole lines, as Unicode's full mapping without a language has it. */
#ifndef TR_LOWERCASE_H
#define TR_LOWERCASE_H

#include "metrics/symbols.h"

/* Appends the lower case of code [n] to `out`.  Two mappings are more than one character for
 * another: U+0130 becomes i and a dot above; sigma becomes final where it ends a word (Unicode,
 * section 3.13, Final_Sigma). */
void tr_lowercase(const uint32_t *code, size_t n, tr_symbols *out);

#endif
