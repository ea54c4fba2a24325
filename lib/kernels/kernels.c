#include "kernels/kernels.h"

#include "base/cpu.h"

void tr_kernels_init(tr_kernels *k, unsigned cpu)
{
    tr_kernels_ref(k);
#if defined(__x86_64__)
    if (cpu & TR_CPU_AVX2) tr_kernels_avx2(k);
    if (cpu & TR_CPU_AVXVNNI) tr_kernels_avxvnni(k);
    if (cpu & TR_CPU_AVX512) tr_kernels_avx512(k);
#elif defined(__aarch64__)
    if (cpu & TR_CPU_NEON) tr_kernels_neon(k);
    if (cpu & TR_CPU_DOTPROD) tr_kernels_dotprod(k);
    if (cpu & TR_CPU_I8MM) tr_kernels_i8mm(k);
#else
    (void)cpu;
#endif
}
