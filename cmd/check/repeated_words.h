/* repeated_words.h - words that a translation says twice, one time close behind the other. */
#ifndef REPEATED_WORDS_H
#define REPEATED_WORDS_H

#include "check/checked_pair.h"

/* Adds runs of three words or more that come again, unless the source has such a run, too; and a
 * word that is said twice in a row, unless the source says one so.  `language`: of the translation.
 */
void repeated_words_find(checked_pair *pair, const char *language);

#endif
