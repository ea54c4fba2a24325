/* amounts.h - what belongs to a number in a mark: a sign or a unit beside it, the raised letters of
 * an ordinal behind it. */
#ifndef TR_AMOUNTS_H
#define TR_AMOUNTS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/span.h"

/* True if a word [len] is a sign of a currency, or one of a hundred or a thousand. */
bool tr_is_amount_sign(const char *word, size_t len);

/* True if it is one, or a word for one. */
bool tr_is_amount_unit(const char *word, size_t len);

/* True if bytes `letters` of a text are an ordinal's: a few, right behind a number. */
bool tr_is_ordinal_ending(const char *text, size_t len, tr_span letters);

/* Finds, behind the number that ends at byte `at` of a text, the letters of an ordinal in a
 * translation [len], from byte *from on: an empty place where there are none, behind the point that
 * may be in their place.  *from moves behind it.  False if the number is not there. */
bool tr_find_ordinal_ending(const char *text, size_t at, const char *translation, size_t len,
                            size_t *from, tr_span *place);

#endif
