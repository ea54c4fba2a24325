#include "formats/elements.h"
#include "base/bits.h"

#include <float.h>
#include <math.h>
#include <string.h>

static const unsigned char sizes[] = {
    [TR_ELEMENT_F16] = 2, [TR_ELEMENT_BF16] = 2, [TR_ELEMENT_F32] = 4, [TR_ELEMENT_F64] = 8,
    [TR_ELEMENT_S8] = 1,  [TR_ELEMENT_S16] = 2,  [TR_ELEMENT_S32] = 4,
};

size_t tr_element_size(int type)
{
    return sizes[type];
}

bool tr_element_is_float(int type)
{
    return type <= TR_ELEMENT_F64;
}

static uint32_t load16(const unsigned char *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8;
}

static uint32_t load32(const unsigned char *p)
{
    return load16(p) | load16(p + 2) << 16;
}

static float float_of_half(uint32_t h)
{
    const int exponent = (int)(h >> 10 & 31), fraction = (int)(h & 1023);
    const float sign = h & 0x8000 ? -1.0f : 1.0f;

    if (exponent == 31) return NAN;
    if (!exponent) return sign * ldexpf((float)fraction, -24);
    return sign * ldexpf((float)(1024 + fraction), exponent - 25);
}

static float float_of_double(const unsigned char *p)
{
    const uint64_t bits = load32(p) | (uint64_t)load32(p + 4) << 32;
    double x;

    memcpy(&x, &bits, sizeof x);
    return fabs(x) <= (double)FLT_MAX ? (float)x : NAN;
}

int32_t tr_element_integer(const unsigned char *bytes, int type)
{
    if (type == TR_ELEMENT_S8) return (int8_t)bytes[0];
    if (type == TR_ELEMENT_S16) return (int16_t)load16(bytes);
    return (int32_t)load32(bytes);
}

static float element_at(const unsigned char *p, int type)
{
    switch (type) {
    case TR_ELEMENT_F16:
        return float_of_half(load16(p));
    case TR_ELEMENT_BF16:
        return tr_float_of_bits(load16(p) << 16);
    case TR_ELEMENT_F32:
        return tr_float_of_bits(load32(p));
    case TR_ELEMENT_F64:
        return float_of_double(p);
    default:
        return (float)tr_element_integer(p, type);
    }
}

size_t tr_elements_put(const unsigned char *bytes, int type, size_t first, size_t n,
                       const tr_element_layout *layout, float *out)
{
    const size_t size = sizes[type], end = first + n;

    for (size_t i = first; i < end;) {
        const size_t row = i / layout->row_len, column = i % layout->row_len;
        const size_t left = layout->row_len - column, row_end = left < end - i ? i + left : end;
        float *to = out + row * layout->row_stride + column * layout->column_stride;
        for (; i < row_end; i++, to += layout->column_stride, bytes += size) {
            *to = element_at(bytes, type);
            if (!isfinite(*to)) return i;
        }
    }
    return end;
}
