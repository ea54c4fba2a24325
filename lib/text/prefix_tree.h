/*
 * prefix_tree.h - the pieces of a vocabulary by their prefixes.
 *
 * The pieces stand in the order of their bytes, sorted by radix, and each knows the longest other
 * one that it begins with, its parent.  Whatever a text begins with is then the last piece that is
 * not after it, or an ancestor of the piece.  256 000 pieces take a few passes over 4 MB.
 */
#ifndef TR_PREFIX_TREE_H
#define TR_PREFIX_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct tr_prefix_node {
    uint64_t key; /* the first 8 bytes of the piece, the first one on top; zeros after its end */
    int32_t id;
    int32_t parent; /* a node before this one, or -1 */
} tr_prefix_node;

typedef struct tr_prefix_tree {
    const char *text;      /* piece `id`, with a NUL, is at text + begin[id], and ends before */
    const uint32_t *begin; /*   begin[id + 1]; it is not copied */
    tr_prefix_node *nodes; /* [n], sorted by the bytes of their pieces */
    size_t n;
} tr_prefix_tree;

/* The tree of pieces ids [n], which are not empty.  False when two of them are the same, or memory
 * runs out; then *t is freed. */
bool tr_prefix_tree_create(tr_prefix_tree *t, const char *text, const uint32_t *begin,
                           const int32_t *ids, size_t n);
void tr_prefix_tree_free(tr_prefix_tree *t);

/* The node of the longest piece that text [len] begins with, or -1.  The shorter ones are its
 * ancestors. */
int32_t tr_prefix_tree_longest(const tr_prefix_tree *t, const char *text, size_t len);

/* The id of the piece that text [len] is as a whole, or -1. */
int32_t tr_prefix_tree_find(const tr_prefix_tree *t, const char *text, size_t len);

/* Bytes of a node's piece. */
static inline size_t tr_prefix_tree_len(const tr_prefix_tree *t, int32_t node)
{
    const uint32_t *const begin = t->begin + t->nodes[node].id;
    return begin[1] - begin[0] - 1;
}

#endif
