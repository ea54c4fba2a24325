/*
 * avxvnni.c - for AVX-VNNI: AVX2 with vpdpbusd on its sixteen registers.
 *
 * Compiled twice.  With -mavxvnni the instruction has its VEX form, and the object is the set of
 * the library.  With AVX-512 VL and VNNI it has its EVEX form, which tests run where there is no
 * AVX-VNNI.
 */
#include "kernels/kernels.h"

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

#ifdef __AVXVNNI__
#define DPBUSD      _mm256_dpbusd_avx_epi32
#define SET_KERNELS tr_kernels_avxvnni
#else
#define DPBUSD      _mm256_dpbusd_epi32
#define SET_KERNELS tr_kernels_avxvnni_evex
#endif

/* gcc 12 copies an accumulator at every vpdpbusd unless its type is a vector of what the
 * instruction adds; __m256i is one of four 64-bit numbers. */
typedef int int32x8 __attribute__((vector_size(32)));

typedef struct int32x16 {
    int32x8 low, high;
} int32x16;

typedef __m256i quad;

static inline int32x8 start_half(const int32_t *sum, __m256i mask)
{
    return -(int32x8)_mm256_slli_epi32(_mm256_maskload_epi32(sum, mask), 7);
}

/* vpdpbusd multiplies unsigned by signed bytes: x + 128 is unsigned, and 128 times the sum of a
 * row's weights is taken off beforehand.  It does not saturate, and 255 * 127 * 65536 fits. */
static inline int32x16 dot_start(const int32_t *sum, size_t n)
{
    return (int32x16){start_half(sum, mask_of(n, 0)), start_half(sum + 8, mask_of(n, 1))};
}

/* Not raised by 128, inputs are unsigned if none is negative. */
static inline quad load_plain(const char *x)
{
    return broadcast(x);
}

/* x + 128 in every byte of a quad, for all outputs. */
static inline quad load_quad(const char *x)
{
    return _mm256_xor_si256(load_plain(x), _mm256_set1_epi8(-128));
}

static inline int32x16 dot_quads(int32x16 sum, quad x, int8x64 w)
{
    return (int32x16){(int32x8)DPBUSD((__m256i)sum.low, x, w.low),
                      (int32x8)DPBUSD((__m256i)sum.high, x, w.high)};
}

static inline v16 floats_of(int32x16 dot)
{
    return pair(_mm256_cvtepi32_ps((__m256i)dot.low), _mm256_cvtepi32_ps((__m256i)dot.high));
}

/* Of 16 registers, sums take at most twelve. */
enum { WIDE_1 = 4, WIDE_2 = 2, WIDE_3 = 1, WIDE_4 = 1, WIDE_5 = 1, WIDE_6 = 1 };
enum { ROWS_F32_S8 = 5 };

enum { TILE_ROWS = 2, TILE_POSITIONS = 2, TILE_BLEND = 2 };

#include "kernels/heads.inc"
#include "kernels/products.inc"

void SET_KERNELS(tr_kernels *k)
{
    *k = all_kernels;
}
