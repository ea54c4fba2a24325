/* translate/machine.h - this machine: its instruction sets, and the build that runs. */
#ifndef TRANSLATE_MACHINE_H
#define TRANSLATE_MACHINE_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The instruction set that a session would use.  `name` is "ref" (plain C), "neon", "dotprod" or
 * "i8mm" (AArch64), "avx2", "avxvnni" or "avx512" (x86-64; the last one with VNNI), or NULL for the
 * best.
 * Returns the name of the set, or NULL when the name is not known, or this machine does not have
 * the set.  All sets give the same bits. */
const char *tr_cpu_select(const char *name);

/* True if float products run at full speed (fused multiply-add in hardware). */
int tr_cpu_has_fma(void);

/* A fact about the build of the running library: fact i, counted from 0.  Returns its
 * name, such as "compiler", "instruction sets" or "ICU", and fills `value` with text for people to
 * read, cut to `size` > 0 bytes.  NULL after the last fact.  Versions are of the libraries that are
 * running, but SentencePiece's and cJSON's are the ones it was compiled with. */
const char *tr_build_info(size_t i, char *value, size_t size);

#ifdef __cplusplus
}
#endif
#endif
