/* kernels_attend.h - an instruction set's attention against the reference. */
#ifndef KERNELS_ATTEND_H
#define KERNELS_ATTEND_H

#include <stdbool.h>

#include "kernels/kernels.h"
#include "kernels_random.h"

/* Each is true if both sets give the same bits; else it says where they differ. */
bool check_pack_row(heap *h, const tr_kernels *const sets[2]);
bool check_attend(heap *h, const tr_kernels *const sets[2]);

/* The exponential within attention. */
bool check_exponential(heap *h, const tr_kernels *const sets[2]);

#endif
