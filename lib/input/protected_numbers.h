/* protected_numbers.h - numbers that a text keeps as they are, or in the target's notation. */
#ifndef TR_PROTECTED_NUMBERS_H
#define TR_PROTECTED_NUMBERS_H

#include "input/protected_list.h"

tr_protected_finder tr_find_clocks;       /* times of the day (clock.h) */
tr_protected_finder tr_find_durations;    /* minutes and seconds behind a label */
tr_protected_finder tr_find_versions;     /* numbers that are no decimals: section 3.2 */
tr_protected_finder tr_find_lost_numbers; /* the ones that f->numbers names, */
tr_protected_finder tr_find_lost_spelled; /*   and in words */

#endif
