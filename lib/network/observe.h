/* observe.h - tells an observer (translate.h) what the network does.  Where there is none, a
 * comparison of a pointer is all that it costs. */
#ifndef TR_OBSERVE_H
#define TR_OBSERVE_H

#include "network/compute.h"
#include "translate.h"

static inline bool tr_observes_attention(const tr_compute *c)
{
    return c->observer && c->observer->attention;
}

/* How many of n rows attend together: all, or as many as an observer can be told of. */
static inline size_t tr_observable_rows(const tr_compute *c, size_t n)
{
    return tr_observes_attention(c) && n > TR_ATTEND_ROWS ? TR_ATTEND_ROWS : n;
}

/* Tells of the queries q [n_rows, q_stride], which have just attended to `memory`: rows first.row
 * .. first.row + n_rows - 1 of a layer.  `first` has its kind, layer, row and step. */
void tr_observe_rows(const tr_compute *c, tr_attention_row first, const tr_memory *memory,
                     const float *q, size_t q_stride, size_t n_rows);

static inline void tr_observe_part(const tr_compute *c, enum tr_network_part part)
{
    if (c->observer && c->observer->part) c->observer->part(c->observer->ctx, (int)part);
}

#endif
