/* pair_filter.h - filter of sentence pairs: which lines of a text are not learnt from, and why. */
#ifndef TR_PAIR_FILTER_H
#define TR_PAIR_FILTER_H

#include <stdint.h>

#include "base/error.h"

enum tr_pair_fault {
    TR_PAIR_NO_TAB,
    TR_PAIR_NOT_UTF8, /* or with a NUL */
    TR_PAIR_BLANK,    /* a side has no text */
    TR_PAIR_EQUAL,    /* both sides are the same */
    TR_PAIR_RATIO,    /* far longer or shorter than the text's median has it: length_ratio.h */
    TR_PAIR_WORDS,    /* a side has more than 250 words */
    TR_PAIR_REPEATED,
    TR_PAIR_NOT_MIXED, /* its part is not in the mixture */
    TR_PAIR_PIECES,    /* a side has more pieces than the limit */
    TR_PAIR_FAULTS
};

/* A fault in a few words, as in "12 repeated". */
const char *tr_pair_filter_fault_name(int fault);

/* The first fault, TR_PAIR_NOT_UTF8 .. TR_PAIR_WORDS but TR_PAIR_RATIO, that the text of a pair
 * has; TR_PAIR_FAULTS for a good pair, and then characters[] is how many its sides have. */
int tr_pair_filter_check(tr_string source, tr_string target, uint32_t characters[2]);

#endif
