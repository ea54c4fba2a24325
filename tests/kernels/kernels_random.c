#include "kernels_random.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

void heap_reset(heap *h)
{
    while (h->n_owned > 0)
        free(h->owned[--h->n_owned]);
}

void *heap_take(heap *h, size_t size)
{
    void *p;
    if (h->n_owned == sizeof h->owned / sizeof *h->owned ||
        posix_memalign(&p, 64, size ? size : 1)) {
        printf("Bail out! out of memory\n");
        exit(EXIT_FAILURE);
    }
    return h->owned[h->n_owned++] = p;
}

uint64_t random_seed(void)
{
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    return (uint64_t)t.tv_sec * 1000000007 + (uint64_t)t.tv_nsec;
}

uint64_t random_bits(heap *h)
{
    uint64_t z = h->random += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
}

size_t random_below(heap *h, size_t n)
{
    return (size_t)(random_bits(h) % n);
}

float random_ordinary(heap *h)
{
    return (float)((double)random_bits(h) * 0x1p-61 - 4);
}

/* Any bit pattern is a float; most of them are far from 1. */
static float random_pattern(heap *h)
{
    const uint32_t bits = (uint32_t)random_bits(h);
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

float random_float(heap *h, enum values values)
{
    static const float rims[] = {0,         -0.0f,      1,          -1,         FLT_MIN, -FLT_MIN,
                                 FLT_MAX,   -FLT_MAX,   1e-45f,     -1e-45f,    1e-40f,  0x1p-100f,
                                 88.72283f, -88.72283f, -88.72284f, -87.33654f, -88.8f,  127.5f,
                                 1e19f,     -1e-19f,    0.9f,       4};
    static const float tiny[] = {
        0, 0, -0.0f, -0.0f, 0x1p-100f, -0x1p-100f, 0x1.fffffep-101f, 1e-40f, -1e-45f};
    enum { N_RIMS = sizeof rims / sizeof *rims, N_TINY = sizeof tiny / sizeof *tiny };
    if (values == TINY) return tiny[random_below(h, N_TINY)];
    const size_t dice = random_below(h, 16);
    if (values == ORDINARY || dice < 8) return random_ordinary(h);
    if (values == SPECIAL && dice == 8) return random_below(h, 2) ? INFINITY : -INFINITY;
    if (values == SPECIAL && dice == 9) return NAN;
    if (dice < 13) return rims[random_below(h, N_RIMS)];
    const float x = random_pattern(h);
    return isfinite(x) || values == SPECIAL ? x : random_ordinary(h);
}
