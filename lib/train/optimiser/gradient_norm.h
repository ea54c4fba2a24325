/* gradient_norm.h - the norm of all gradients, by which an update clips them. */
#ifndef TR_GRADIENT_NORM_H
#define TR_GRADIENT_NORM_H

#include "train/network/pass.h"

/* The square root of the sum of squares of all gradients: float sums of 1 024 elements, which are
 * added in double.  `room` has tr_gradient_norm_room() floats. */
double tr_gradient_norm(const tr_pass *pass, float *room);
size_t tr_gradient_norm_room(const tr_parameters *p);

#endif
