/* avx2.c - for AVX2 and FMA. */
#include "kernels/kernels.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "kernels/coefficients.h"

#ifdef __FAST_MATH__
#error "fast-math changes the results that the kernels define"
#endif

#include "kernels/x86/lanes_avx2.inc"

#include "kernels/lanes.inc"
#include "kernels/tiles.inc"

typedef struct int32x16 {
    __m256i low, high;
} int32x16;

typedef struct quad {
    __m256i x, magnitude;
} quad;

static inline int32x16 dot_start(const int32_t *sum, size_t n)
{
    (void)sum, (void)n;
    return (int32x16){_mm256_setzero_si256(), _mm256_setzero_si256()};
}

static inline quad load_quad(const char *x)
{
    const __m256i all = broadcast(x);
    return (quad){all, _mm256_abs_epi8(all)};
}

/* vpmaddubsw multiplies unsigned by signed bytes and saturates pairs at 16 bits. */
static inline __m256i dot_half(__m256i sum, __m256i factor, __m256i signed_factor)
{
    const __m256i pairs = _mm256_maddubs_epi16(factor, signed_factor);
    return _mm256_add_epi32(sum, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)));
}

/* Moving x's sign onto w makes |x| the unsigned factor, and 2 * 127 * 127 = 32258 fits. */
static inline int32x16 dot_quads(int32x16 sum, quad x, int8x64 w)
{
    return (int32x16){dot_half(sum.low, x.magnitude, _mm256_sign_epi8(w.low, x.x)),
                      dot_half(sum.high, x.magnitude, _mm256_sign_epi8(w.high, x.x))};
}

#define OWN_DOT_PLAIN

/* An input that is not negative is the unsigned factor as it stands. */
static inline quad load_plain(const char *x)
{
    const __m256i all = broadcast(x);
    return (quad){all, all};
}

static inline int32x16 dot_plain(int32x16 sum, quad x, int8x64 w)
{
    return (int32x16){dot_half(sum.low, x.x, w.low), dot_half(sum.high, x.x, w.high)};
}

static inline v16 floats_of(int32x16 dot)
{
    return pair(_mm256_cvtepi32_ps(dot.low), _mm256_cvtepi32_ps(dot.high));
}

/* Of 16 registers, sums take at most twelve. */
enum { WIDE_1 = 4, WIDE_2 = 2, WIDE_3 = 1, WIDE_4 = 1, WIDE_5 = 1, WIDE_6 = 1 };
enum { ROWS_F32_S8 = 5 };

enum { TILE_ROWS = 2, TILE_POSITIONS = 2, TILE_BLEND = 2 };

#include "kernels/heads.inc"
#include "kernels/products.inc"
#include "kernels/x86/products_avx2.inc"

void tr_kernels_avx2(tr_kernels *k)
{
    *k = all_kernels;
    k->product_s8 = product_s8_avx2;
}
