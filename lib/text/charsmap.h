/*
 * charsmap.h - the rules by which a SentencePiece model normalises text, checked.
 *
 * A `precompiled_charsmap` is a little-endian u32, the size of a double array in bytes; the double
 * array (darts-clone: u32 units); and NUL-terminated replacements.  SentencePiece follows it
 * without looking at its bounds, so it must hold what this function promises.
 */
#ifndef TR_CHARSMAP_H
#define TR_CHARSMAP_H

#include <stddef.h>

#include "base/error.h"

/* True if SentencePiece may follow the map: every look-up of every text stays within the array,
 * ends, passes no more rules than fit SentencePiece's table, and yields a NUL-terminated piece of
 * UTF-8.  Raises *longest to the longest replacement in bytes.  TR_EFORMAT, TR_ENOMEM. */
int tr_charsmap_check(const void *map, size_t size, size_t *longest, const char *name,
                      tr_error *err);

#endif
