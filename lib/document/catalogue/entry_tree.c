#include "document/catalogue/entry_tree.h"

#include <stdlib.h>
#include <string.h>

void tr_entry_tree_free(tr_entry_tree *t)
{
    free(t->entries);
    free(t->last);
    free(t->sorted);
    tr_buf_free(&t->keys);
    *t = (tr_entry_tree){0};
}

static bool make_room(tr_entry_tree *t)
{
    if (t->n < t->capacity) return true;
    size_t capacity = t->capacity ? 2 * t->capacity : 256;
    tr_entry *const entries = realloc(t->entries, capacity * sizeof *entries);
    if (entries) t->entries = entries;
    int *const last = entries ? realloc(t->last, capacity * sizeof *last) : NULL;
    if (last) t->last = last;
    if (last) t->capacity = capacity;
    t->failed = t->failed || !last;
    return last;
}

int tr_entry_tree_add(tr_entry_tree *t, int parent, const char *key, size_t len, bool is_group)
{
    const int i = (int)t->n, depth = parent == TR_NO_ENTRY ? 0 : t->entries[parent].depth + 1;

    if (depth > TR_ENTRY_DEPTH && !t->wrong) t->wrong = "groups are nested too deep";
    if (t->wrong || !make_room(t)) return TR_NO_ENTRY;
    t->entries[t->n++] = (tr_entry){.key = t->keys.len,
                                    .key_len = len,
                                    .parent = parent,
                                    .child = TR_NO_ENTRY,
                                    .next = TR_NO_ENTRY,
                                    .depth = depth,
                                    .is_group = is_group};
    t->last[i] = TR_NO_ENTRY;
    tr_buf_add(&t->keys, key, len);
    t->failed = t->failed || t->keys.failed;
    if (parent == TR_NO_ENTRY) return i;
    if (t->last[parent] == TR_NO_ENTRY)
        t->entries[parent].child = i;
    else
        t->entries[t->last[parent]].next = i;
    t->last[parent] = i;
    return i;
}

void tr_entry_tree_rename(tr_entry_tree *t, int i, tr_string key)
{
    t->entries[i].key = t->keys.len;
    t->entries[i].key_len = key.len;
    tr_buf_add(&t->keys, key.text, key.len);
    t->failed = t->failed || t->keys.failed;
}

static bool is_within(tr_span inner, tr_span outer)
{
    return outer.begin <= inner.begin && inner.begin <= inner.end && inner.end <= outer.end;
}

bool tr_entry_tree_is_sound(const tr_entry_tree *t)
{
    for (size_t i = 0; i < t->n; i++) {
        const tr_entry *const e = &t->entries[i];
        size_t at = e->value.begin;
        if (e->value.begin > e->value.end || e->value.end > t->size) return false;
        if (i && (!is_within(e->value, e->whole) ||
                  (e->translation.end && !is_within(e->translation, e->whole))))
            return false;
        for (int c = e->child; c != TR_NO_ENTRY; c = t->entries[c].next) {
            if (!is_within(t->entries[c].whole, (tr_span){at, e->value.end})) return false;
            at = t->entries[c].whole.end;
        }
    }
    return true;
}

size_t tr_entry_comments_above(const char *text, size_t begin, size_t at,
                               size_t comment(const char *text, size_t at, size_t end))
{
    bool apart = false, any = false;
    size_t above = at;

    for (size_t i = begin; i < at;) {
        const size_t space = i;
        size_t n_lines = 0;
        i = tr_skip(text, i, at, tr_ascii_is_space);
        for (size_t k = space; k < i; k++)
            n_lines += text[k] == '\n';
        apart = apart || n_lines;
        any = any && n_lines < 2;
        const size_t first = i;
        i = comment(text, first, at);
        if (i == first) break;
        if (apart && !any) above = first;
        any = any || apart;
    }
    return any ? above : at;
}

/* ---- Looking up ---- */

static int compare_keys(tr_string a, tr_string b)
{
    const int c = memcmp(a.text, b.text, a.len < b.len ? a.len : b.len);
    return c ? c : (a.len > b.len) - (a.len < b.len);
}

tr_string tr_entry_key(const tr_entry_tree *t, int i)
{
    return (tr_string){tr_buf_text(&t->keys) + t->entries[i].key, t->entries[i].key_len};
}

/* By group, key and number. */
static int compare_entries(const tr_entry_tree *t, int i, int j)
{
    const tr_entry *const a = &t->entries[i], *const b = &t->entries[j];
    if (a->parent != b->parent) return a->parent < b->parent ? -1 : 1;
    const int c = compare_keys(tr_entry_key(t, i), tr_entry_key(t, j));
    return c ? c : (i > j) - (i < j);
}

/* Merges the sorted halves of list [n]. */
static void merge(const tr_entry_tree *t, int *list, size_t n, int *room)
{
    const size_t middle = n / 2;
    size_t a = 0, b = middle;

    for (size_t k = 0; k < n; k++) {
        const bool first = b == n || (a < middle && compare_entries(t, list[a], list[b]) <= 0);
        room[k] = first ? list[a++] : list[b++];
    }
    memcpy(list, room, n * sizeof *list);
}

static void sort(const tr_entry_tree *t, int *list, size_t n, int *room)
{
    if (n < 2) return;
    sort(t, list, n / 2, room);
    sort(t, list + n / 2, n - n / 2, room);
    merge(t, list, n, room);
}

bool tr_entry_tree_sort(tr_entry_tree *t)
{
    int *const list = malloc((t->n + 1) * sizeof *list), *const room =
                                                             malloc((t->n + 1) * sizeof *room);

    for (size_t i = 0; list && i < t->n; i++)
        list[i] = (int)i;
    if (list && room) sort(t, list, t->n, room);
    free(room);
    free(t->sorted);
    t->sorted = room ? list : NULL;
    if (!room) free(list);
    return t->sorted;
}

int tr_entry_tree_find(const tr_entry_tree *t, int parent, tr_string key)
{
    size_t lo = 0, hi = t->n;

    while (lo < hi) {
        const size_t middle = lo + (hi - lo) / 2;
        const int i = t->sorted[middle], in = t->entries[i].parent;
        const int c =
            in != parent ? (in > parent) - (in < parent) : compare_keys(tr_entry_key(t, i), key);
        if (c < 0)
            lo = middle + 1;
        else
            hi = middle;
    }
    if (lo == t->n || t->entries[t->sorted[lo]].parent != parent) return TR_NO_ENTRY;
    return compare_keys(tr_entry_key(t, t->sorted[lo]), key) ? TR_NO_ENTRY : t->sorted[lo];
}
