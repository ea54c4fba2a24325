/*
 * mixture.h - mixture of a text's parts: how often each is repeated, and which pair is next.
 *
 * The order depends on a seed and on how many pairs were drawn from each part, so that a checkpoint
 * has to keep nothing else.
 */
#ifndef TR_MIXTURE_H
#define TR_MIXTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

enum { TR_MIXTURE_PARTS_MOST = 64 };

typedef struct tr_mixture_part {
    char *name;
    double copies; /* how often a round through the text has each pair */
    bool marked;   /* its sources begin with the mark of synthetic text */
} tr_mixture_part;

typedef struct tr_mixture {
    tr_mixture_part parts[TR_MIXTURE_PARTS_MOST];
    size_t n_parts;
    bool listed; /* pairs of parts that the list does not name are left out */
} tr_mixture;

/* Reads a list of lines PART COPIES [mark] with comments after "#"; without a path (NULL), all
 * lines are one part.  Parts with 0 copies are left out.  TR_EIO, TR_EFORMAT, TR_EUNSUPPORTED for
 * more than TR_MIXTURE_PARTS_MOST, TR_ENOMEM. */
int tr_mixture_read(tr_mixture *m, const char *path, tr_error *err);
void tr_mixture_free(tr_mixture *m);

/* Returns the index of the part with the name [len], or -1. */
int tr_mixture_find(const tr_mixture *m, const char *name, size_t len);

/* Continues the hash h with the list; returns h if there is none. */
uint64_t tr_mixture_digest(const tr_mixture *m, uint64_t h);

/* State of an order: how many pairs were drawn from each part. */
typedef struct tr_mixture_order {
    uint64_t seed;
    uint64_t drawn[TR_MIXTURE_PARTS_MOST], all;
} tr_mixture_order;

/* The order in which a changed text or list goes on.  Shares count from here, because a part that
 * gets more than before would else be all there is until it had caught up.  No order comes twice.
 */
tr_mixture_order tr_mixture_renew(const tr_mixture_order *order);

typedef struct tr_drawn {
    size_t part;
    uint64_t pair; /* of the part */
} tr_drawn;

/* Draws the next pair, where part i has n_pairs[i] of them: from the part that is furthest below
 * its share, and within it by a permutation that depends on seed, part and round (a Feistel network
 * over its numbers).  At least one part has pairs. */
tr_drawn tr_mixture_draw(const tr_mixture *m, const uint64_t *n_pairs, tr_mixture_order *order);

#endif
