#include "kernels/gradients.h"

#include "base/cpu.h"

void tr_gradients_init(tr_gradients *g, unsigned cpu, int arithmetic)
{
    tr_gradients_ref(g, arithmetic);
#if defined(__x86_64__)
    if (cpu & TR_CPU_AVX2) tr_gradients_avx2(g, arithmetic);
    if (cpu & TR_CPU_AVX512) tr_gradients_avx512(g, arithmetic);
    if ((cpu & TR_CPU_BF16) && arithmetic == TR_BF16) tr_gradients_vdpbf16(g);
#elif defined(__aarch64__)
    if (cpu & TR_CPU_NEON) tr_gradients_neon(g, arithmetic);
#else
    (void)cpu;
#endif
}
