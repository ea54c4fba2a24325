/* kernels_avx2.c - for AVX2 and FMA: sixteen lanes are two registers. */
#include "kernels.h"

#include <immintrin.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "coefficients.h"

#ifdef __FAST_MATH__
#error "fast-math changes the results that the kernels define"
#endif

typedef struct v16 {
    __m256 low, high;
} v16;

static inline v16 pair(__m256 low, __m256 high)
{
    return (v16){low, high};
}

static inline v16 set1(float x)
{
    return pair(_mm256_set1_ps(x), _mm256_set1_ps(x));
}

static inline v16 zero(void)
{
    return set1(0);
}

static inline v16 load(const float *p)
{
    return pair(_mm256_loadu_ps(p), _mm256_loadu_ps(p + 8));
}

static inline void store(float *p, v16 v)
{
    _mm256_storeu_ps(p, v.low);
    _mm256_storeu_ps(p + 8, v.high);
}

/* Lanes at and above n - 8 * half are off. */
static inline __m256i mask_of(size_t n, int half)
{
    const __m256i lane = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    return _mm256_cmpgt_epi32(_mm256_set1_epi32((int)n - 8 * half), lane);
}

static inline v16 load_n(const float *p, size_t n)
{
    return pair(_mm256_maskload_ps(p, mask_of(n, 0)), _mm256_maskload_ps(p + 8, mask_of(n, 1)));
}

static inline void store_n(float *p, v16 v, size_t n)
{
    _mm256_maskstore_ps(p, mask_of(n, 0), v.low);
    _mm256_maskstore_ps(p + 8, mask_of(n, 1), v.high);
}

static inline __m256 choose(__m256 mask, __m256 yes, __m256 no)
{
    return _mm256_blendv_ps(no, yes, mask);
}

static inline v16 first_n(size_t n, v16 a, v16 b)
{
    return pair(choose(_mm256_castsi256_ps(mask_of(n, 0)), a.low, b.low),
                choose(_mm256_castsi256_ps(mask_of(n, 1)), a.high, b.high));
}

static inline v16 add(v16 a, v16 b)
{
    return pair(_mm256_add_ps(a.low, b.low), _mm256_add_ps(a.high, b.high));
}

static inline v16 sub(v16 a, v16 b)
{
    return pair(_mm256_sub_ps(a.low, b.low), _mm256_sub_ps(a.high, b.high));
}

static inline v16 mul(v16 a, v16 b)
{
    return pair(_mm256_mul_ps(a.low, b.low), _mm256_mul_ps(a.high, b.high));
}

static inline v16 divide(v16 a, v16 b)
{
    return pair(_mm256_div_ps(a.low, b.low), _mm256_div_ps(a.high, b.high));
}

static inline v16 fmadd(v16 a, v16 b, v16 c)
{
    return pair(_mm256_fmadd_ps(a.low, b.low, c.low), _mm256_fmadd_ps(a.high, b.high, c.high));
}

static inline v16 negate(v16 a)
{
    const __m256 sign = _mm256_set1_ps(-0.0f);
    return pair(_mm256_xor_ps(a.low, sign), _mm256_xor_ps(a.high, sign));
}

static inline v16 magnitude(v16 a)
{
    const __m256 sign = _mm256_set1_ps(-0.0f);
    return pair(_mm256_andnot_ps(sign, a.low), _mm256_andnot_ps(sign, a.high));
}

static inline v16 with_sign(v16 a, v16 of)
{
    const __m256 sign = _mm256_set1_ps(-0.0f);
    const v16 m = magnitude(a);
    return pair(_mm256_or_ps(m.low, _mm256_and_ps(of.low, sign)),
                _mm256_or_ps(m.high, _mm256_and_ps(of.high, sign)));
}

/* vmaxps and vminps give their second operand when one is NaN, as a > b ? a : b does. */
static inline v16 maximum(v16 a, v16 b)
{
    return pair(_mm256_max_ps(a.low, b.low), _mm256_max_ps(a.high, b.high));
}

static inline v16 minimum(v16 a, v16 b)
{
    return pair(_mm256_min_ps(a.low, b.low), _mm256_min_ps(a.high, b.high));
}

static inline v16 select_less(v16 a, v16 b, v16 yes, v16 no)
{
    return pair(choose(_mm256_cmp_ps(a.low, b.low, _CMP_LT_OQ), yes.low, no.low),
                choose(_mm256_cmp_ps(a.high, b.high, _CMP_LT_OQ), yes.high, no.high));
}

static inline __m256 rectify_half(__m256 a)
{
    return _mm256_and_ps(_mm256_cmp_ps(a, _mm256_setzero_ps(), _CMP_NLE_UQ), a);
}

static inline v16 rectify(v16 a)
{
    return pair(rectify_half(a.low), rectify_half(a.high));
}

static inline float fold(v16 v)
{
    const __m256 s8 = _mm256_add_ps(v.low, v.high);
    const __m128 s4 = _mm_add_ps(_mm256_castps256_ps128(s8), _mm256_extractf128_ps(s8, 1));
    const __m128 s2 = _mm_add_ps(s4, _mm_movehl_ps(s4, s4));
    return _mm_cvtss_f32(_mm_add_ss(s2, _mm_movehdup_ps(s2)));
}

static inline float fold_max(v16 v)
{
    const __m256 m8 = _mm256_max_ps(v.low, v.high);
    const __m128 m4 = _mm_max_ps(_mm256_castps256_ps128(m8), _mm256_extractf128_ps(m8, 1));
    const __m128 m2 = _mm_max_ps(m4, _mm_movehl_ps(m4, m4));
    return _mm_cvtss_f32(_mm_max_ss(m2, _mm_movehdup_ps(m2)));
}

static inline __m256 fold_8(v16 v)
{
    return _mm256_add_ps(v.low, v.high);
}

/* The sums of pairs of vectors side by side, as half as many vectors: by 4, 2 and 1.  Each step
 * keeps a vector's lanes together, so that the additions are those of fold(). */
static inline __m256 fold_pair_4(v16 a, v16 b)
{
    const __m256 x = fold_8(a), y = fold_8(b);
    return _mm256_add_ps(_mm256_permute2f128_ps(x, y, 0x20), _mm256_permute2f128_ps(x, y, 0x31));
}

static inline __m256 fold_pair_2(__m256 a, __m256 b)
{
    return _mm256_add_ps(_mm256_shuffle_ps(a, b, 0x44), _mm256_shuffle_ps(a, b, 0xee));
}

static inline __m256 fold_pair_1(__m256 a, __m256 b)
{
    return _mm256_add_ps(_mm256_shuffle_ps(a, b, 0x88), _mm256_shuffle_ps(a, b, 0xdd));
}

static inline __m256 fold8(const v16 *s)
{
    return fold_pair_1(fold_pair_2(fold_pair_4(s[0], s[4]), fold_pair_4(s[1], s[5])),
                       fold_pair_2(fold_pair_4(s[2], s[6]), fold_pair_4(s[3], s[7])));
}

static inline v16 fold16(const v16 s[16])
{
    return pair(fold8(s), fold8(s + 8));
}

/* x + infinity is infinity, and NaN for NaN. */
static inline __m256 finish_half(__m256 x, __m256 p, __m256 shifted)
{
    const __m256i n = _mm256_slli_epi32(_mm256_castps_si256(shifted), 23);
    const __m256 y = _mm256_castsi256_ps(_mm256_add_epi32(_mm256_castps_si256(p), n));
    const __m256 low = _mm256_cmp_ps(x, _mm256_set1_ps(EXP_LOW), _CMP_LT_OQ);
    const __m256 over = _mm256_cmp_ps(x, _mm256_set1_ps(EXP_HIGH), _CMP_NLE_UQ);
    return choose(over, _mm256_add_ps(x, _mm256_set1_ps(INFINITY)), _mm256_andnot_ps(low, y));
}

static inline v16 finish_exponential(v16 x, v16 p, v16 shifted)
{
    return pair(finish_half(x.low, p.low, shifted.low), finish_half(x.high, p.high, shifted.high));
}

static inline __m256 max_bits_half(__m256 a, __m256 b)
{
    return _mm256_castsi256_ps(_mm256_max_epu32(_mm256_castps_si256(a), _mm256_castps_si256(b)));
}

static inline v16 max_bits(v16 a, v16 b)
{
    return pair(max_bits_half(a.low, b.low), max_bits_half(a.high, b.high));
}

static inline uint32_t fold_max_bits(v16 v)
{
    const __m256i m8 = _mm256_castps_si256(max_bits_half(v.low, v.high));
    const __m128i m4 = _mm_max_epu32(_mm256_castsi256_si128(m8), _mm256_extracti128_si256(m8, 1));
    const __m128i m2 = _mm_max_epu32(m4, _mm_unpackhi_epi64(m4, m4));
    return (uint32_t)_mm_cvtsi128_si32(_mm_max_epu32(m2, _mm_srli_si128(m2, 4)));
}

static inline __m128i words_of(__m256 v)
{
    const __m256i i = _mm256_cvtps_epi32(v);
    return _mm_packs_epi32(_mm256_castsi256_si128(i), _mm256_extracti128_si256(i, 1));
}

static inline void store_s8(int8_t *q, v16 v)
{
    _mm_storeu_si128((__m128i *)q, _mm_packs_epi16(words_of(v.low), words_of(v.high)));
}

static inline uint32_t greater(v16 a, v16 b)
{
    const int low = _mm256_movemask_ps(_mm256_cmp_ps(a.low, b.low, _CMP_GT_OQ));
    const int high = _mm256_movemask_ps(_mm256_cmp_ps(a.high, b.high, _CMP_GT_OQ));
    return (uint32_t)(low | high << 8);
}

static inline __m256 load_s8_half(const int8_t *w, size_t t)
{
    const __m256i quads = _mm256_load_si256((const __m256i *)w);
    const __m256i high = _mm256_slli_epi32(quads, (int)(24 - 8 * t));
    return _mm256_cvtepi32_ps(_mm256_srai_epi32(high, 24));
}

static inline v16 load_s8(const int8_t *w, size_t t)
{
    return pair(load_s8_half(w, t), load_s8_half(w + 32, t));
}

#include "lanes.inc"
#include "tiles.inc"

typedef struct int32x16 {
    __m256i low, high;
} int32x16;

static inline __m256i load_quad(const char *x)
{
    int32_t quad;
    memcpy(&quad, x, sizeof quad);
    return _mm256_set1_epi32(quad);
}

/* vpmaddubsw multiplies unsigned by signed bytes and saturates pairs at 16 bits.  Moving w's sign
 * onto x makes |w| the unsigned factor, and 2 * 127 * 127 = 32258 fits. */
static inline __m256i dot_quads(__m256i sum, __m256i x, __m256i w, __m256i w_magnitude)
{
    const __m256i pairs = _mm256_maddubs_epi16(w_magnitude, _mm256_sign_epi8(x, w));
    return _mm256_add_epi32(sum, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)));
}

INLINE void tile_s8(const product *p, size_t row, size_t out, size_t rows, size_t blocks)
{
    const size_t quads = (p->w->n_in + TR_QUAD - 1) / TR_QUAD;
    const size_t quad_size = (size_t)TR_BLOCK * TR_QUAD, block_size = quads * quad_size;
    const char *x = p->x + row * p->x_stride;
    const int8_t *w = (const int8_t *)p->w->weight + out * quads * TR_QUAD;
    int32x16 dot[TILE_MOST][TILE_MOST];
    REPEAT(r, rows, REPEAT(b, blocks, dot[r][b].low = dot[r][b].high = _mm256_setzero_si256()));
    for (size_t q = 0; q < quads; q++, x += TR_QUAD, w += quad_size) {
        const size_t ahead = prefetch_distance(q, quads, blocks);
        REPEAT(b, blocks, {
            const __m256i *weight = (const __m256i *)(w + b * block_size);
            const __m256i low = _mm256_load_si256(weight), high = _mm256_load_si256(weight + 1);
            const __m256i low_magnitude = _mm256_abs_epi8(low);
            const __m256i high_magnitude = _mm256_abs_epi8(high);
            prefetch(w + b * block_size, ahead);
            REPEAT(r, rows, {
                const __m256i quad = load_quad(x + r * p->x_stride);
                dot[r][b].low = dot_quads(dot[r][b].low, quad, low, low_magnitude);
                dot[r][b].high = dot_quads(dot[r][b].high, quad, high, high_magnitude);
            });
        });
    }
    REPEAT(b, blocks, {
        const size_t o = out + b * TR_BLOCK, left = lanes_left(p, o);
        const v16 scale = load_n(p->w->scale + o, left);
        const v16 bias = p->w->bias ? load_n(p->w->bias + o, left) : zero();
        REPEAT(r, rows, {
            const v16 factor = mul(set1(p->x_scale[row + r]), scale);
            const v16 sum =
                pair(_mm256_cvtepi32_ps(dot[r][b].low), _mm256_cvtepi32_ps(dot[r][b].high));
            store_n(output_at(p, row + r, o), fmadd(sum, factor, bias), left);
        });
    });
}

/* Of 16 registers, sums take at most twelve. */
enum { WIDE_1 = 4, WIDE_2 = 2, WIDE_3 = 1, WIDE_4 = 1, WIDE_5 = 1, WIDE_6 = 1 };

#include "products.inc"

void tr_kernels_avx2(tr_kernels *k)
{
    *k = all_kernels;
}
