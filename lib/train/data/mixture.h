/*
 * mixture.h - the parts of a text: how often a round has each, and whose pair is next.
 *
 * The order depends on nothing but a seed and on how many pairs each part has had; so that is all
 * that a checkpoint has to keep.
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
    double copies; /* how often a round has each of its pairs */
    bool marked;   /* its sources begin with the mark of synthetic text */
} tr_mixture_part;

typedef struct tr_mixture {
    tr_mixture_part parts[TR_MIXTURE_PARTS_MOST];
    size_t n_parts;
    bool listed; /* parts without a name in it are left out */
} tr_mixture;

/* `path`: lines PART COPIES [mark], "#" before what is not read; NULL: one part, of all lines.
 * Parts of 0 copies are left out.  TR_EIO, TR_EFORMAT, TR_EUNSUPPORTED for more than
 * TR_MIXTURE_PARTS_MOST, TR_ENOMEM. */
int tr_mixture_read(tr_mixture *m, const char *path, tr_error *err);
void tr_mixture_free(tr_mixture *m);

/* Which part has the name [len]; -1: none. */
int tr_mixture_find(const tr_mixture *m, const char *name, size_t len);

/* The hash of what `h` is the hash of, and of the list; h without one. */
uint64_t tr_mixture_digest(const tr_mixture *m, uint64_t h);

/* How many pairs were drawn from each part. */
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

/* The next pair, where part i has n_pairs[i] of them: of the part that has had the least of its
 * share, and within it by a permutation that the seed, the part and the round decide (a Feistel
 * network over its numbers).  Some part has pairs and copies. */
tr_drawn tr_mixture_draw(const tr_mixture *m, const uint64_t *n_pairs, tr_mixture_order *order);

#endif
