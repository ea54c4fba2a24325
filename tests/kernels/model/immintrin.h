/*
 * immintrin.h - what avx512.c takes from AVX-512, in C, for processors that do not have it.
 *
 * Stands in front of the compiler's header of this name, whose narrower vectors it keeps.  Each
 * intrinsic does what Intel's pseudocode says, lane by lane; source: the Intel Intrinsics Guide.
 * Only what the kernels use is here, and only as they use it: rounding is to the nearest, and
 * comparisons are quiet.
 */
#ifndef TR_MODEL_IMMINTRIN_H
#define TR_MODEL_IMMINTRIN_H

#include_next <immintrin.h>

#include <math.h>
#include <stdint.h>
#include <string.h>

enum { MODEL_LANES = 16 };

typedef float model_ps __attribute__((vector_size(64)));
typedef int model_epi32 __attribute__((vector_size(64)));

/* The lanes of a register, as numbers and as bytes. */
typedef union model_lanes {
    model_ps ps;
    model_epi32 epi32;
    float f[MODEL_LANES];
    int32_t i[MODEL_LANES];
    uint32_t u[MODEL_LANES];
    uint8_t u8[4 * MODEL_LANES];
    int8_t s8[4 * MODEL_LANES];
    __m256 half[2];
    __m256i half_i[2];
} model_lanes;

#define EACH_LANE for (size_t i = 0; i < MODEL_LANES; i++)

/* A function of registers, as `ps` or as `epi32`, that computes lane i of y from those of its
 * operands. */
#define MODEL(kind, name, statement)                                                               \
    static inline model_##kind model_##name(model_##kind a_, model_##kind b_)                      \
    {                                                                                              \
        const model_lanes a = {.kind = a_}, b = {.kind = b_};                                      \
        model_lanes y;                                                                             \
        EACH_LANE statement;                                                                       \
        return y.kind;                                                                             \
    }

MODEL(ps, add_ps, y.f[i] = a.f[i] + b.f[i])
MODEL(ps, sub_ps, y.f[i] = a.f[i] - b.f[i])
MODEL(ps, mul_ps, y.f[i] = a.f[i] * b.f[i])
MODEL(ps, div_ps, y.f[i] = a.f[i] / b.f[i])
MODEL(ps, max_ps, y.f[i] = a.f[i] > b.f[i] ? a.f[i] : b.f[i])
MODEL(ps, min_ps, y.f[i] = a.f[i] < b.f[i] ? a.f[i] : b.f[i])
MODEL(ps, and_ps, y.u[i] = a.u[i] & b.u[i])
MODEL(ps, or_ps, y.u[i] = a.u[i] | b.u[i])
MODEL(ps, xor_ps, y.u[i] = a.u[i] ^ b.u[i])
MODEL(ps, scalef_ps, y.f[i] = scalbnf(a.f[i], (int)floorf(b.f[i])))
MODEL(epi32, add_epi32, y.u[i] = a.u[i] + b.u[i])
MODEL(epi32, xor_si512, y.u[i] = a.u[i] ^ b.u[i])
MODEL(epi32, max_epu32, y.u[i] = a.u[i] > b.u[i] ? a.u[i] : b.u[i])

/* Two of a's lanes and two of b's in each quarter of 128 bits. */
static inline size_t model_pair(size_t i, size_t from)
{
    return i / 4 * 4 + from + i % 4 / 2;
}

MODEL(epi32, unpacklo_epi32, y.u[i] = (i % 2 ? b : a).u[model_pair(i, 0)])
MODEL(epi32, unpackhi_epi32, y.u[i] = (i % 2 ? b : a).u[model_pair(i, 2)])
MODEL(epi32, unpacklo_epi64, y.u[i] = (i % 4 / 2 ? b : a).u[i / 4 * 4 + i % 2])
MODEL(epi32, unpackhi_epi64, y.u[i] = (i % 4 / 2 ? b : a).u[i / 4 * 4 + 2 + i % 2])

/* Two quarters of a, then two of b, as `control` chooses by two bits each. */
static inline model_epi32 model_shuffle_i32x4(model_epi32 a, model_epi32 b, unsigned control)
{
    const model_lanes from[2] = {{.epi32 = a}, {.epi32 = b}};
    model_lanes y;
    EACH_LANE y.u[i] = from[i / 8].u[(control >> i / 4 * 2 & 3) * 4 + i % 4];
    return y.epi32;
}

static inline model_epi32 model_slli_epi32(model_epi32 a, unsigned n)
{
    model_lanes y = {.epi32 = a};
    EACH_LANE y.u[i] = n < 32 ? y.u[i] << n : 0;
    return y.epi32;
}

static inline model_epi32 model_srai_epi32(model_epi32 a, unsigned n)
{
    model_lanes y = {.epi32 = a};
    EACH_LANE y.i[i] >>= n;
    return y.epi32;
}

static inline model_ps model_fmadd_ps(model_ps a, model_ps b, model_ps c)
{
    const model_lanes x = {.ps = a}, z = {.ps = b};
    model_lanes y = {.ps = c};
    EACH_LANE y.f[i] = fmaf(x.f[i], z.f[i], y.f[i]);
    return y.ps;
}

/* Adds the products of four unsigned by four signed bytes to each lane; does not saturate. */
static inline model_epi32 model_dpbusd_epi32(model_epi32 a, model_epi32 x, model_epi32 w)
{
    const model_lanes u = {.epi32 = x}, s = {.epi32 = w};
    model_lanes y = {.epi32 = a};
    EACH_LANE for (size_t k = 4 * i; k < 4 * i + 4; k++) y.u[i] += (uint32_t)(u.u8[k] * s.s8[k]);
    return y.epi32;
}

/* Lanes whose bit is not set become zero, or those of `other`, or are not touched. */
static inline model_ps model_mask_mov_ps(model_ps other, unsigned mask, model_ps a)
{
    const model_lanes x = {.ps = a};
    model_lanes y = {.ps = other};
    EACH_LANE if (mask >> i & 1) y.f[i] = x.f[i];
    return y.ps;
}

static inline model_ps model_setzero_ps(void)
{
    return (model_lanes){.i = {0}}.ps;
}

static inline model_ps model_maskz_mov_ps(unsigned mask, model_ps a)
{
    return model_mask_mov_ps(model_setzero_ps(), mask, a);
}

static inline model_ps model_mask_add_ps(model_ps other, unsigned mask, model_ps a, model_ps b)
{
    return model_mask_mov_ps(other, mask, model_add_ps(a, b));
}

static inline model_lanes model_maskz_loadu(unsigned mask, const void *p)
{
    model_lanes y = {.i = {0}};
    EACH_LANE if (mask >> i & 1) memcpy(&y.i[i], (const char *)p + i * sizeof *y.i, sizeof *y.i);
    return y;
}

static inline model_ps model_maskz_loadu_ps(unsigned mask, const float *p)
{
    return model_maskz_loadu(mask, p).ps;
}

static inline model_epi32 model_maskz_loadu_epi32(unsigned mask, const int32_t *p)
{
    return model_maskz_loadu(mask, p).epi32;
}

static inline void model_mask_storeu_ps(float *p, unsigned mask, model_ps a)
{
    const model_lanes x = {.ps = a};
    EACH_LANE if (mask >> i & 1) p[i] = x.f[i];
}

static inline model_ps model_loadu_ps(const float *p)
{
    return model_maskz_loadu(0xffff, p).ps;
}

static inline void model_storeu_ps(float *p, model_ps a)
{
    memcpy(p, &a, sizeof a);
}

static inline model_epi32 model_loadu_si512(const void *p)
{
    return model_maskz_loadu(0xffff, p).epi32;
}

static inline model_epi32 model_set1_epi32(int32_t x)
{
    model_lanes y;
    EACH_LANE y.i[i] = x;
    return y.epi32;
}

static inline model_epi32 model_set1_epi8(int8_t x)
{
    return model_set1_epi32((int32_t)((uint8_t)x * 0x01010101u));
}

static inline model_ps model_set1_ps(float x)
{
    model_lanes y;
    EACH_LANE y.f[i] = x;
    return y.ps;
}

static inline uint16_t model_cmp_ps_mask(model_ps a, model_ps b, int how)
{
    const model_lanes x = {.ps = a}, z = {.ps = b};
    unsigned mask = 0;
    EACH_LANE
    {
        const bool less = x.f[i]<z.f[i], most = x.f[i] <= z.f[i], more = x.f[i]> z.f[i];
        const bool yes = how == _CMP_LT_OQ    ? less
                         : how == _CMP_NLT_UQ ? !less
                         : how == _CMP_NLE_UQ ? !most
                                              : more; /* _CMP_GT_OQ */
        mask |= (unsigned)yes << i;
    }
    return (uint16_t)mask;
}

static inline model_epi32 model_castps_si512(model_ps a)
{
    return (model_lanes){.ps = a}.epi32;
}

static inline model_ps model_castsi512_ps(model_epi32 a)
{
    return (model_lanes){.epi32 = a}.ps;
}

static inline model_ps model_cvtepi32_ps(model_epi32 a)
{
    model_lanes y = {.epi32 = a};
    EACH_LANE y.f[i] = (float)y.i[i];
    return y.ps;
}

/* A value that does not fit becomes the least integer, as the narrower instruction says. */
static inline model_epi32 model_cvtps_epi32(model_ps a)
{
    model_lanes y = {.ps = a};
    EACH_LANE y.i[i] = _mm_cvtss_si32(_mm_set_ss(y.f[i]));
    return y.epi32;
}

/* The low byte of each lane. */
static inline __m128i model_cvtepi32_epi8(model_epi32 a)
{
    const model_lanes x = {.epi32 = a};
    int8_t y[MODEL_LANES];
    EACH_LANE y[i] = x.s8[4 * i];
    return _mm_loadu_si128((const __m128i *)y);
}

static inline model_ps model_cvtph_ps(__m256i a)
{
    return (model_lanes){.half = {_mm256_cvtph_ps(_mm256_castsi256_si128(a)),
                                  _mm256_cvtph_ps(_mm256_extracti128_si256(a, 1))}}
        .ps;
}

static inline __m256i model_cvtps_ph(model_ps a, int rounding)
{
    const model_lanes x = {.ps = a};
    (void)rounding; /* to the nearest */
    return _mm256_set_m128i(_mm256_cvtps_ph(x.half[1], _MM_FROUND_TO_NEAREST_INT),
                            _mm256_cvtps_ph(x.half[0], _MM_FROUND_TO_NEAREST_INT));
}

static inline __m256 model_extractf32x8_ps(model_ps a, int half)
{
    return (model_lanes){.ps = a}.half[half];
}

/* Of each quarter: the lane that two bits of `order` name. */
static inline model_ps model_permute_ps(model_ps a, unsigned order)
{
    const model_lanes x = {.ps = a};
    model_lanes y;
    EACH_LANE y.f[i] = x.f[i / 4 * 4 + (order >> 2 * (i % 4) & 3)];
    return y.ps;
}

/* Two quarters of a, and two of b. */
static inline model_ps model_shuffle_f32x4(model_ps a, model_ps b, unsigned order)
{
    const model_lanes x = {.ps = a}, z = {.ps = b};
    model_lanes y;
    EACH_LANE y.f[i] = (i < 8 ? x : z).f[(order >> 2 * (i / 4) & 3) * 4 + i % 4];
    return y.ps;
}

/* The lanes of a, and of b from 16 on, by number. */
static inline model_ps model_permutex2var_ps(model_ps a, model_epi32 at, model_ps b)
{
    const model_lanes x = {.ps = a}, z = {.ps = b}, n = {.epi32 = at};
    model_lanes y;
    EACH_LANE y.f[i] = (n.u[i] & 16 ? z : x).f[n.u[i] & 15];
    return y.ps;
}

/* By halves, as the instructions do that this stands for. */
static inline float model_reduce_max_ps(model_ps a)
{
    model_lanes x = {.ps = a};
    for (size_t n = MODEL_LANES / 2; n > 0; n /= 2)
        for (size_t i = 0; i < n; i++)
            x.f[i] = x.f[i] > x.f[i + n] ? x.f[i] : x.f[i + n];
    return x.f[0];
}

static inline uint32_t model_reduce_max_epu32(model_epi32 a)
{
    const model_lanes x = {.epi32 = a};
    uint32_t most = 0;
    EACH_LANE if (x.u[i] > most) most = x.u[i];
    return most;
}

/* Functions that compilers may have as macros. */
#undef _mm512_cmp_ps_mask
#undef _mm512_cvtps_ph
#undef _mm512_extractf32x8_ps
#undef _mm512_permute_ps
#undef _mm512_setr_epi32
#undef _mm512_shuffle_f32x4
#undef _mm512_shuffle_i32x4
#undef _mm512_slli_epi32
#undef _mm512_srai_epi32

#define __m512                    model_ps
#define __m512i                   model_epi32
#define __mmask16                 uint16_t
#define _mm512_abs_ps(a)          model_and_ps(a, model_castsi512_ps(model_set1_epi32(0x7fffffff)))
#define _mm512_add_epi32          model_add_epi32
#define _mm512_add_ps             model_add_ps
#define _mm512_and_ps             model_and_ps
#define _mm512_castps512_ps256(a) model_extractf32x8_ps(a, 0)
#define _mm512_castps_si512       model_castps_si512
#define _mm512_castsi512_ps       model_castsi512_ps
#define _mm512_cmp_ps_mask        model_cmp_ps_mask
#define _mm512_cvtepi32_epi8      model_cvtepi32_epi8
#define _mm512_cvtepi32_ps        model_cvtepi32_ps
#define _mm512_cvtph_ps           model_cvtph_ps
#define _mm512_cvtps_epi32        model_cvtps_epi32
#define _mm512_cvtps_ph           model_cvtps_ph
#define _mm512_div_ps             model_div_ps
#define _mm512_dpbusd_epi32       model_dpbusd_epi32
#define _mm512_extractf32x8_ps    model_extractf32x8_ps
#define _mm512_fmadd_ps           model_fmadd_ps
#define _mm512_load_si512         model_loadu_si512
#define _mm512_loadu_ps           model_loadu_ps
#define _mm512_loadu_si512        model_loadu_si512
#define _mm512_mask_add_ps        model_mask_add_ps
#define _mm512_mask_mov_ps        model_mask_mov_ps
#define _mm512_mask_storeu_ps     model_mask_storeu_ps
#define _mm512_maskz_loadu_epi32  model_maskz_loadu_epi32
#define _mm512_maskz_loadu_ps     model_maskz_loadu_ps
#define _mm512_maskz_mov_ps       model_maskz_mov_ps
#define _mm512_max_epu32          model_max_epu32
#define _mm512_max_ps             model_max_ps
#define _mm512_min_ps             model_min_ps
#define _mm512_mul_ps             model_mul_ps
#define _mm512_or_ps              model_or_ps
#define _mm512_permute_ps         model_permute_ps
#define _mm512_permutex2var_ps    model_permutex2var_ps
#define _mm512_reduce_max_epu32   model_reduce_max_epu32
#define _mm512_reduce_max_ps      model_reduce_max_ps
#define _mm512_scalef_ps          model_scalef_ps
#define _mm512_set1_epi32         model_set1_epi32
#define _mm512_set1_epi8          model_set1_epi8
#define _mm512_set1_ps            model_set1_ps
#define _mm512_setr_epi32(...)    ((model_lanes){.i = {__VA_ARGS__}}.epi32)
#define _mm512_setzero_ps         model_setzero_ps
#define _mm512_setzero_si512()    model_set1_epi32(0)
#define _mm512_shuffle_f32x4      model_shuffle_f32x4
#define _mm512_shuffle_i32x4      model_shuffle_i32x4
#define _mm512_slli_epi32         model_slli_epi32
#define _mm512_srai_epi32         model_srai_epi32
#define _mm512_storeu_ps          model_storeu_ps
#define _mm512_sub_ps             model_sub_ps
#define _mm512_unpackhi_epi32     model_unpackhi_epi32
#define _mm512_unpackhi_epi64     model_unpackhi_epi64
#define _mm512_unpacklo_epi32     model_unpacklo_epi32
#define _mm512_unpacklo_epi64     model_unpacklo_epi64
#define _mm512_xor_ps             model_xor_ps
#define _mm512_xor_si512          model_xor_si512

#endif
