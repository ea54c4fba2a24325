/* cpu.h - the instruction sets that this machine, and its system, allow. */
#ifndef TR_CPU_H
#define TR_CPU_H

enum tr_cpu {
    TR_CPU_FMA = 1 << 0,     /* fused multiply-add in hardware */
    TR_CPU_AVX2 = 1 << 1,    /* with FMA */
    TR_CPU_AVXVNNI = 1 << 2, /* with AVX2 */
    TR_CPU_AVX512 = 1 << 3,  /* F, BW, DQ, VL and VNNI, with AVX2 */
    TR_CPU_NEON = 1 << 4,    /* every AArch64 has it */
    TR_CPU_DOTPROD = 1 << 5, /* FEAT_DotProd, with NEON */
    TR_CPU_I8MM = 1 << 7,    /* FEAT_I8MM, with DOTPROD */
    TR_CPU_BF16 = 1 << 6,    /* AVX512_BF16, with AVX512; it has no name of its own */
};

#define TR_CPU_NOT_HERE (~0u)

unsigned tr_cpu_detect(void);

/* "ref", "neon", "dotprod", "i8mm", "avx2", "avxvnni", "avx512": what to give tr_kernels_init().
 * Returns 0, or -1 for a name that is not known.  All are known on every machine. */
int tr_cpu_parse(const char *name, unsigned *flags);

/* The flags of the set `name`, or of the best for NULL, with TR_CPU_BF16 where the machine has it
 * and the set has AVX512; TR_CPU_NOT_HERE for a name that is not
 * known or not usable on this machine. */
unsigned tr_cpu_usable(const char *name);

/* The name of the best level that `flags` allows. */
const char *tr_cpu_name(unsigned flags);

#endif
