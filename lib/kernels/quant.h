/* quant.h - weights into the packed forms of tr_matrix.  Used when a model file is written. */
#ifndef TR_QUANT_H
#define TR_QUANT_H

#include <stddef.h>
#include <stdint.h>

#define TR_QUANT_TINY 0x1p-100f

/* Bytes of packed weights [n_out, n_in]; SIZE_MAX when that does not fit a size_t. */
size_t tr_packed_s8_size(size_t n_out, size_t n_in);
size_t tr_packed_f32_size(size_t n_out, size_t n_in);

/* Packs `w` [n_out, n_in]: rows `row_stride` and columns `column_stride` elements apart, so that
 * a transposed matrix needs no copy.  `scale` and `sum` [n_out]: q = w * (127 / c) rounded to
 * nearest even, at most 127; scale = sum(w q) / sum(q^2), by least squares; sum = the row's sum of
 * q.  c is max |row|, or of some parts of it down to 0.8 the one that leaves the least squared
 * error.  A row below TR_QUANT_TINY gets zeros and scale 0, as in quantize(): its quotient would
 * overflow.  All w must be finite. */
void tr_pack_s8(const float *w, size_t n_out, size_t n_in, size_t row_stride, size_t column_stride,
                int8_t *packed, float *scale, int32_t *sum);

/* Packs int8 values [n_out, n_in] as they are. */
void tr_pack_s8_values(const int8_t *values, size_t n_out, size_t n_in, int8_t *packed,
                       int32_t *sum);
void tr_pack_f32(const float *w, size_t n_out, size_t n_in, size_t row_stride, size_t column_stride,
                 float *packed);

/* Takes a part of row o of packed values: out [n rounded up to TR_QUAD] = inputs first ..
 * first + n - 1 and what fills up the last quad.  first is a multiple of TR_QUAD. */
void tr_unpack_s8(const int8_t *packed, size_t n_in, size_t o, size_t first, size_t n, int8_t *out);

/* Where weight (o, k) lies in the packed array, in elements. */
static inline size_t tr_packed_s8_at(size_t n_in, size_t o, size_t k)
{
    return ((o / 16 * ((n_in + 3) / 4) + k / 4) * 16 + o % 16) * 4 + k % 4;
}

static inline size_t tr_packed_f32_at(size_t n_in, size_t o, size_t k)
{
    return (o / 16 * n_in + k) * 16 + o % 16;
}

#endif
