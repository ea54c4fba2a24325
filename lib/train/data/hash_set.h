/* hash_set.h - set of hashes, by which repeated texts are known. */
#ifndef TR_HASH_SET_H
#define TR_HASH_SET_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

/* A hash of which every bit depends on all bits of h (the end of SplitMix64).  The low bits of
 * tr_fnv1a() are weak where texts are short. */
uint64_t tr_hash_mix(uint64_t h);

/* Begins as zeros; takes 16 to 32 bytes an element. */
typedef struct tr_hash_set {
    uint64_t *slots; /* 0: empty */
    size_t n, room;  /* room: a power of two, or 0 */
} tr_hash_set;

/* Adds h, which came from tr_hash_mix().  Returns 1 if it was there already, 0 if not, or
 * TR_ENOMEM.  0 and 1 count as one hash. */
int tr_hash_set_add(tr_hash_set *s, uint64_t h, tr_error *err);
void tr_hash_set_free(tr_hash_set *s);

#endif
