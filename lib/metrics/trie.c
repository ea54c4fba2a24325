#include "metrics/trie.h"

#include <stdlib.h>

typedef struct tr_trie_edge {
    uint32_t from, symbol, to;
    uint32_t generation; /* the edge is there if the number is the trie's; 0 never is */
} tr_trie_edge;

void tr_trie_free(tr_trie *t)
{
    free(t->edges);
    *t = (tr_trie){0};
}

void tr_trie_clear(tr_trie *t)
{
    t->n = 0;
    t->failed = false;
    if (++t->generation) return;
    for (size_t i = 0; i < t->capacity; i++)
        t->edges[i].generation = 0;
    t->generation = 1;
}

/* The finalizer of MurmurHash3: every bit of the key reaches every bit of the result. */
static size_t hash(uint32_t node, uint32_t symbol)
{
    uint64_t x = (uint64_t)node << 32 | symbol;
    x = (x ^ x >> 33) * 0xFF51AFD7ED558CCDU;
    x = (x ^ x >> 33) * 0xC4CEB9FE1A85EC53U;
    return (size_t)(x ^ x >> 33);
}

/* The edge, or the free place where it belongs.  There always is one: see reserve(). */
static tr_trie_edge *place(const tr_trie *t, uint32_t node, uint32_t symbol)
{
    for (size_t i = hash(node, symbol);; i++) {
        tr_trie_edge *const e = &t->edges[i & (t->capacity - 1)];
        if (e->generation != t->generation || (e->from == node && e->symbol == symbol)) return e;
    }
}

/* Room for one more edge in a table at most half full. */
static bool reserve(tr_trie *t)
{
    if (2 * ((size_t)t->n + 1) <= t->capacity) return true;
    const tr_trie old = *t;
    t->capacity = old.capacity ? 2 * old.capacity : 1024;
    t->edges = calloc(t->capacity, sizeof *t->edges);
    if (!t->edges || t->n == UINT32_MAX) {
        free(t->edges);
        *t = old;
        t->failed = true;
        return false;
    }
    if (!t->generation) t->generation = 1;
    for (size_t i = 0; i < old.capacity; i++) {
        const tr_trie_edge *e = &old.edges[i];
        if (e->generation == old.generation) *place(t, e->from, e->symbol) = *e;
    }
    free(old.edges);
    return true;
}

uint32_t tr_trie_child(tr_trie *t, uint32_t node, uint32_t symbol)
{
    if (!reserve(t)) return TR_TRIE_ROOT;
    tr_trie_edge *const e = place(t, node, symbol);
    if (e->generation != t->generation) *e = (tr_trie_edge){node, symbol, ++t->n, t->generation};
    return e->to;
}

uint32_t tr_trie_find(const tr_trie *t, uint32_t node, uint32_t symbol)
{
    if (!t->n) return TR_TRIE_ROOT;
    const tr_trie_edge *e = place(t, node, symbol);
    return e->generation == t->generation ? e->to : TR_TRIE_ROOT;
}
