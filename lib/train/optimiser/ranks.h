/*
 * ranks.h - processes that train one model together, as MPI has them.
 *
 * What they say to each other is said by functions of the program, so that the library needs no
 * MPI.  All of them call the same function at the same time; a failure ends the program.
 */
#ifndef TR_RANKS_H
#define TR_RANKS_H

#include <stddef.h>

typedef struct tr_ranks {
    size_t rank, n; /* this one, from 0; of so many */
    void *ctx;

    /* Sends floats begin[r] .. end[r] - 1 of a block to each rank r.  received [n, end[rank] -
     * begin[rank]] gets this one's floats of each rank's block, in the order of ranks. */
    void (*exchange)(void *ctx, const float *block, const size_t *begin, const size_t *end,
                     float *received);

    /* Floats at[r] .. at[r + 1] - 1 of rank r's block go to all blocks; at [n + 1]. */
    void (*gather)(void *ctx, float *block, const size_t *at);
} tr_ranks;

#endif
