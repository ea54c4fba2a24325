/*
 * prefix_tree.h - the pieces of a vocabulary by their prefixes.
 *
 * A node is a slot of one hash table; the way from a node to its child is the slot of the pair
 * (node, byte).  It is filled in a few milliseconds for 32 000 pieces, and nothing is sorted.
 */
#ifndef TR_PREFIX_TREE_H
#define TR_PREFIX_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct tr_prefix_slot {
    uint32_t way;  /* (node, byte) + 1; 0: free */
    int32_t value; /* of what ends here, or -1 */
} tr_prefix_slot;

typedef struct tr_prefix_tree {
    tr_prefix_slot *slots; /* [1 << bits] */
    unsigned bits;
} tr_prefix_tree;

enum { TR_PREFIX_ROOT = 0, TR_PREFIX_NONE = -1 };

/* Room for keys of n_bytes in all.  False when it is too much, or memory runs out. */
bool tr_prefix_tree_create(tr_prefix_tree *t, size_t n_bytes);
void tr_prefix_tree_free(tr_prefix_tree *t);

/* False when the key is there already, or when so many ways hash alike that somebody must have
 * chosen them to waste time.  len > 0, value >= 0. */
bool tr_prefix_tree_add(tr_prefix_tree *t, const char *key, size_t len, int32_t value);

/* The child of a node, or TR_PREFIX_NONE. */
int32_t tr_prefix_tree_child(const tr_prefix_tree *t, int32_t node, unsigned char byte);

/* The value of the key that ends in a node, or -1. */
static inline int32_t tr_prefix_tree_value(const tr_prefix_tree *t, int32_t node)
{
    return t->slots[node].value;
}

#endif
