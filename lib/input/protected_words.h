/* protected_words.h - words that a text keeps, or that a model reads as others. */
#ifndef TR_PROTECTED_WORDS_H
#define TR_PROTECTED_WORDS_H

#include "input/protected_list.h"

tr_protected_finder tr_find_capital_codes; /* stress.h */
tr_protected_finder tr_find_readings;      /* hyphens that the model is not to see */

#endif
