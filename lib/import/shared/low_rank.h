/* low_rank.h - a product of two small matrices that is added to a matrix as it is read. */
#ifndef TR_LOW_RANK_H
#define TR_LOW_RANK_H

#include "formats/arrays.h"

/* scale x up [n_out, rank] x down [rank, n_in]. */
typedef struct tr_low_rank {
    const tr_array *up, *down;
    float scale;
} tr_low_rank;

/* Adds elements first .. first + n - 1 of the product, laid out as tr_arrays_floats() lays them
 * out.  TR_EFORMAT, TR_EIO, TR_ENOMEM. */
int tr_low_rank_add(const tr_low_rank *l, size_t first, size_t n, const tr_element_layout *layout,
                    float *out, tr_error *err);

#endif
