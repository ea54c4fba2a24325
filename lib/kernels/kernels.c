#include "kernels.h"

#include "../cpu.h"

void tr_kernels_init(tr_kernels *k, unsigned cpu)
{
    tr_kernels_ref(k);
#if defined(__x86_64__)
    if (cpu & TR_CPU_AVX2) tr_kernels_avx2(k);
    if (cpu & TR_CPU_AVX512) tr_kernels_avx512(k);
#else
    (void)cpu;
#endif
}
