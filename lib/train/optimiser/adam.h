/* update.h - one step of the optimiser: the norm of all gradients, clipping, Adam, averages. */
#ifndef TR_UPDATE_H
#define TR_UPDATE_H

#include "train/network/pass.h"

typedef struct tr_update {
    size_t step; /* from 1: how many updates there are with this one */
    double rate;
    double clip;                  /* largest norm of the gradients; 0: any */
    double beta1, beta2, epsilon; /* Adam's */
    double keep;                  /* share of the old average */
} tr_update;

/* The square root of the sum of squares of all gradients: float sums of 1 024 elements, whose sum
 * is double.  `room` has tr_norm_room() floats. */
double tr_gradient_norm(const tr_pass *pass, float *room);
size_t tr_norm_room(const tr_parameters *p);

/* What Adam does to each element. */
tr_adam_step tr_adam_of(const tr_update *update, double norm);

/* Clips, and changes weights, moments and average; the gradients, whose norm is `norm`, become
 * zero. */
void tr_update_adam(const tr_pass *pass, const tr_update *update, double norm);

#endif
