#include "text/prefix_tree.h"

#include <stdlib.h>
#include <string.h>

enum {
    MOST_BITS = 23,    /* a way is a node and a byte in 31 bits */
    LONGEST_RUN = 1000 /* as in pieces.c */
};

#define ROOT (TR_PREFIX_FREE - 1) /* no way leads to it */

/* No field of a free slot is zero.  Zeros, as calloc() gives them, would be mapped twice: when they
 * are first read, and when they are first written. */
static bool make_slots(tr_prefix_tree *t, unsigned bits)
{
    const size_t size = sizeof *t->slots << bits;
    if (bits > MOST_BITS) return false;
    t->slots = malloc(size);
    if (!t->slots) return false;
    memset(t->slots, 0xFF, size);
    t->slots[0].way = ROOT;
    t->bits = bits;
    t->used = 1;
    return true;
}

bool tr_prefix_tree_create(tr_prefix_tree *t, const char *text, const uint32_t *begin, size_t n)
{
    unsigned bits = 8;
    *t = (tr_prefix_tree){.text = text, .begin = begin};
    while (bits < MOST_BITS && (size_t)1 << bits < 2 * n)
        bits++;
    return make_slots(t, bits);
}

void tr_prefix_tree_free(tr_prefix_tree *t)
{
    free(t->slots);
    *t = (tr_prefix_tree){0};
}

static uint32_t way_of(size_t node, char byte)
{
    return (uint32_t)node << 8 | (unsigned char)byte;
}

/* The slot of a way, or the free one where it belongs; NULL after LONGEST_RUN. */
static tr_prefix_slot *find_edge(const tr_prefix_tree *t, uint32_t way)
{
    const uint32_t mask = ((uint32_t)1 << t->bits) - 1;
    const uint32_t hash = (uint32_t)((way * UINT64_C(0x9E3779B97F4A7C15)) >> (64 - t->bits));
    for (uint32_t i = 0; i < LONGEST_RUN; i++) {
        tr_prefix_slot *s = &t->slots[(hash + i) & mask];
        if (s->way == way || s->way == TR_PREFIX_FREE) return s;
    }
    return NULL;
}

/* The child of node `s` by the first byte of `rest`, which is what piece `id` has from there on.
 * If there is none yet, it is made, and *made set.  NULL as find_edge() says. */
static tr_prefix_slot *child(tr_prefix_tree *t, const tr_prefix_slot *s, int32_t id,
                             const char *rest, bool *made)
{
    const uint32_t way = way_of((size_t)(s - t->slots), *rest);
    tr_prefix_slot *const c = find_edge(t, way);
    *made = c && c->way == TR_PREFIX_FREE;
    if (*made) {
        *c = (tr_prefix_slot){way, rest[1] ? -1 : id, rest[1] ? id : -1};
        t->used++;
    }
    return c;
}

/* Adds a piece where there is room for it: two nodes for each of its bytes, at most. */
static bool put_node(tr_prefix_tree *t, int32_t id)
{
    const char *const piece = t->text + t->begin[id];
    tr_prefix_slot *s = &t->slots[0];
    bool made = false;
    for (size_t i = 0; piece[i]; i++) {
        if (s->only >= 0) {
            const int32_t other = s->only;
            s->only = -1;
            if (!child(t, s, other, t->text + t->begin[other] + i, &made)) return false;
        }
        s = child(t, s, id, piece + i, &made);
        if (!s) return false;
        if (made) return true;
    }
    if (s->value >= 0) return false;
    s->value = id;
    return true;
}

/* Of the table, four fifths are used at most. */
static bool base_is_free(const tr_prefix_tree *t, size_t nodes)
{
    return t->used + nodes <= ((size_t)4 << t->bits) / 5;
}

static bool grow_nodes(tr_prefix_tree *t)
{
    tr_prefix_slot *const old = t->slots;
    const size_t n = (size_t)1 << t->bits;
    bool done = make_slots(t, t->bits + 1);
    if (!done) t->slots = old;
    for (size_t i = 0; done && i < n; i++) {
        if (old[i].way == TR_PREFIX_FREE) continue;
        if (old[i].value >= 0) done = put_node(t, old[i].value);
        if (done && old[i].only >= 0) done = put_node(t, old[i].only);
    }
    if (t->slots != old) free(old);
    return done;
}

bool tr_prefix_tree_add(tr_prefix_tree *t, int32_t id)
{
    const size_t nodes = 2 * (size_t)(t->begin[id + 1] - t->begin[id]);
    while (!base_is_free(t, nodes))
        if (!grow_nodes(t)) return false;
    return put_node(t, id);
}

bool tr_prefix_tree_next(const tr_prefix_tree *t, tr_prefix_place *p, char byte)
{
    p->depth++;
    if (p->rest) {
        if (*p->rest != byte || !byte) return false;
        p->value = *++p->rest ? -1 : t->slots[p->node].only;
        return true;
    }
    const tr_prefix_slot *const s = find_edge(t, way_of((size_t)p->node, byte));
    if (!s || s->way == TR_PREFIX_FREE) return false;
    p->node = (int32_t)(s - t->slots);
    p->value = s->value;
    p->rest = s->only < 0 ? NULL : t->text + t->begin[s->only] + p->depth;
    return true;
}
