/* kernels_random.h - memory and random numbers for check_kernels. */
#ifndef KERNELS_RANDOM_H
#define KERNELS_RANDOM_H

#include <float.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Numbers that inputs are made of: ordinary numbers; the rims of the finite range; infinities and
 * NaN; zeros and what is nearly zero. */
enum values { ORDINARY, RIM, SPECIAL, TINY, N_VALUES };

/* Memory that lives until the next reset, and the state of the random numbers. */
typedef struct heap {
    void *owned[64];
    size_t n_owned;
    uint64_t random;
} heap;

void heap_reset(heap *h);

/* 64-byte aligned, and exactly as large as asked for. */
void *heap_take(heap *h, size_t size);

/* Another one each time that the program runs. */
uint64_t random_seed(void);

/* splitmix64 (Steele et al. 2014) */
uint64_t random_bits(heap *h);

size_t random_below(heap *h, size_t n);

/* Uniform in [-4, 4). */
float random_ordinary(heap *h);

float random_float(heap *h, enum values values);

#endif
