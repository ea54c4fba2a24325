/*
 * kernels_peaks.h - what the machine could do at most: multiply-accumulates on registers alone,
 * and reading.  For check_kernels --bench.
 */
#ifndef KERNELS_PEAKS_H
#define KERNELS_PEAKS_H

#include <stddef.h>

/* Of a clock that starts anywhere. */
double now(void);

/* Seconds of one call of `run`: the best of several rounds, others share the machine. */
typedef void bench_run(void *what);

double seconds(bench_run *run, void *what);

/* Loads of an array in `streams` parts, side by side: the best a product could do that reads so
 * many blocks at once. */
typedef struct reading {
    const char *data;
    size_t size, streams; /* size / streams is a multiple of READ_CHUNK */
} reading;

enum { READ_CHUNK = 256, MAX_STREAMS = 4 };

/* The loops of an instruction set, and how many multiply-accumulates a step of theirs is. */
typedef struct peak_loops {
    const char *set;
    bench_run *s8, *f32, *read;
    size_t s8_macs, f32_macs;
} peak_loops;

/* Of a set's name; NULL where nothing is known. */
const peak_loops *peak_loops_of(const char *set);

/* Multiply-accumulates of one call, of so many a step. */
double peak_macs(size_t macs);

/* Those of a second. */
double peak_rate(bench_run *run, size_t macs);

/* Bytes a second from an array that is read over and over, so from the cache that it fits. */
double read_rate(bench_run *run, const char *data, size_t size);

/* The nearest memory that holds so much. */
const char *level_of(size_t size);

#endif
