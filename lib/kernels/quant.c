#include "kernels/quant.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/buf.h"
#include "kernels/kernels.h"

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

/* A row as int8: round(w * factor), each of which stands for `scale`. */
typedef struct fit {
    float factor, scale;
    double explained; /* of the row's sum of squares */
} fit;

static int32_t quantized(float w, float factor)
{
    const int32_t q = (int32_t)lrintf(w * factor);
    return q > 127 ? 127 : q < -127 ? -127 : q;
}

/* The scale has least squares: its share of the squares is as large as can be. */
static fit fit_row(const float *w, size_t n, size_t stride, float factor)
{
    double product = 0, squares = 0;
    for (size_t k = 0; k < n; k++) {
        const double q = quantized(w[k * stride], factor);
        product += q * (double)w[k * stride];
        squares += q * q;
    }
    return (fit){factor, (float)(product / squares), product * product / squares};
}

/* A weight that is clipped, at a part of the largest, is off by more; all others by less. */
static fit best_fit(const float *w, size_t n, size_t stride, float max)
{
    static const float parts[] = {0.97f, 0.94f, 0.91f, 0.88f, 0.85f, 0.8f};
    fit best = fit_row(w, n, stride, 127 / max);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        const fit f = fit_row(w, n, stride, 127 / (max * parts[i]));
        if (f.explained > best.explained) best = f;
    }
    return best;
}

void tr_pack_s8(const float *w, size_t n_out, size_t n_in, size_t row_stride, size_t column_stride,
                int8_t *packed, float *scale, int32_t *sum)
{
    memset(packed, 0, tr_packed_s8_size(n_out, n_in));
    for (size_t o = 0; o < n_out; o++) {
        const float *row = w + o * row_stride;
        const float max = max_magnitude(row, n_in, column_stride);
        fit f = {0};
        if (!(max < TR_QUANT_TINY)) f = best_fit(row, n_in, column_stride, max);
        int32_t total = 0;
        for (size_t k = 0; k < n_in; k++) {
            const int32_t q = quantized(row[k * column_stride], f.factor);
            packed[tr_packed_s8_at(n_in, o, k)] = (int8_t)q;
            total += q;
        }
        scale[o] = f.scale;
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

void tr_unpack_s8(const int8_t *packed, size_t n_in, size_t o, size_t first, size_t n, int8_t *out)
{
    const int8_t *quad = packed + tr_packed_s8_at(n_in, o, first);
    for (size_t k = 0; k < n; k += TR_QUAD, quad += TR_BLOCK * TR_QUAD)
        memcpy(out + k, quad, TR_QUAD);
}

void tr_pack_f32(const float *w, size_t n_out, size_t n_in, size_t row_stride, size_t column_stride,
                 float *packed)
{
    memset(packed, 0, tr_packed_f32_size(n_out, n_in));
    for (size_t o = 0; o < n_out; o++)
        for (size_t k = 0; k < n_in; k++)
            packed[tr_packed_f32_at(n_in, o, k)] = w[o * row_stride + k * column_stride];
}
