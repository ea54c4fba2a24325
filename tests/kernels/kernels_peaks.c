#include "kernels_peaks.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#if defined(__x86_64__)
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double seconds(bench_run *run, void *what)
{
    double best = INFINITY;
    size_t calls = 1;
    run(what);
    for (int round = 0; round < 12; round++) {
        const double start = now();
        for (size_t i = 0; i < calls; i++)
            run(what);
        const double each = (now() - start) / (double)calls;
        best = each < best ? each : best;
        calls = (size_t)(4e-3 / best) + 1;
    }
    return best;
}

/* Chains of the instructions that a product consists of.  NAME() is compiled for ISA and steps
 * PEAK_CHAINS registers of type VECTOR, `acc`, with the factors `x` and `w`; REG is asm's word for
 * such a register.  Nothing is known of x and w, and every acc is used. */
enum { PEAK_LOOPS = 10000, PEAK_CHAINS = 12 };

#define PEAK(NAME, ISA, VECTOR, REG, STEP)                                                         \
    __attribute__((target(ISA))) static void NAME(void *unused)                                    \
    {                                                                                              \
        VECTOR acc[PEAK_CHAINS], x = {0}, w = {0};                                                 \
        (void)unused;                                                                              \
        for (int i = 0; i < PEAK_CHAINS; i++)                                                      \
            acc[i] = x;                                                                            \
        for (int loop = 0; loop < PEAK_LOOPS; loop++) {                                            \
            _Pragma("GCC unroll 16") for (int i = 0; i < PEAK_CHAINS; i++)                         \
            {                                                                                      \
                __asm__ volatile("" : "+" REG(x), "+" REG(w));                                     \
                acc[i] = STEP;                                                                     \
            }                                                                                      \
        }                                                                                          \
        for (int i = 0; i < PEAK_CHAINS; i++)                                                      \
            __asm__ volatile("" : : REG(acc[i]));                                                  \
    }

#define READ(NAME, ISA, VECTOR, REG)                                                               \
    __attribute__((target(ISA))) static void NAME(void *what)                                      \
    {                                                                                              \
        const reading *r = what;                                                                   \
        const size_t part = r->size / r->streams;                                                  \
        for (size_t i = 0; i < part; i += READ_CHUNK) {                                            \
            for (size_t s = 0; s < r->streams; s++) {                                              \
                const VECTOR *v = (const VECTOR *)(r->data + s * part + i);                        \
                _Pragma("GCC unroll 16") for (size_t j = 0; j < READ_CHUNK / sizeof *v;            \
                                              j++) __asm__ volatile("" : : REG(v[j]));             \
            }                                                                                      \
        }                                                                                          \
    }

#if defined(__x86_64__)
PEAK(peak_dpbusd_512, "avx512f,avx512vnni", __m512i, "v", _mm512_dpbusd_epi32(acc[i], x, w))
PEAK(peak_dpbusd_256, "avx2,avxvnni", __m256i, "x", _mm256_dpbusd_avx_epi32(acc[i], x, w))
/* The multiplications alone, which share two ports: all else can go elsewhere. */
PEAK(peak_maddubs, "avx2", __m256i, "x", _mm256_madd_epi16(_mm256_maddubs_epi16(acc[i], x), w))
PEAK(peak_fma_512, "avx512f", __m512, "v", _mm512_fmadd_ps(x, w, acc[i]))
PEAK(peak_fma_256, "avx2,fma", __m256, "x", _mm256_fmadd_ps(x, w, acc[i]))
READ(read_512, "avx512f", __m512i, "v")
READ(read_256, "avx2", __m256i, "x")
#elif defined(__aarch64__)
PEAK(peak_sdot, "arch=armv8.2-a+dotprod", int32x4_t, "w",
     vdotq_s32(acc[i], vreinterpretq_s8_s32(w), vreinterpretq_s8_s32(x)))
PEAK(peak_smmla, "arch=armv8.2-a+i8mm", int32x4_t, "w",
     vmmlaq_s32(acc[i], vreinterpretq_s8_s32(w), vreinterpretq_s8_s32(x)))
PEAK(peak_smull, "+simd", int32x4_t, "w",
     vpadalq_s16(acc[i],
                 vpaddq_s16(vmull_s8(vreinterpret_s8_s32(vget_low_s32(w)),
                                     vreinterpret_s8_s32(vget_low_s32(x))),
                            vmull_high_s8(vreinterpretq_s8_s32(w), vreinterpretq_s8_s32(x)))))
PEAK(peak_fmla, "+simd", float32x4_t, "w", vfmaq_f32(acc[i], x, w))
READ(read_128, "+simd", int8x16_t, "w")
#endif

static const peak_loops all_peak_loops[] = {
#if defined(__x86_64__)
    {"avx512", peak_dpbusd_512, peak_fma_512, read_512, 64, 16},
    {"avxvnni", peak_dpbusd_256, peak_fma_256, read_256, 32, 8},
    {"avx2", peak_maddubs, peak_fma_256, read_256, 32, 8},
#elif defined(__aarch64__)
    {"i8mm", peak_smmla, peak_fmla, read_128, 32, 4},
    {"dotprod", peak_sdot, peak_fmla, read_128, 16, 4},
    {"neon", peak_smull, peak_fmla, read_128, 16, 4},
#endif
    {NULL, NULL, NULL, NULL, 0, 0},
};

const peak_loops *peak_loops_of(const char *set)
{
    const peak_loops *p = all_peak_loops;
    while (p->set && strcmp(p->set, set))
        p++;
    return p->set ? p : NULL;
}

double peak_macs(size_t macs)
{
    return (double)PEAK_LOOPS * PEAK_CHAINS * (double)macs;
}

double peak_rate(bench_run *run, size_t macs)
{
    return peak_macs(macs) / seconds(run, NULL);
}

double read_rate(bench_run *run, const char *data, size_t size)
{
    double best = 0;
    for (size_t streams = 1; streams <= MAX_STREAMS; streams *= 2) {
        reading r = {data, size / (READ_CHUNK * streams) * (READ_CHUNK * streams), streams};
        const double rate = (double)r.size / seconds(run, &r);
        best = rate > best ? rate : best;
    }
    return best;
}

/* Bytes of the data cache of a level, 1 to 3; 0 where the system does not say. */
static size_t cache_size(int level)
{
    static const int index[] = {0, 2, 3}; /* 1 is the first level's for instructions */
    char path[64];
    unsigned long size = 0;
    snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu0/cache/index%d/size",
             index[level - 1]);
    FILE *f = fopen(path, "r");
    if (f && fscanf(f, "%luK", &size) != 1) size = 0;
    if (f) fclose(f);
    return size << 10;
}

const char *level_of(size_t size)
{
    static const char *const names[] = {"L1", "L2", "L3"};
    for (int level = 1; level <= 3; level++)
        if (size <= cache_size(level)) return names[level - 1];
    return cache_size(1) ? "memory" : "?";
}
