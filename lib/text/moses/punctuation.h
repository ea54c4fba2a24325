/* punctuation.h - what Moses' scripts make of punctuation before words are cut. */
#ifndef TR_PUNCTUATION_H
#define TR_PUNCTUATION_H

#include "text/moses/cells.h"

/* Marks become ASCII's, characters that do not print blanks, and blanks beside marks go, as by
 * replace-unicode-punctuation.perl, remove-non-printing-char.perl and normalize-punctuation.perl -l
 * `language` (ISO 639-1). */
void tr_moses_punctuation(tr_cells *t, const char *language);

#endif
