/* gradients_avx512.c - training's inner loops for AVX-512 F, BW, DQ and VL. */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/numbers/philox.h"
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

enum { COUNTERS = 8 };

typedef __m512i counters;

static inline counters count_from(uint64_t n)
{
    const __m512i lanes = _mm512_setr_epi64(0, 1, 2, 3, 4, 5, 6, 7);
    return _mm512_add_epi64(_mm512_set1_epi64((long long)n), lanes);
}

static inline counters same(uint32_t x)
{
    return _mm512_set1_epi64(x);
}

static inline counters multiply(counters c, uint32_t x)
{
    return _mm512_mul_epu32(c, _mm512_set1_epi64(x));
}

static inline counters mix(counters c, counters d, uint32_t x)
{
    enum { XOR_OF_THREE = 0x96 };
    return _mm512_ternarylogic_epi64(_mm512_srli_epi64(c, 32), d, _mm512_set1_epi64(x),
                                     XOR_OF_THREE);
}

static inline void store_words(const counters c[4], uint32_t *words)
{
    const __m512i front = _mm512_setr_epi64(0, 8, 1, 9, 2, 10, 3, 11);
    const __m512i back = _mm512_setr_epi64(4, 12, 5, 13, 6, 14, 7, 15);
    const __m512i first = _mm512_mask_mov_epi32(c[0], 0xaaaa, _mm512_slli_epi64(c[1], 32));
    const __m512i second = _mm512_mask_mov_epi32(c[2], 0xaaaa, _mm512_slli_epi64(c[3], 32));
    _mm512_storeu_si512(words, _mm512_permutex2var_epi64(first, front, second));
    _mm512_storeu_si512(words + 16, _mm512_permutex2var_epi64(first, back, second));
}

#include "kernels/x86/flush.inc"

static inline v16 to_bf16(v16 v)
{
    const __m512i u = _mm512_castps_si512(v), size = _mm512_castps_si512(magnitude(v));
    const __m512i odd = _mm512_and_si512(_mm512_srli_epi32(u, 16), _mm512_set1_epi32(1));
    const __m512i up = _mm512_add_epi32(_mm512_add_epi32(u, _mm512_set1_epi32(0x7fff)), odd);
    const __mmask16 is_nan = _mm512_cmpgt_epi32_mask(size, _mm512_set1_epi32(0x7f800000));
    const __mmask16 is_small = _mm512_cmplt_epi32_mask(size, _mm512_set1_epi32(0x800000));
    const __m512i quiet = _mm512_set1_epi32(0x400000);
    const __m512i rounded = _mm512_mask_or_epi32(up, is_nan, u, quiet);
    const __m512i high = _mm512_and_si512(rounded, _mm512_set1_epi32((int)0xffff0000));
    const __m512i sign = _mm512_set1_epi32((int)0x80000000);
    return _mm512_castsi512_ps(_mm512_mask_and_epi32(high, is_small, u, sign));
}

static inline v16 swap_pairs(v16 v)
{
    return _mm512_permute_ps(v, 0xb1);
}

INLINE v16 step_bf16(v16 x, v16 w, v16 sum)
{
    return fmadd(x, w, sum);
}

/* Of 32 registers, the sums of a tile take 24. */
enum { WIDE = 4, TILE_MOST = 6, CHAIN_BLOCK = 192, ROWS_TOGETHER = 48 };

#include "kernels/gradients.inc"

void tr_gradients_avx512(tr_gradients *g, int arithmetic)
{
    fill(g, arithmetic);
}
