/*
 * hash.h - FNV-1a, a hash of bytes.
 *
 * http://www.isthe.com/chongo/tech/comp/fnv.  Its low bits are weak where texts are short: whoever
 * takes only those mixes high bits in.
 */
#ifndef TR_HASH_H
#define TR_HASH_H

#include <stddef.h>
#include <stdint.h>

#define TR_FNV1A_START UINT64_C(0xCBF29CE484222325)
#define TR_FNV1A_PRIME UINT64_C(0x100000001B3)

/* The hash of bytes [n] that follow the bytes of hash h; TR_FNV1A_START for none. */
static inline uint64_t tr_fnv1a(uint64_t h, const void *bytes, size_t n)
{
    const unsigned char *const p = bytes;
    for (size_t i = 0; i < n; i++)
        h = (h ^ p[i]) * TR_FNV1A_PRIME;
    return h;
}

#endif
