/* words_around.h - the words before and after a place in a text. */
#ifndef TR_WORDS_AROUND_H
#define TR_WORDS_AROUND_H

#include <stdbool.h>

#include "base/region.h"
#include "base/span.h"

/* The word of letters and hyphens that stands before byte `at` of valid UTF-8, with a blank
 * between.
 */
bool tr_word_before(const char *text, size_t at, tr_span *word);

/* The word that stands after byte `at`, in text [len]. */
bool tr_word_after(const char *text, size_t len, size_t at, tr_span *word);

/* A word of the text in small letters, which lives as long as the region; "" out of memory. */
const char *tr_small_word(tr_region *region, const char *text, tr_span word);

#endif
