/* kernels_twins.h - the outputs of two instruction sets side by side. */
#ifndef KERNELS_TWINS_H
#define KERNELS_TWINS_H

#include <stdbool.h>

#include "kernels_random.h"

/* An output and its twin from the reference, with room around that neither may touch. */
typedef struct output {
    unsigned char *data[2];
    size_t size;
} output;

output output_of(heap *h, size_t size);
float *floats_of(const output *o, int i);

/* Nothing was written into the room around. */
bool guarded(const output *o);

/* And both hold the same. */
bool same_bytes(const output *o);

/* The same but for the bits of a NaN. */
bool same_floats(const output *o);
bool same_float(float a, float b);

/* Inputs [n]: they end where their memory ends, so that a sanitizer sees a read behind them. */
float *floats(heap *h, size_t n, enum values values);

/* Returns `good`; says what differs, and at which sizes, if it is not. */
bool report(bool good, const char *what, size_t a, size_t b, size_t c, size_t d);

#endif
