/*
 * kvcache.h - what the decoder remembers, per layer.
 *
 * Self-attention: the hypotheses of a sentence form a tree.  A node is one step of a hypothesis; it
 * owns one row of keys and values in every layer.  Hypotheses with the same beginning share its
 * nodes.  A hypothesis reads its past through a path: the nodes from the first step to the last.
 * To reorder a beam moves indices, never keys and values.  Nodes count their users: a node that no
 * live hypothesis passes through is free again at once.  The node that was freed last is used
 * first, so that little memory is touched.
 *
 * SSRU: a node owns a state instead, one row in every layer, which holds all of the past.  A
 * hypothesis reads the state of its last node alone.  A node does not hold the nodes before it:
 * memory does not grow with the length.
 *
 * Alignments, only where they are asked for: a node owns one more row, the attention of its step to
 * the source.  The nodes of a hypothesis that is aligned hold the nodes before them, with an SSRU,
 * too.
 *
 * Cross-attention: the rows of one sentence lie side by side.  They are computed once.
 */
#ifndef TR_KVCACHE_H
#define TR_KVCACHE_H

#include "base/arena.h"
#include "model/nmt.h"

#define TR_NO_NODE UINT32_MAX

typedef struct tr_kvcache {
    size_t n_layers;
    size_t row, cross_row; /* bytes of a key and a value, packed (tr_heads), side by side */
    size_t state_row;      /* floats of a state: d_model; 0 without SSRU */
    size_t alignment_row;  /* floats: the longest source's tokens */
    bool chained;          /* every node holds the nodes before it */

    size_t n_nodes;
    char *self;                /* [n_layers, n_nodes, row]; without SSRU */
    float *state;              /* [n_layers, n_nodes, state_row]; with SSRU */
    float *alignment;          /* [n_nodes, alignment_row]; NULL without alignments */
    uint32_t *parent;          /* [n_nodes] */
    uint32_t *users;           /* [n_nodes]: hypotheses that end here, and children */
    uint32_t *free;            /* [n_nodes], a stack */
    size_t n_free, least_free; /* now, and at any time so far */

    size_t n_memory, most_memory; /* rows, and rows that were in use at any time */
    char *cross;                  /* [n_layers, n_memory, cross_row] */
} tr_kvcache;

/* Bytes of arena that tr_kvcache_init() takes; heads of self- and of cross-attention. */
size_t tr_kvcache_size(const tr_nmt *m, const tr_heads heads[2], bool aligned, size_t n_nodes,
                       size_t n_memory);
void tr_kvcache_init(tr_kvcache *c, tr_arena *a, const tr_nmt *m, const tr_heads heads[2],
                     bool aligned, size_t n_nodes, size_t n_memory);

/* The nodes that a search may hold at worst: `beam` hypotheses of up to `steps` steps each, the
 * step that is being taken included. */
size_t tr_kvcache_nodes(const tr_nmt *m, bool aligned, size_t beam, size_t steps);

/* A new node after `parent` (or TR_NO_NODE), with one user; `aligned`: of a hypothesis whose
 * alignment is kept.  It cannot fail: a sentence joins a
 * batch only when all nodes that it may need are free. */
uint32_t tr_kvcache_extend(tr_kvcache *c, uint32_t parent, bool aligned);
void tr_kvcache_share(tr_kvcache *c, uint32_t node);
void tr_kvcache_drop(tr_kvcache *c, uint32_t node); /* TR_NO_NODE is allowed */

/* Notes that rows up to `last` - 1 of the cross-attention are going to be written. */
void tr_kvcache_hold(tr_kvcache *c, size_t last);

/* The most bytes of keys, values and states that have been in use at once. */
size_t tr_kvcache_used(const tr_kvcache *c);

static inline char *tr_kvcache_self(const tr_kvcache *c, size_t layer, size_t node)
{
    return c->self + (layer * c->n_nodes + node) * c->row;
}

static inline float *tr_kvcache_state(const tr_kvcache *c, size_t layer, size_t node)
{
    return c->state + (layer * c->n_nodes + node) * c->state_row;
}

static inline float *tr_kvcache_alignment(const tr_kvcache *c, size_t node)
{
    return c->alignment + node * c->alignment_row;
}

static inline char *tr_kvcache_cross(const tr_kvcache *c, size_t layer, size_t row)
{
    return c->cross + (layer * c->n_memory + row) * c->cross_row;
}

#endif
