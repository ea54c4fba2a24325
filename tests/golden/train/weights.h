/*
 * weights.h - the parameters of a network beside a fixture's numbers.
 *
 * The fixtures have Marian's names and layout: matrices are [n_in, n_out], and queries, keys and
 * values are apart.
 */
#ifndef GOLDEN_WEIGHTS_H
#define GOLDEN_WEIGHTS_H

#include "golden/train/arrays.h"
#include "train/network/parameters.h"

/* One number: its index in a block of our floats, the fixture's value, the largest of the fixture's
 * array, and that array's name. */
typedef void visitor(void *ctx, size_t ours, double theirs, double largest, const char *name);

/* Calls visit() for every number of the fixture that a parameter has; names begin with `prefix`. */
void visit_all(const npz *z, const tr_parameters *p, const char *prefix, visitor *visit, void *ctx);

/* A visitor: takes the fixture's number; `ctx` is the tr_parameters. */
void set_weight(void *ctx, size_t ours, double theirs, double largest, const char *name);

/* The largest difference, relative to each tensor's largest number or absolute. */
typedef struct difference {
    const float *ours;
    bool relative;
    double worst;
    size_t n_beyond; /* numbers that are off by more than 5e-5 */
    char where[80];
} difference;

/* A visitor: `ctx` is a difference. */
void compare_number(void *ctx, size_t ours, double theirs, double largest, const char *name);

#endif
