/* bits.h - numbers by their bits and bytes. */
#ifndef TR_BITS_H
#define TR_BITS_H

#include <stdint.h>
#include <string.h>

static inline float tr_float_of_bits(uint32_t bits)
{
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* Four bytes, the lowest first, at any address. */
static inline uint32_t tr_load_u32(const unsigned char *p)
{
    return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

#endif
