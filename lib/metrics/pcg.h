/* pcg.h - numpy's default random numbers, so that a seed means the same here as there. */
#ifndef TR_PCG_H
#define TR_PCG_H

#include <stdbool.h>
#include <stdint.h>

/* PCG64 (O'Neill 2014): PCG XSL RR 128/64, a state of 128 bits in two halves, high and low. */
typedef struct tr_pcg {
    uint64_t state[2], increment[2];
    uint32_t half; /* of a number of 64 bits of which one half has been used */
    bool has_half;
} tr_pcg;

/* As numpy.random.default_rng(seed). */
void tr_pcg_seed(tr_pcg *r, uint64_t seed);

/* Uniform in 0 .. n - 1, 1 <= n < 2^32: the next of Generator.integers(n) and of choice(n). */
uint32_t tr_pcg_below(tr_pcg *r, uint32_t n);

#endif
