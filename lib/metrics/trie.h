/*
 * trie.h - numbers for sequences of symbols: a trie whose edges lie in one hash table.
 *
 * Two sequences have the same number exactly if they are the same: nothing rests on a hash being
 * unique.  The metrics count words and n-grams by these numbers.
 */
#ifndef TR_TRIE_H
#define TR_TRIE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct tr_trie {
    struct tr_trie_edge *edges; /* [capacity], a power of two, or NULL */
    size_t capacity;
    uint32_t n, generation;
    bool failed; /* out of memory: what tr_trie_child() returned since is of no use */
} tr_trie;

enum { TR_TRIE_ROOT = 0 };

void tr_trie_free(tr_trie *t);

/* Forgets all nodes but the root, and a failure; keeps the memory. */
void tr_trie_clear(tr_trie *t);

/* The node that `symbol` leads to from `node`, made if it is not there.  Nodes count from 1 in
 * the order they are made. */
uint32_t tr_trie_child(tr_trie *t, uint32_t node, uint32_t symbol);

/* The node that `symbol` leads to from `node`, or the root where there is none. */
uint32_t tr_trie_find(const tr_trie *t, uint32_t node, uint32_t symbol);

#endif
