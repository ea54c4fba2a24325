#include "base/cpu.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "translate.h"

#if defined(__x86_64__)
#include <cpuid.h>

static unsigned xcr0(void)
{
    unsigned lo, hi;
    __asm__ volatile("xgetbv" : "=a"(lo), "=d"(hi) : "c"(0));
    return lo;
}

unsigned tr_cpu_detect(void)
{
    enum { FMA = 1 << 12, OSXSAVE = 1 << 27, F16C = 1 << 29, AVX2 = 1 << 5, VNNI = 1 << 11 };
    enum { AVXVNNI = 1 << 4, BF16 = 1 << 5 };
    const unsigned avx512 = 1u << 16 | 1u << 17 | 1u << 30 | 1u << 31; /* F, DQ, BW, VL */
    const unsigned ymm = 0x06, zmm = 0xe6; /* registers the system saves on a switch */
    unsigned a, b, c, d, more, flags = 0;

    if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & OSXSAVE)) return 0;
    const unsigned saved = xcr0();
    if ((saved & ymm) == ymm && (c & FMA)) flags |= TR_CPU_FMA;
    const bool f16c = c & F16C;
    if (!__get_cpuid_count(7, 0, &more, &b, &c, &d)) return flags;

    if ((flags & TR_CPU_FMA) && f16c && (b & AVX2)) {
        flags |= TR_CPU_AVX2;
        if ((saved & zmm) == zmm && (b & avx512) == avx512 && (c & VNNI)) flags |= TR_CPU_AVX512;
        if (!more || !__get_cpuid_count(7, 1, &a, &b, &c, &d)) return flags;
        if (a & AVXVNNI) flags |= TR_CPU_AVXVNNI;
        if ((flags & TR_CPU_AVX512) && (a & BF16)) flags |= TR_CPU_BF16;
    }
    return flags;
}
#elif defined(__aarch64__)
#include <sys/auxv.h>

unsigned tr_cpu_detect(void)
{
    enum { ASIMDDP = 1 << 20, I8MM = 1 << 13 };
    const unsigned flags = TR_CPU_FMA | TR_CPU_NEON;
    if (!(getauxval(AT_HWCAP) & ASIMDDP)) return flags;
    return flags | TR_CPU_DOTPROD | (getauxval(AT_HWCAP2) & I8MM ? TR_CPU_I8MM : 0);
}
#else
unsigned tr_cpu_detect(void)
{
    return 0;
}
#endif

/* The best comes first. */
static const struct {
    const char *name;
    unsigned flags;
} levels[] = {
    {"avx512", TR_CPU_FMA | TR_CPU_AVX2 | TR_CPU_AVX512},
    {"avxvnni", TR_CPU_FMA | TR_CPU_AVX2 | TR_CPU_AVXVNNI},
    {"avx2", TR_CPU_FMA | TR_CPU_AVX2},
    {"i8mm", TR_CPU_FMA | TR_CPU_NEON | TR_CPU_DOTPROD | TR_CPU_I8MM},
    {"dotprod", TR_CPU_FMA | TR_CPU_NEON | TR_CPU_DOTPROD},
    {"neon", TR_CPU_FMA | TR_CPU_NEON},
    {"ref", 0},
};

int tr_cpu_parse(const char *name, unsigned *flags)
{
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++) {
        if (!strcmp(name, levels[i].name)) {
            *flags = levels[i].flags;
            return 0;
        }
    }
    return -1;
}

const char *tr_cpu_name(unsigned flags)
{
    size_t i = 0;
    while ((levels[i].flags & flags) != levels[i].flags)
        i++;
    return levels[i].name;
}

unsigned tr_cpu_usable(const char *name)
{
    unsigned wanted = 0;
    const unsigned have = tr_cpu_detect();
    if (!name) return have;
    if (tr_cpu_parse(name, &wanted) < 0 || (wanted & have) != wanted) return TR_CPU_NOT_HERE;
    return wanted & TR_CPU_AVX512 ? wanted | (have & TR_CPU_BF16) : wanted;
}

const char *tr_cpu_select(const char *name)
{
    const unsigned flags = tr_cpu_usable(name);
    return flags == TR_CPU_NOT_HERE ? NULL : tr_cpu_name(flags);
}

int tr_cpu_has_fma(void)
{
    return (tr_cpu_detect() & TR_CPU_FMA) != 0;
}
