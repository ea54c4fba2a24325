/* gradients_neon.c - training's inner loops for NEON as every AArch64 has it. */
#include <assert.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/numbers/philox.h"
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

/* ---- Counters ---- */

enum { COUNTERS = 4 };

typedef struct counters {
    uint64x2_t a, b;
} counters;

static inline counters count_from(uint64_t n)
{
    const uint64x2_t first = vsetq_lane_u64(n + 1, vdupq_n_u64(n), 1);
    return (counters){first, vaddq_u64(first, vdupq_n_u64(2))};
}

static inline counters same(uint32_t x)
{
    return (counters){vdupq_n_u64(x), vdupq_n_u64(x)};
}

static inline counters multiply(counters c, uint32_t x)
{
    const uint32x2_t factor = vdup_n_u32(x);
    return (counters){vmull_u32(vmovn_u64(c.a), factor), vmull_u32(vmovn_u64(c.b), factor)};
}

static inline uint64x2_t mix_half(uint64x2_t c, uint64x2_t d, uint32_t x)
{
    return veorq_u64(vshrq_n_u64(c, 32), veorq_u64(d, vdupq_n_u64(x)));
}

static inline counters mix(counters c, counters d, uint32_t x)
{
    return (counters){mix_half(c.a, d.a, x), mix_half(c.b, d.b, x)};
}

static inline void store_counters(uint64x2_t c0, uint64x2_t c1, uint64x2_t c2, uint64x2_t c3,
                                  uint32_t *words)
{
    const uint64x2_t first = vsliq_n_u64(c0, c1, 32), second = vsliq_n_u64(c2, c3, 32);
    vst1q_u32(words, vreinterpretq_u32_u64(vzip1q_u64(first, second)));
    vst1q_u32(words + 4, vreinterpretq_u32_u64(vzip2q_u64(first, second)));
}

static inline void store_words(const counters c[4], uint32_t *words)
{
    store_counters(c[0].a, c[1].a, c[2].a, c[3].a, words);
    store_counters(c[0].b, c[1].b, c[2].b, c[3].b, words + 8);
}

/* ---- Denormal numbers are zero ---- */

static inline uint32x4_t size_of(float32x4_t v)
{
    return vreinterpretq_u32_f32(vabsq_f32(v));
}

static inline float32x4_t sign_where(uint32x4_t where, float32x4_t v)
{
    const uint32x4_t lost = vandq_u32(where, vdupq_n_u32(0x7fffffff));
    return vreinterpretq_f32_u32(vbicq_u32(vreinterpretq_u32_f32(v), lost));
}

static inline float32x4_t flush_quarter(float32x4_t v)
{
    return sign_where(vcltq_u32(size_of(v), vdupq_n_u32(0x800000)), v);
}

static inline float32x4_t quarter_to_bf16(float32x4_t v)
{
    const uint32x4_t u = vreinterpretq_u32_f32(v);
    const uint32x4_t odd = vandq_u32(vshrq_n_u32(u, 16), vdupq_n_u32(1));
    const uint32x4_t up = vaddq_u32(vaddq_u32(u, vdupq_n_u32(0x7fff)), odd);
    const uint32x4_t is_nan = vcgtq_u32(size_of(v), vdupq_n_u32(0x7f800000));
    const uint32x4_t rounded = vbslq_u32(is_nan, vorrq_u32(u, vdupq_n_u32(0x400000)), up);
    const uint32x4_t high = vandq_u32(rounded, vdupq_n_u32(0xffff0000));
    const uint32x4_t is_small = vcltq_u32(size_of(v), vdupq_n_u32(0x800000));
    return vreinterpretq_f32_u32(vbslq_u32(is_small, vandq_u32(u, vdupq_n_u32(0x80000000)), high));
}

/* vfmaq may have rounded to 2^-126 what 24 bits keep below it: see tr_ref_fma_flushed(). */
static inline float32x4_t step_quarter(float32x4_t x, float32x4_t w, float32x4_t sum)
{
    const float32x4_t y = vfmaq_f32(sum, x, w);
    const uint32x4_t rim = vceqq_u32(size_of(y), vdupq_n_u32(0x800000));
    if (!vmaxvq_u32(rim)) return flush_quarter(y);
    const float32x4_t large =
        vfmaq_f32(vmulq_n_f32(sum, 0x1p80f), vmulq_n_f32(x, 0x1p40f), vmulq_n_f32(w, 0x1p40f));
    const uint32x4_t below = vcltq_f32(vabsq_f32(large), vdupq_n_f32(0x1p-46f));
    return flush_quarter(sign_where(vandq_u32(rim, below), y));
}

static inline v16 to_bf16(v16 v)
{
    return EACH(quarter_to_bf16, v);
}

static inline v16 swap_pairs(v16 v)
{
    return EACH(vrev64q_f32, v);
}

INLINE v16 step_bf16(v16 x, v16 w, v16 sum)
{
    return EACH_3(step_quarter, x, w, sum);
}

INLINE v16 start_bf16(v16 sum)
{
    return EACH(flush_quarter, sum);
}

INLINE v16 plus_bf16(v16 sum, v16 bias)
{
    return start_bf16(add(sum, start_bf16(bias)));
}

static inline unsigned enter_bf16(void)
{
    return 0;
}

static inline void leave_bf16(unsigned mode)
{
    (void)mode;
}

/* Of 32 registers, the sums of a tile take 24. */
enum { WIDE = 1, TILE_MOST = 6, CHAIN_BLOCK = 192, ROWS_TOGETHER = 48 };

#include "kernels/gradients.inc"

void tr_gradients_neon(tr_gradients *g, int arithmetic)
{
    fill(g, arithmetic);
}
