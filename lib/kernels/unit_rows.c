#include "kernels/unit_rows.h"

#include <math.h>

#include "kernels/kernels.h"

static float factor_of(const float *x, size_t d)
{
    float sum = 0;
    for (size_t i = 0; i < d; i++)
        sum += x[i] * x[i];
    return 1 / sqrtf(sum + 1e-12f);
}

void tr_unit_rows(float *x, size_t stride, size_t n_rows, size_t heads, size_t d,
                  const float *exponents, float *factors)
{
    for (size_t r = 0; r < n_rows; r++)
        for (size_t h = 0; h < heads; h++) {
            float *head = x + r * stride + h * d;
            const float factor = factor_of(head, d);
            const float times = exponents ? factor * tr_ref_exponential(exponents[h]) : factor;
            if (factors) factors[r * heads + h] = factor;
            for (size_t i = 0; i < d; i++)
                head[i] *= times;
        }
}
