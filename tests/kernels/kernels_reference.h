/* kernels_reference.h - check_kernels' tests of the reference itself, by double arithmetic. */
#ifndef KERNELS_REFERENCE_H
#define KERNELS_REFERENCE_H

#include "kernels_random.h"

/* Prints a line of TAP each, numbered on from `*tests`; the number of those that failed. */
int check_reference(heap *h, int *tests);

#endif
