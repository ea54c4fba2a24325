/* punctuation.h - what Moses' scripts make of punctuation before words are cut. */
#ifndef TR_PUNCTUATION_H
#define TR_PUNCTUATION_H

#include "language/language_data.h"
#include "text/moses/cells.h"

/* Marks become the marks of ASCII, characters that do not print blanks, and blanks beside marks go,
 * as by replace-unicode-punctuation.perl, remove-non-printing-char.perl and
 * normalize-punctuation.perl with the language of the rules. */
void tr_moses_punctuation(tr_cells *t, const tr_moses_rules *rules);

/* The last of these scripts alone, of text whose marks are ASCII's but for quotation marks and
 * dashes. */
void tr_moses_marks(tr_cells *t, const tr_moses_rules *rules);

/* The end of that script: percent signs, marks beside quotation marks, and groups of digits. */
void tr_moses_last_marks(tr_cells *t, const tr_moses_rules *rules);

#endif
