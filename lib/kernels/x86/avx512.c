/* avx512.c - for AVX-512 F, BW, DQ, VL and VNNI. */
#include "kernels/kernels.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "kernels/coefficients.h"

#ifdef __FAST_MATH__
#error "fast-math changes the results that the kernels define"
#endif

#include "kernels/x86/lanes_avx512.inc"

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

/* Not raised by 128, inputs are unsigned if none is negative. */
static inline quad load_plain(const char *x)
{
    int32_t q;
    memcpy(&q, x, sizeof q);
    return _mm512_set1_epi32(q);
}

/* x + 128 in every byte. */
static inline quad raised(__m512i x)
{
    return _mm512_xor_si512(x, _mm512_set1_epi8(-128));
}

static inline quad load_quad(const char *x)
{
    return raised(load_plain(x));
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
#include "kernels/x86/picked_avx512.inc"

void tr_kernels_avx512(tr_kernels *k)
{
    *k = all_kernels;
    k->product_picked_s8 = product_picked_s8;
    k->picked_rows = PICKED_ROWS;
}
