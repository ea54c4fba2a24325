/*
 * prefix_tree.h - the pieces of a vocabulary by their prefixes.
 *
 * A node is a slot of one hash table; the way from a node to its child is the slot of the pair
 * (node, byte).  A prefix that only one piece has needs no nodes below it: the rest is read from
 * the piece.  32 000 pieces make some 46 000 nodes, in a few milliseconds, and nothing is sorted.
 */
#ifndef TR_PREFIX_TREE_H
#define TR_PREFIX_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TR_PREFIX_FREE UINT32_MAX

typedef struct tr_prefix_slot {
    uint32_t way;  /* (node, byte); TR_PREFIX_FREE: nothing stands here */
    int32_t value; /* the id of the piece that ends here, or -1 */
    int32_t only;  /* the id of the only piece that goes on from here, or -1: then by children */
} tr_prefix_slot;

typedef struct tr_prefix_tree {
    const char *text;      /* piece `id`, with a NUL, is at text + begin[id], and ends before */
    const uint32_t *begin; /*   begin[id + 1]; it is not copied */
    tr_prefix_slot *slots; /* [1 << bits] */
    size_t used;
    unsigned bits;
} tr_prefix_tree;

/* State of a search after some bytes. */
typedef struct tr_prefix_place {
    int32_t value; /* the id of the piece that they are, or -1 */
    int32_t node;
    const char *rest; /* of the node's only piece; NULL if it goes on by children */
    size_t depth;     /* how many they are */
} tr_prefix_place;

/* A tree that holds nothing, with room for n pieces as vocabularies have them; more room is found
 * when it is needed.  False when that is too much, or memory runs out. */
bool tr_prefix_tree_create(tr_prefix_tree *t, const char *text, const uint32_t *begin, size_t n);
void tr_prefix_tree_free(tr_prefix_tree *t);

/* Adds a piece that is not empty.  False when another one is the same, when so many ways hash alike
 * that somebody must have chosen them to waste time, or when there is no more room.  After that the
 * tree may lack other pieces, too. */
bool tr_prefix_tree_add(tr_prefix_tree *t, int32_t id);

/* No bytes. */
static inline tr_prefix_place tr_prefix_tree_root(void)
{
    return (tr_prefix_place){.value = -1};
}

/* Goes on by a byte.  False when no piece begins so. */
bool tr_prefix_tree_next(const tr_prefix_tree *t, tr_prefix_place *p, char byte);

#endif
