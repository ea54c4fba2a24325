/* gradients_neon.c - training's inner loops for NEON as every AArch64 has it. */
#include <assert.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "kernels/coefficients.h"
#include "kernels/gradients.h"
#include "kernels/kernels.h"

#ifdef __FAST_MATH__
#error "fast-math changes the results that the kernels define"
#endif

#include "kernels/arm/lanes_neon.inc"

#include "kernels/vectors.inc"

static inline v16 root(v16 v)
{
    return EACH(vsqrtq_f32, v);
}

static inline float32x4_t kept_quarter(const uint32_t *words, uint32x4_t limit, float32x4_t v)
{
    const uint32x4_t kept = vcgeq_u32(vld1q_u32(words), limit);
    return vreinterpretq_f32_u32(vandq_u32(kept, vreinterpretq_u32_f32(v)));
}

static inline v16 select_kept(const uint32_t *words, uint32_t limit, v16 v)
{
    const uint32x4_t limits = vdupq_n_u32(limit);
    return (v16){kept_quarter(words, limits, v.a), kept_quarter(words + 4, limits, v.b),
                 kept_quarter(words + 8, limits, v.c), kept_quarter(words + 12, limits, v.d)};
}

/* Of 32 registers, the sums of a tile take 24. */
enum { WIDE = 1, TILE_MOST = 6, CHAIN_BLOCK = 384 };

#include "kernels/gradients.inc"

void tr_gradients_neon(tr_gradients *g)
{
    *g = all_gradients;
}
