/* gradient_norm.h - the norm of all gradients, by which an update clips them. */
#ifndef TR_GRADIENT_NORM_H
#define TR_GRADIENT_NORM_H

#include "base/span.h"
#include "train/network/pass.h"

enum { TR_NORM_CHUNK = 1024 };

/* The square root of the sum of squares of all gradients: float sums of 1 024 elements, which are
 * added in double.  `room` has tr_gradient_norm_room() floats. */
double tr_gradient_norm(const tr_pass *pass, float *room);
size_t tr_gradient_norm_room(const tr_parameters *p);

/* Its two halves: the sums of some chunks, and what all of them [n] make. */
void tr_gradient_norm_sums(const tr_pass *pass, tr_span chunks, float *room);
double tr_gradient_norm_of(const float *room, size_t n);

#endif
