#include "kernels/gradients.h"

#include "base/cpu.h"

void tr_gradients_init(tr_gradients *g, unsigned cpu)
{
    tr_gradients_ref(g);
#if defined(__x86_64__)
    if (cpu & TR_CPU_AVX2) tr_gradients_avx2(g);
    if (cpu & TR_CPU_AVX512) tr_gradients_avx512(g);
#elif defined(__aarch64__)
    if (cpu & TR_CPU_NEON) tr_gradients_neon(g);
#else
    (void)cpu;
#endif
}
