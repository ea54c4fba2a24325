/* cpu.h - which instruction sets this machine, and its system, allow. */
#ifndef TR_CPU_H
#define TR_CPU_H

/* Each level includes those below it on the same architecture. */
enum tr_cpu {
    TR_CPU_FMA = 1 << 0,    /* fused multiply-add in hardware */
    TR_CPU_AVX2 = 1 << 1,   /* with FMA */
    TR_CPU_AVX512 = 1 << 2, /* F, BW, DQ, VL and VNNI */
    TR_CPU_NEON = 1 << 3,   /* aarch64: always; no kernels of its own yet */
};

unsigned tr_cpu_detect(void);

/* "ref", "avx2", "avx512": what to give tr_kernels_init().  Returns 0, or -1 for a name that is
 * not known. */
int tr_cpu_parse(const char *name, unsigned *flags);

/* The name of the best level that `flags` allows. */
const char *tr_cpu_name(unsigned flags);

#endif
