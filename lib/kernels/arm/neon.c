/* neon.c - for NEON as every AArch64 has it. */
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

/* A pair of products is added in 16 bits: 2 * 127 * 127 = 32258 fits. */
static inline int32x4_t dot_quarter(int32x4_t sum, int8x16_t x, int8x16_t w)
{
    const int16x8_t low = vmull_s8(vget_low_s8(w), vget_low_s8(x)), high = vmull_high_s8(w, x);
    return vpadalq_s16(sum, vpaddq_s16(low, high));
}

static inline int32x16 dot_quads(int32x16 sum, quad x, int8x64 w)
{
    return (int32x16){dot_quarter(sum.a, x, w.a), dot_quarter(sum.b, x, w.b),
                      dot_quarter(sum.c, x, w.c), dot_quarter(sum.d, x, w.d)};
}

/* Of 32 registers, sums take at most 24. */
enum { WIDE_1 = 4, WIDE_2 = 2, WIDE_3 = 1, WIDE_4 = 1, WIDE_5 = 1, WIDE_6 = 1 };
enum { ROWS_F32_S8 = 5 };

enum { TILE_ROWS = 2, TILE_POSITIONS = 2, TILE_BLEND = 2 };

#include "kernels/heads.inc"
#include "kernels/products.inc"

void tr_kernels_neon(tr_kernels *k)
{
    *k = all_kernels;
}
