#include "quant.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "../buf.h"
#include "kernels.h"

static size_t blocks_of(size_t n, size_t size)
{
    return n / size + (n % size != 0);
}

size_t tr_packed_s8_size(size_t n_out, size_t n_in)
{
    const size_t quads = blocks_of(n_in, TR_QUAD);
    return tr_size_mul(tr_size_mul(blocks_of(n_out, TR_BLOCK), quads), (size_t)TR_BLOCK * TR_QUAD);
}

size_t tr_packed_f32_size(size_t n_out, size_t n_in)
{
    return tr_size_mul(tr_size_mul(blocks_of(n_out, TR_BLOCK), n_in), TR_BLOCK * sizeof(float));
}

static float max_magnitude(const float *w, size_t n, size_t stride)
{
    float max = 0;
    for (size_t k = 0; k < n; k++) {
        const float magnitude = fabsf(w[k * stride]);
        assert(isfinite(magnitude));
        max = magnitude > max ? magnitude : max;
    }
    return max;
}

void tr_pack_s8(const float *w, size_t n_out, size_t n_in, size_t row_stride, size_t column_stride,
                int8_t *packed, float *scale, int32_t *sum)
{
    memset(packed, 0, tr_packed_s8_size(n_out, n_in));
    for (size_t o = 0; o < n_out; o++) {
        const float *row = w + o * row_stride;
        const float max = max_magnitude(row, n_in, column_stride);
        const int zero = max < TR_QUANT_TINY;
        const float factor = zero ? 0 : 127 / max;
        int32_t total = 0;
        for (size_t k = 0; k < n_in; k++) {
            const int32_t q = (int32_t)lrintf(row[k * column_stride] * factor);
            packed[tr_packed_s8_at(n_in, o, k)] = (int8_t)q;
            total += q;
        }
        scale[o] = zero ? 0 : max * (1.0f / 127);
        sum[o] = total;
    }
}

void tr_pack_s8_values(const int8_t *values, size_t n_out, size_t n_in, int8_t *packed,
                       int32_t *sum)
{
    memset(packed, 0, tr_packed_s8_size(n_out, n_in));
    for (size_t o = 0; o < n_out; o++) {
        int32_t total = 0;
        for (size_t k = 0; k < n_in; k++) {
            packed[tr_packed_s8_at(n_in, o, k)] = values[o * n_in + k];
            total += values[o * n_in + k];
        }
        sum[o] = total;
    }
}

void tr_pack_f32(const float *w, size_t n_out, size_t n_in, size_t row_stride, size_t column_stride,
                 float *packed)
{
    memset(packed, 0, tr_packed_f32_size(n_out, n_in));
    for (size_t o = 0; o < n_out; o++)
        for (size_t k = 0; k < n_in; k++)
            packed[tr_packed_f32_at(n_in, o, k)] = w[o * row_stride + k * column_stride];
}
