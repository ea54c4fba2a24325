/*
 * elements.h - numbers as foreign files hold them: little-endian, not aligned, of several types.
 */
#ifndef TR_ELEMENTS_H
#define TR_ELEMENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum tr_element_type {
    TR_ELEMENT_F16, /* IEEE 754 binary16 */
    TR_ELEMENT_BF16,
    TR_ELEMENT_F32,
    TR_ELEMENT_F64,
    TR_ELEMENT_S8,
    TR_ELEMENT_S16,
    TR_ELEMENT_S32
};

size_t tr_element_size(int type); /* in bytes */
bool tr_element_is_float(int type);

/* Where the elements of an array, rows of `row_len`, go: that in row r and column c to
 * out[r * row_stride + c * column_stride]. */
typedef struct tr_element_layout {
    size_t row_len, row_stride, column_stride;
} tr_element_layout;

/* Elements first .. first + n - 1 of an array, which lie at `bytes`, to their places in `out`.
 * All types but float64 and int32, which are rounded, are floats exactly.  Returns the number of
 * the first element that is not finite, or is too large for a float; first + n when all are. */
size_t tr_elements_put(const unsigned char *bytes, int type, size_t first, size_t n,
                       const tr_element_layout *layout, float *out);

/* The integer at `bytes`, of an integer type. */
int32_t tr_element_integer(const unsigned char *bytes, int type);

#endif
