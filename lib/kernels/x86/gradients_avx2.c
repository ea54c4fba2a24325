/* gradients_avx2.c - training's inner loops for AVX2 and FMA. */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "kernels/coefficients.h"
#include "kernels/gradients.h"
#include "kernels/kernels.h"

#ifdef __FAST_MATH__
#error "fast-math changes the results that the kernels define"
#endif

#include "kernels/x86/lanes_avx2.inc"

#include "kernels/vectors.inc"

static inline v16 root(v16 v)
{
    return pair(_mm256_sqrt_ps(v.low), _mm256_sqrt_ps(v.high));
}

/* There is no unsigned comparison: w >= limit where the larger of both is w. */
static inline __m256 kept_half(const uint32_t *words, __m256i limit, __m256 v)
{
    const __m256i w = _mm256_loadu_si256((const __m256i *)words);
    const __m256i kept = _mm256_cmpeq_epi32(_mm256_max_epu32(w, limit), w);
    return _mm256_and_ps(_mm256_castsi256_ps(kept), v);
}

static inline v16 select_kept(const uint32_t *words, uint32_t limit, v16 v)
{
    const __m256i limits = _mm256_set1_epi32((int)limit);
    return pair(kept_half(words, limits, v.low), kept_half(words + 8, limits, v.high));
}

/* Of 16 registers, the sums of a tile take twelve. */
enum { WIDE = 1, TILE_MOST = 6, CHAIN_BLOCK = 384 };

#include "kernels/gradients.inc"

void tr_gradients_avx2(tr_gradients *g)
{
    *g = all_gradients;
}
