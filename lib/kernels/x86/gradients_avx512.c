/* gradients_avx512.c - training's inner loops for AVX-512 F, BW, DQ and VL. */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "kernels/coefficients.h"
#include "kernels/gradients.h"
#include "kernels/kernels.h"

#ifdef __FAST_MATH__
#error "fast-math changes the results that the kernels define"
#endif

#include "kernels/x86/lanes_avx512.inc"

#include "kernels/vectors.inc"

static inline v16 root(v16 v)
{
    return _mm512_sqrt_ps(v);
}

static inline v16 select_kept(const uint32_t *words, uint32_t limit, v16 v)
{
    const __m512i w = _mm512_loadu_si512(words);
    return _mm512_maskz_mov_ps(_mm512_cmpge_epu32_mask(w, _mm512_set1_epi32((int)limit)), v);
}

/* Of 32 registers, the sums of a tile take 24. */
enum { WIDE = 4, TILE_MOST = 6, CHAIN_BLOCK = 384 };

#include "kernels/gradients.inc"

void tr_gradients_avx512(tr_gradients *g)
{
    *g = all_gradients;
}
