/*
 * lacking.h - what a translation lacks of its source that is no plain word: odd words (odd_word.h),
 * signs, brackets, rows of capitals.
 *
 * A last look, whatever kept or lost them.  Numbers are left to facts.h, which reads them in any
 * notation.
 */
#ifndef TR_LACKING_H
#define TR_LACKING_H

#include "text/lacks/two_texts.h"

/* Finds what the target lacks, in order: fills in list [most], and returns how many.  Of a long
 * text, the words at its beginning are looked at.  Both languages have blanks between words. -1 out
 * of memory. */
int tr_lacking_find(const tr_two_texts *texts, tr_lack *list, size_t most);

#endif
