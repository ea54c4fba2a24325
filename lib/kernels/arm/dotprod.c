/* dotprod.c - for NEON with the dot products of Armv8.2 (FEAT_DotProd). */
#include "kernels/kernels.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "kernels/coefficients.h"

#ifdef __FAST_MATH__
#error "fast-math changes the results that the kernels define"
#endif

#include "kernels/arm/lanes_neon.inc"

#include "kernels/lanes.inc"
#include "kernels/tiles.inc"

static inline int32x16 dot_quads(int32x16 sum, quad x, int8x64 w)
{
    return (int32x16){vdotq_s32(sum.a, w.a, x), vdotq_s32(sum.b, w.b, x), vdotq_s32(sum.c, w.c, x),
                      vdotq_s32(sum.d, w.d, x)};
}

/* Of 32 registers, sums take at most 24. */
enum { WIDE_1 = 4, WIDE_2 = 2, WIDE_3 = 1, WIDE_4 = 1, WIDE_5 = 1, WIDE_6 = 1 };
enum { ROWS_F32_S8 = 5 };

enum { TILE_ROWS = 2, TILE_POSITIONS = 2, TILE_BLEND = 2 };

#include "kernels/heads.inc"
#include "kernels/products.inc"

void tr_kernels_dotprod(tr_kernels *k)
{
    *k = all_kernels;
}
