/* hash.h - FNV-1a, which tells texts apart, and a set of hashes. */
#ifndef TR_HASH_H
#define TR_HASH_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

#define TR_HASH_START UINT64_C(0xcbf29ce484222325)

/* The hash of what `h` is the hash of, and n more bytes. */
uint64_t tr_hash(uint64_t h, const void *bytes, size_t n);

/* All bits of a hash decide each of the result's: FNV's low bits are weak where texts are short. */
uint64_t tr_hash_mixed(uint64_t h);

/* Starts out as zeros; 8 bytes an element, and as much again for room. */
typedef struct tr_hash_set {
    uint64_t *slots;
    size_t n, room; /* a power of two */
} tr_hash_set;

/* Whether h, which is mixed, was there already: 1 or 0.  It is there afterwards.  TR_ENOMEM. */
int tr_hash_set_add(tr_hash_set *s, uint64_t h, tr_error *err);
void tr_hash_set_free(tr_hash_set *s);

#endif
