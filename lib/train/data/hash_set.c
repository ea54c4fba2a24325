#include "train/data/hash_set.h"

#include <stdlib.h>

enum { FIRST_ROOM = 1 << 16 };

uint64_t tr_hash_mix(uint64_t h)
{
    h = (h ^ (h >> 30)) * 0xbf58476d1ce4e5b9;
    h = (h ^ (h >> 27)) * 0x94d049bb133111eb;
    return h ^ (h >> 31);
}

/* The slot that h is in, or the empty one that it would go to. */
static size_t slot_of(const uint64_t *slots, size_t room, uint64_t h)
{
    size_t at = h & (room - 1);
    while (slots[at] && slots[at] != h)
        at = (at + 1) & (room - 1);
    return at;
}

static int grow_set(tr_hash_set *s, tr_error *err)
{
    const size_t room = s->room ? 2 * s->room : FIRST_ROOM;
    uint64_t *larger = calloc(room, sizeof *larger);

    if (!larger) return tr_fail_memory(err);
    for (size_t i = 0; i < s->room; i++)
        if (s->slots[i]) larger[slot_of(larger, room, s->slots[i])] = s->slots[i];
    free(s->slots);
    s->slots = larger;
    s->room = room;
    return 0;
}

int tr_hash_set_add(tr_hash_set *s, uint64_t h, tr_error *err)
{
    if (2 * (s->n + 1) > s->room) {
        const int rc = grow_set(s, err);
        if (rc < 0) return rc;
    }
    h = h ? h : 1;
    const size_t at = slot_of(s->slots, s->room, h);
    if (s->slots[at]) return 1;
    s->slots[at] = h;
    s->n++;
    return 0;
}

void tr_hash_set_free(tr_hash_set *s)
{
    free(s->slots);
    *s = (tr_hash_set){0};
}
