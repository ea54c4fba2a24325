/* unit_rows.h - rows whose heads have the length 1, for cosines as scores (Graves et al. 2014). */
#ifndef TR_UNIT_ROWS_H
#define TR_UNIT_ROWS_H

#include <stddef.h>

/* Each head x [d] of rows [n_rows, stride] becomes e^exponent x / sqrt(x x + 1e-12), in ascending
 * order of elements: so all machines have the same bits.  `exponents` [heads], or NULL for 0;
 * `factors` [n_rows, heads], or NULL, gets 1 / sqrt(x x + 1e-12). */
void tr_unit_rows(float *x, size_t stride, size_t n_rows, size_t heads, size_t d,
                  const float *exponents, float *factors);

#endif
