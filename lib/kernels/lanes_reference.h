/* lanes_reference.h - what kernels.h defines of sums and maxima, for the files of references. */
#ifndef TR_LANES_REFERENCE_H
#define TR_LANES_REFERENCE_H

#include <math.h>
#include <stddef.h>

#include "kernels/kernels.h"

/* lanes16, folded. */
static inline float tr_fold_lanes(float s[TR_LANES])
{
    for (size_t half = TR_LANES / 2; half > 0; half /= 2)
        for (size_t i = 0; i < half; i++)
            s[i] += s[i + half];
    return s[0];
}

/* max. */
static inline float tr_max_of(const float *x, size_t n)
{
    float m = -INFINITY;
    for (size_t i = 0; i < n; i++)
        m = x[i] > m ? x[i] : m;
    return m + 0.0f;
}

#endif
