/* kernels_bench.h - check_kernels --bench: how fast the kernels of this machine are. */
#ifndef KERNELS_BENCH_H
#define KERNELS_BENCH_H

/* `what`: "--bench", "--peak" or "--two"; `name`: the level to measure, or NULL for this machine's
 * best. */
int bench(const char *what, const char *name);

#endif
