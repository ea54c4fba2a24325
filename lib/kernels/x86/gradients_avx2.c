/* gradients_avx2.c - training's inner loops for AVX2 and FMA. */
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

enum { COUNTERS = 8 };

typedef struct counters {
    __m256i low, high;
} counters;

static inline counters count_from(uint64_t n)
{
    const __m256i first = _mm256_set1_epi64x((long long)n);
    return (counters){_mm256_add_epi64(first, _mm256_setr_epi64x(0, 1, 2, 3)),
                      _mm256_add_epi64(first, _mm256_setr_epi64x(4, 5, 6, 7))};
}

static inline counters same(uint32_t x)
{
    return (counters){_mm256_set1_epi64x(x), _mm256_set1_epi64x(x)};
}

static inline counters multiply(counters c, uint32_t x)
{
    const __m256i factor = _mm256_set1_epi64x(x);
    return (counters){_mm256_mul_epu32(c.low, factor), _mm256_mul_epu32(c.high, factor)};
}

static inline __m256i mix_half(__m256i c, __m256i d, uint32_t x)
{
    return _mm256_xor_si256(_mm256_srli_epi64(c, 32), _mm256_xor_si256(d, _mm256_set1_epi64x(x)));
}

static inline counters mix(counters c, counters d, uint32_t x)
{
    return (counters){mix_half(c.low, d.low, x), mix_half(c.high, d.high, x)};
}

static inline void store_counters(__m256i c0, __m256i c1, __m256i c2, __m256i c3, uint32_t *words)
{
    const __m256i first = _mm256_blend_epi32(c0, _mm256_slli_epi64(c1, 32), 0xaa);
    const __m256i second = _mm256_blend_epi32(c2, _mm256_slli_epi64(c3, 32), 0xaa);
    const __m256i even = _mm256_unpacklo_epi64(first, second);
    const __m256i odd = _mm256_unpackhi_epi64(first, second);
    _mm256_storeu_si256((__m256i *)words, _mm256_permute2x128_si256(even, odd, 0x20));
    _mm256_storeu_si256((__m256i *)(words + 8), _mm256_permute2x128_si256(even, odd, 0x31));
}

static inline void store_words(const counters c[4], uint32_t *words)
{
    store_counters(c[0].low, c[1].low, c[2].low, c[3].low, words);
    store_counters(c[0].high, c[1].high, c[2].high, c[3].high, words + 16);
}

#include "kernels/x86/flush.inc"

/* Without its sign, a number whose exponent is 0 is below 2^-126; above infinity is NaN. */
static inline __m256 half_to_bf16(__m256 v)
{
    const __m256i u = _mm256_castps_si256(v), one = _mm256_set1_epi32(1);
    const __m256i size = _mm256_and_si256(u, _mm256_set1_epi32(0x7fffffff));
    const __m256i odd = _mm256_and_si256(_mm256_srli_epi32(u, 16), one);
    const __m256i up = _mm256_add_epi32(_mm256_add_epi32(u, _mm256_set1_epi32(0x7fff)), odd);
    const __m256i quiet = _mm256_or_si256(u, _mm256_set1_epi32(0x400000));
    const __m256i is_nan = _mm256_cmpgt_epi32(size, _mm256_set1_epi32(0x7f800000));
    const __m256i is_small = _mm256_cmpgt_epi32(_mm256_set1_epi32(0x800000), size);
    const __m256i rounded = _mm256_blendv_epi8(up, quiet, is_nan);
    const __m256i high = _mm256_and_si256(rounded, _mm256_set1_epi32((int)0xffff0000));
    const __m256i sign = _mm256_andnot_si256(_mm256_set1_epi32(0x7fffffff), u);
    return _mm256_castsi256_ps(_mm256_blendv_epi8(high, sign, is_small));
}

static inline v16 to_bf16(v16 v)
{
    return pair(half_to_bf16(v.low), half_to_bf16(v.high));
}

static inline v16 swap_pairs(v16 v)
{
    return pair(_mm256_permute_ps(v.low, 0xb1), _mm256_permute_ps(v.high, 0xb1));
}

INLINE v16 step_bf16(v16 x, v16 w, v16 sum)
{
    return fmadd(x, w, sum);
}

/* Of 16 registers, the sums of a tile take twelve. */
enum { WIDE = 1, TILE_MOST = 6, CHAIN_BLOCK = 192, ROWS_TOGETHER = 48 };

#include "kernels/gradients.inc"

void tr_gradients_avx2(tr_gradients *g, int arithmetic)
{
    fill(g, arithmetic);
}
