/* adam.h - Adam, with clipped gradients and a running average of the weights (Kingma and Ba 2015).
 */
#ifndef TR_ADAM_H
#define TR_ADAM_H

#include "base/span.h"
#include "train/network/pass.h"

/* Numbers of one update, for Adam and for Muon. */
typedef struct tr_update {
    size_t step; /* from 1: how many updates there are with this one */
    double rate;
    double clip;                  /* largest norm of the gradients; 0: any */
    double beta1, beta2, epsilon; /* Adam's */
    double keep;                  /* share of the old average */
    const tr_span *part;          /* floats that are updated, whole units; NULL: all */
} tr_update;

/* An update takes a tensor in units: a matrix of queries, keys or values apart, or a chunk of
 * another tensor.  How many there are, and at which float of the blocks one begins; the successor
 * of the last one begins at the tensor's end. */
size_t tr_update_units(const tr_parameter_tensor *t);
size_t tr_update_unit(const tr_parameter_tensor *t, size_t i);

/* The step as the kernel takes it; `norm` is the norm of all gradients. */
tr_adam_step tr_adam_step_of(const tr_update *update, double norm);

/* Clips, and changes weights, moments and average; the gradients become zero. */
void tr_adam_update(const tr_pass *pass, const tr_update *update, double norm);

#endif
