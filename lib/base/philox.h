/*
 * philox.h - random numbers that are a function of where they are used: Philox4x32-10 (Salmon et
 * al. 2011).  Nothing is kept from one number to the next, so no thread and no order decides any.
 */
#ifndef TR_PHILOX_H
#define TR_PHILOX_H

#include <stdint.h>

#define TR_PHILOX_M0 0xD2511F53u
#define TR_PHILOX_M1 0xCD9E8D57u
#define TR_PHILOX_W0 0x9E3779B9u
#define TR_PHILOX_W1 0xBB67AE85u

/* The words of a counter. */
void tr_philox(const uint32_t counter[4], uint64_t key, uint32_t word[4]);

/* The draw as one number: a multiple of 2^-53, in [0, 1). */
double tr_philox_uniform(const uint32_t counter[4], uint64_t key);

#endif
