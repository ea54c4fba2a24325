#include "text/prefix_tree.h"

#include <stdlib.h>

enum {
    MOST_BITS = 23,    /* a way is a node and a byte in 31 bits */
    LONGEST_RUN = 1000 /* as in pieces.c */
};

bool tr_prefix_tree_create(tr_prefix_tree *t, size_t n_bytes)
{
    const size_t wanted = n_bytes + n_bytes / 2;
    *t = (tr_prefix_tree){.bits = 8};
    while (t->bits < MOST_BITS && ((size_t)1 << t->bits) <= wanted)
        t->bits++;
    if (((size_t)1 << t->bits) <= wanted) return false;
    t->slots = calloc((size_t)1 << t->bits, sizeof *t->slots);
    if (!t->slots) return false;
    t->slots[TR_PREFIX_ROOT] = (tr_prefix_slot){.way = UINT32_MAX, .value = -1};
    return true;
}

void tr_prefix_tree_free(tr_prefix_tree *t)
{
    free(t->slots);
    *t = (tr_prefix_tree){0};
}

/* The slot of a way, or the free one where it belongs; NULL after LONGEST_RUN. */
static tr_prefix_slot *find(const tr_prefix_tree *t, uint32_t way)
{
    const uint32_t mask = ((uint32_t)1 << t->bits) - 1;
    const uint32_t hash = (uint32_t)((way * UINT64_C(0x9E3779B97F4A7C15)) >> (64 - t->bits));
    for (uint32_t i = 0; i < LONGEST_RUN; i++) {
        tr_prefix_slot *s = &t->slots[(hash + i) & mask];
        if (s->way == way || s->way == 0) return s;
    }
    return NULL;
}

static uint32_t way_of(int32_t node, unsigned char byte)
{
    return ((uint32_t)node << 8 | byte) + 1;
}

bool tr_prefix_tree_add(tr_prefix_tree *t, const char *key, size_t len, int32_t value)
{
    tr_prefix_slot *s = &t->slots[TR_PREFIX_ROOT];
    for (size_t i = 0; i < len; i++) {
        const uint32_t way = way_of((int32_t)(s - t->slots), (unsigned char)key[i]);
        s = find(t, way);
        if (!s) return false;
        if (!s->way) *s = (tr_prefix_slot){.way = way, .value = -1};
    }
    if (s->value >= 0) return false;
    s->value = value;
    return true;
}

int32_t tr_prefix_tree_child(const tr_prefix_tree *t, int32_t node, unsigned char byte)
{
    const tr_prefix_slot *s = find(t, way_of(node, byte));
    return s && s->way ? (int32_t)(s - t->slots) : TR_PREFIX_NONE;
}
