#include "text/prefix_tree.h"

#include <stdlib.h>
#include <string.h>

enum {
    KEY = 8,    /* bytes */
    FEW = 64,   /* nodes that are sorted by insertion */
    DIGIT = 256 /* values of a byte */
};

/* ---- Keys ---- */

/* text [len] as a number that sorts as its bytes do. */
static uint64_t key_of(const char *text, size_t len)
{
    const unsigned char *const c = (const unsigned char *)text;
    uint64_t key = 0;
    if (len >= KEY) {
        for (size_t i = 0; i < KEY; i++)
            key = key << 8 | c[i];
        return key;
    }
    for (size_t i = 0; i < len; i++)
        key = key << 8 | c[i];
    return len ? key << 8 * (KEY - len) : 0;
}

/* The bytes of a piece from `depth` on. */
static const char *rest_of(const tr_prefix_tree *t, int32_t id, size_t depth, size_t *len)
{
    const size_t whole = t->begin[id + 1] - t->begin[id] - 1;
    *len = whole > depth ? whole - depth : 0;
    return t->text + t->begin[id] + whole - *len;
}

/* Leading bytes that two keys share. */
static size_t same_bytes(uint64_t a, uint64_t b)
{
    return a == b ? KEY : (size_t)__builtin_clzll(a ^ b) / 8;
}

/* ---- Sorting ---- */

static void sort_few(tr_prefix_node *nodes, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        const tr_prefix_node node = nodes[i];
        size_t at = i;
        for (; at > 0 && nodes[at - 1].key > node.key; at--)
            nodes[at] = nodes[at - 1];
        nodes[at] = node;
    }
}

/* What sorting needs beside the nodes. */
typedef struct sorter {
    uint32_t count[KEY][DIGIT]; /* nodes with a byte of their keys; then where the next one goes */
    tr_prefix_node *room;       /* as many as there are nodes */
} sorter;

static void count_digits(const tr_prefix_node *nodes, size_t n, uint32_t count[KEY][DIGIT])
{
    memset(count, 0, KEY * sizeof *count);
    for (size_t i = 0; i < n; i++)
        for (unsigned k = 0; k < KEY; k++)
            count[k][nodes[i].key >> 8 * k & 0xFF]++;
}

/* Sorts by keys, from the last byte to the first. */
static void sort_many(tr_prefix_node *nodes, size_t n, sorter *s)
{
    tr_prefix_node *from = nodes, *to = s->room;

    count_digits(nodes, n, s->count);
    for (unsigned k = 0; k < KEY; k++) {
        uint32_t *const place = s->count[k], at = 0;
        if (place[from[0].key >> 8 * k & 0xFF] == n) continue; /* all have the same byte */
        for (size_t digit = 0; digit < DIGIT; digit++) {
            const uint32_t here = place[digit];
            place[digit] = at;
            at += here;
        }
        for (size_t i = 0; i < n; i++)
            to[place[from[i].key >> 8 * k & 0xFF]++] = from[i];
        tr_prefix_node *const sorted = to;
        to = from;
        from = sorted;
    }
    if (from != nodes) memcpy(nodes, from, n * sizeof *nodes);
}

/* Sorts nodes [n] whose pieces are the same up to `depth`, and gives them their keys there.  It
 * calls itself once for each 8 bytes of a piece, at most. */
static void sort_nodes(const tr_prefix_tree *t, tr_prefix_node *nodes, size_t n, size_t depth,
                       sorter *s)
{
    for (size_t i = 0; i < n; i++) {
        size_t len;
        const char *const rest = rest_of(t, nodes[i].id, depth, &len);
        nodes[i].key = key_of(rest, len);
    }
    if (n <= FEW)
        sort_few(nodes, n);
    else
        sort_many(nodes, n, s);
    for (size_t i = 0, end; i < n; i = end) {
        const uint64_t key = nodes[i].key;
        for (end = i + 1; end < n && nodes[end].key == key;)
            end++;
        if (end - i < 2 || !(key & 0xFF)) continue; /* one, or the same piece twice */
        sort_nodes(t, nodes + i, end - i, depth + KEY, s);
        for (size_t k = i; k < end; k++)
            nodes[k].key = key;
    }
}

/* ---- Creating ---- */

/* How many bytes the pieces of two nodes share. */
static size_t shared_bytes(const tr_prefix_tree *t, size_t a, size_t b)
{
    const tr_prefix_node *const x = &t->nodes[a], *const y = &t->nodes[b];
    size_t len_x, len_y, n = 0;

    if (x->key != y->key) return same_bytes(x->key, y->key);
    if (!(x->key & 0xFF)) return tr_prefix_tree_len(t, (int32_t)a);
    const char *const rest_x = rest_of(t, x->id, KEY, &len_x);
    const char *const rest_y = rest_of(t, y->id, KEY, &len_y);
    while (n < len_x && n < len_y && rest_x[n] == rest_y[n])
        n++;
    return KEY + n;
}

/* A piece that another one begins with is the piece before the longer one, or an ancestor of it. */
static bool find_parents(tr_prefix_tree *t)
{
    for (size_t i = 1; i < t->n; i++) {
        const size_t shared = shared_bytes(t, i - 1, i);
        int32_t parent = (int32_t)i - 1;
        while (parent >= 0 && tr_prefix_tree_len(t, parent) > shared)
            parent = t->nodes[parent].parent;
        if (parent >= 0 && tr_prefix_tree_len(t, parent) == tr_prefix_tree_len(t, (int32_t)i))
            return false;
        t->nodes[i].parent = parent;
    }
    return true;
}

bool tr_prefix_tree_create(tr_prefix_tree *t, const char *text, const uint32_t *begin,
                           const int32_t *ids, size_t n)
{
    sorter *const s = malloc(sizeof *s);
    *t = (tr_prefix_tree){.text = text, .begin = begin, .n = n};
    if (n <= INT32_MAX) t->nodes = malloc((n ? n : 1) * sizeof *t->nodes);
    if (s) s->room = malloc((n ? n : 1) * sizeof *s->room);
    bool done = t->nodes && s && s->room;
    if (done) {
        for (size_t i = 0; i < n; i++)
            t->nodes[i] = (tr_prefix_node){.id = ids[i], .parent = -1};
        sort_nodes(t, t->nodes, n, 0, s);
        done = find_parents(t);
    }
    if (s) free(s->room);
    free(s);
    if (!done) tr_prefix_tree_free(t);
    return done;
}

void tr_prefix_tree_free(tr_prefix_tree *t)
{
    free(t->nodes);
    *t = (tr_prefix_tree){0};
}

/* ---- Finding ---- */

/* How many nodes come before the first one whose key is above `key`. */
static size_t nodes_up_to(const tr_prefix_tree *t, uint64_t key)
{
    const tr_prefix_node *at = t->nodes;
    size_t n = t->n;
    while (n > 1) {
        const size_t half = n / 2;
        at += at[half - 1].key <= key ? half : 0;
        n -= half;
    }
    return (size_t)(at - t->nodes) + (n && at->key <= key);
}

/* True if the piece of a node is after text [len], which has the same key of 8 bytes. */
static bool is_after(const tr_prefix_tree *t, size_t node, const char *text, size_t len)
{
    size_t n;
    const char *const rest = rest_of(t, t->nodes[node].id, KEY, &n);
    const size_t both = n < len - KEY ? n : len - KEY;
    const int order = memcmp(rest, text + KEY, both);
    return order ? order > 0 : n > both;
}

/* How many nodes come before the first one that is after text [len]. */
static size_t nodes_before(const tr_prefix_tree *t, uint64_t key, const char *text, size_t len)
{
    size_t end = nodes_up_to(t, key);
    if (!(key & 0xFF) || !end || t->nodes[end - 1].key != key) return end;
    for (size_t begin = nodes_up_to(t, key - 1); begin < end;) {
        const size_t middle = begin + (end - begin) / 2;
        if (is_after(t, middle, text, len))
            end = middle;
        else
            begin = middle + 1;
    }
    return end;
}

/* How many bytes text [len] shares with the piece of a node. */
static size_t shared_with(const tr_prefix_tree *t, int32_t node, uint64_t key, const char *text,
                          size_t len)
{
    size_t n, i = 0;
    if (t->nodes[node].key != key) return same_bytes(t->nodes[node].key, key);
    const char *const rest = rest_of(t, t->nodes[node].id, KEY, &n);
    while (i < n && i + KEY < len && rest[i] == text[i + KEY])
        i++;
    return KEY + i;
}

int32_t tr_prefix_tree_longest(const tr_prefix_tree *t, const char *text, size_t len)
{
    const uint64_t key = key_of(text, len);
    const size_t end = nodes_before(t, key, text, len);
    if (!end) return -1;
    int32_t node = (int32_t)end - 1;
    size_t shared = shared_with(t, node, key, text, len);
    if (shared > len) shared = len;
    while (node >= 0 && tr_prefix_tree_len(t, node) > shared)
        node = t->nodes[node].parent;
    return node;
}

int32_t tr_prefix_tree_find(const tr_prefix_tree *t, const char *text, size_t len)
{
    const int32_t node = len ? tr_prefix_tree_longest(t, text, len) : -1;
    return node >= 0 && tr_prefix_tree_len(t, node) == len ? t->nodes[node].id : -1;
}
