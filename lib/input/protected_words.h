/* protected_words.h - words that a text keeps, or that a model reads as others. */
#ifndef TR_PROTECTED_WORDS_H
#define TR_PROTECTED_WORDS_H

#include "input/protected_list.h"

tr_protected_finder tr_find_capital_codes; /* stress.h */
tr_protected_finder tr_find_soft_hyphens;  /* as HTML writes them, "&shy;", which are not read */
tr_protected_finder tr_find_readings;      /* hyphens that the model is not to see, marks of
                                              typography that it knows nothing of, slashes
                                              between words, and the m of "£5m" */
tr_protected_finder tr_find_abbreviations; /* "no.: 5" is read as the target's "Nr.: 5", and
                                              "5 ft 6 in" as "5 feet 6 inches" */

#endif
