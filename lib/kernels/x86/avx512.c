/* avx512.c - for AVX-512 F, BW, DQ, VL and VNNI. */
#include "kernels/kernels.h"

#include <immintrin.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "kernels/coefficients.h"

#ifdef __FAST_MATH__
#error "fast-math changes the results that the kernels define"
#endif

typedef __m512 v16;

static inline __mmask16 mask_of(size_t n)
{
    return (__mmask16)((1u << n) - 1);
}

static inline v16 zero(void)
{
    return _mm512_setzero_ps();
}

static inline v16 set1(float x)
{
    return _mm512_set1_ps(x);
}

static inline v16 load(const float *p)
{
    return _mm512_loadu_ps(p);
}

static inline v16 load_n(const float *p, size_t n)
{
    return _mm512_maskz_loadu_ps(mask_of(n), p);
}

static inline void store(float *p, v16 v)
{
    _mm512_storeu_ps(p, v);
}

static inline void store_n(float *p, v16 v, size_t n)
{
    _mm512_mask_storeu_ps(p, mask_of(n), v);
}

static inline v16 first_n(size_t n, v16 a, v16 b)
{
    return _mm512_mask_mov_ps(b, mask_of(n), a);
}

static inline v16 add(v16 a, v16 b)
{
    return _mm512_add_ps(a, b);
}

static inline v16 sub(v16 a, v16 b)
{
    return _mm512_sub_ps(a, b);
}

static inline v16 mul(v16 a, v16 b)
{
    return _mm512_mul_ps(a, b);
}

static inline v16 divide(v16 a, v16 b)
{
    return _mm512_div_ps(a, b);
}

static inline v16 fmadd(v16 a, v16 b, v16 c)
{
    return _mm512_fmadd_ps(a, b, c);
}

static inline v16 negate(v16 a)
{
    return _mm512_xor_ps(a, set1(-0.0f));
}

static inline v16 magnitude(v16 a)
{
    return _mm512_abs_ps(a);
}

static inline v16 with_sign(v16 a, v16 of)
{
    return _mm512_or_ps(magnitude(a), _mm512_and_ps(of, set1(-0.0f)));
}

/* vmaxps and vminps give their second operand when one is NaN, as a > b ? a : b does. */
static inline v16 maximum(v16 a, v16 b)
{
    return _mm512_max_ps(a, b);
}

static inline v16 minimum(v16 a, v16 b)
{
    return _mm512_min_ps(a, b);
}

static inline v16 select_less(v16 a, v16 b, v16 yes, v16 no)
{
    return _mm512_mask_mov_ps(no, _mm512_cmp_ps_mask(a, b, _CMP_LT_OQ), yes);
}

static inline v16 rectify(v16 a)
{
    return _mm512_maskz_mov_ps(_mm512_cmp_ps_mask(a, zero(), _CMP_NLE_UQ), a);
}

static inline __m256 fold_half(v16 v)
{
    return _mm256_add_ps(_mm512_castps512_ps256(v), _mm512_extractf32x8_ps(v, 1));
}

static inline float fold(v16 v)
{
    const __m256 s8 = fold_half(v);
    const __m128 s4 = _mm_add_ps(_mm256_castps256_ps128(s8), _mm256_extractf128_ps(s8, 1));
    const __m128 s2 = _mm_add_ps(s4, _mm_movehl_ps(s4, s4));
    return _mm_cvtss_f32(_mm_add_ss(s2, _mm_movehdup_ps(s2)));
}

static inline float fold_max(v16 v)
{
    return _mm512_reduce_max_ps(v);
}

static inline v16 add_lanes(v16 v, size_t distance)
{
    switch (distance) {
    case 8:
        return add(v, _mm512_shuffle_f32x4(v, v, 0x4e));
    case 4:
        return add(v, _mm512_shuffle_f32x4(v, v, 0xb1));
    case 2:
        return add(v, _mm512_permute_ps(v, 0x4e));
    default:
        return add(v, _mm512_permute_ps(v, 0xb1));
    }
}

static inline void shuffle(v16 *a, v16 *b)
{
    const __m512i low = _mm512_setr_epi32(0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
    const v16 x = *a;
    *a = _mm512_permutex2var_ps(x, low, *b);
    *b = _mm512_permutex2var_ps(x, _mm512_add_epi32(low, _mm512_set1_epi32(8)), *b);
}

static inline void unshuffle(v16 *a, v16 *b)
{
    const __m512i even =
        _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
    const v16 x = *a;
    *a = _mm512_permutex2var_ps(x, even, *b);
    *b = _mm512_permutex2var_ps(x, _mm512_add_epi32(even, _mm512_set1_epi32(1)), *b);
}

static inline v16 load_half(const uint16_t *p)
{
    return _mm512_cvtph_ps(_mm256_loadu_si256((const __m256i *)p));
}

static inline void store_half(uint16_t *p, v16 v)
{
    const __m256i halves = _mm512_cvtps_ph(v, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
    _mm256_storeu_si256((__m256i *)p, halves);
}

/* x + infinity is infinity, and NaN for NaN. */
static inline v16 finish_exponential(v16 x, v16 p, v16 shifted)
{
    const __m512i n = _mm512_slli_epi32(_mm512_castps_si512(shifted), 23);
    const v16 y = _mm512_castsi512_ps(_mm512_add_epi32(_mm512_castps_si512(p), n));
    const __mmask16 over = _mm512_cmp_ps_mask(x, set1(EXP_HIGH), _CMP_NLE_UQ);
    const __mmask16 normal = _mm512_cmp_ps_mask(x, set1(EXP_LOW), _CMP_NLT_UQ);
    return _mm512_mask_add_ps(_mm512_maskz_mov_ps(normal, y), over, x, set1(INFINITY));
}

static inline v16 times_power(v16 p, v16 n, v16 shifted)
{
    (void)shifted;
    return _mm512_scalef_ps(p, n);
}

static inline v16 max_bits(v16 a, v16 b)
{
    return _mm512_castsi512_ps(_mm512_max_epu32(_mm512_castps_si512(a), _mm512_castps_si512(b)));
}

static inline uint32_t fold_max_bits(v16 v)
{
    return _mm512_reduce_max_epu32(_mm512_castps_si512(v));
}

static inline void store_s8(int8_t *q, v16 v)
{
    _mm_storeu_si128((__m128i *)q, _mm512_cvtepi32_epi8(_mm512_cvtps_epi32(v)));
}

static inline uint32_t greater(v16 a, v16 b)
{
    return _mm512_cmp_ps_mask(a, b, _CMP_GT_OQ);
}

static inline v16 load_s8(const int8_t *w, size_t t)
{
    const __m512i quads = _mm512_loadu_si512(w);
    const __m512i high = _mm512_slli_epi32(quads, (unsigned)(24 - 8 * t));
    return _mm512_cvtepi32_ps(_mm512_srai_epi32(high, 24));
}

#include "kernels/lanes.inc"
#include "kernels/tiles.inc"

/* gcc 12 copies an accumulator at every vpdpbusd unless its type is a vector of what the
 * instruction adds; __m512i is one of eight 64-bit numbers. */
typedef int int32x16 __attribute__((vector_size(64)));
typedef __m512i quad, int8x64;

/* vpdpbusd multiplies unsigned by signed bytes: x + 128 is unsigned, and 128 times the sum of a
 * row's weights is taken off beforehand.  It does not saturate, and 255 * 127 * 65536 fits. */
static inline int32x16 dot_start(const int32_t *sum, size_t n)
{
    return -(int32x16)_mm512_slli_epi32(_mm512_maskz_loadu_epi32(mask_of(n), sum), 7);
}

/* x + 128 in every byte of a quad, for all outputs. */
static inline quad load_quad(const char *x)
{
    int32_t q;
    memcpy(&q, x, sizeof q);
    return _mm512_xor_si512(_mm512_set1_epi32(q), _mm512_set1_epi8(-128));
}

static inline int8x64 load_weights(const int8_t *w)
{
    return _mm512_load_si512(w);
}

static inline int32x16 dot_quads(int32x16 sum, quad x, int8x64 w)
{
    return (int32x16)_mm512_dpbusd_epi32((__m512i)sum, x, w);
}

static inline v16 floats_of(int32x16 dot)
{
    return _mm512_cvtepi32_ps((__m512i)dot);
}

enum { WIDE_1 = 4, WIDE_2 = 4, WIDE_3 = 4, WIDE_4 = 4, WIDE_5 = 4, WIDE_6 = 4 };
enum { ROWS_F32_S8 = 6 };

enum { TILE_ROWS = 4, TILE_POSITIONS = 4, TILE_BLEND = 4 };

#include "kernels/heads.inc"
#include "kernels/products.inc"

void tr_kernels_avx512(tr_kernels *k)
{
    *k = all_kernels;
}
