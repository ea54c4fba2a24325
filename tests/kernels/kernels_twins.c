#include "kernels_twins.h"

enum { GUARD = 64, PATTERN = 0xa5 };

float *floats(heap *h, size_t n, enum values values)
{
    float *x = heap_take(h, n * sizeof *x);
    for (size_t i = 0; i < n; i++)
        x[i] = random_float(h, values);
    return x;
}

bool same_float(float a, float b)
{
    return memcmp(&a, &b, sizeof a) == 0 || (isnan(a) && isnan(b));
}

output output_of(heap *h, size_t size)
{
    output o = {.size = size};
    for (int i = 0; i < 2; i++) {
        unsigned char *p = heap_take(h, size + 2 * GUARD);
        memset(p, PATTERN, size + 2 * GUARD);
        o.data[i] = p + GUARD;
    }
    return o;
}

bool guarded(const output *o)
{
    for (int i = 0; i < 2; i++) {
        for (size_t g = 0; g < GUARD; g++)
            if (o->data[i][-1 - (ptrdiff_t)g] != PATTERN || o->data[i][o->size + g] != PATTERN)
                return false;
    }
    return true;
}

bool same_bytes(const output *o)
{
    return guarded(o) && memcmp(o->data[0], o->data[1], o->size) == 0;
}

bool same_floats(const output *o)
{
    const float *a = (const float *)o->data[0], *b = (const float *)o->data[1];
    for (size_t i = 0; i < o->size / sizeof *a; i++)
        if (!same_float(a[i], b[i])) return false;
    return guarded(o);
}

float *floats_of(const output *o, int i)
{
    return (float *)o->data[i];
}

bool report(bool good, const char *what, size_t a, size_t b, size_t c, size_t d)
{
    if (!good) printf("# differs: %s %zu %zu %zu %zu\n", what, a, b, c, d);
    return good;
}
