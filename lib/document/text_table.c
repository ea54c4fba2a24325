#include "document/text_table.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"

/* At most half of the slots are taken: of hashes that are not made, less than one in 10^20 needs
 * more places. */
enum { FIRST_SIZE = 1024, MOST_PLACES = 256 };

static size_t slot_of_hash(const tr_text_table *t, tr_string text)
{
    const uint64_t h = tr_fnv1a(TR_FNV1A_START, text.text, text.len);
    return (size_t)(h ^ h >> 32) & (t->size - 1);
}

/* The slot that has the text, or is free for it; NULL: neither is near. */
static size_t *find_slot(const tr_text_table *t, tr_text_at *at, const void *ctx, tr_string text)
{
    size_t i = slot_of_hash(t, text);

    for (int places = 0; places < MOST_PLACES; places++) {
        if (!t->slots[i]) return &t->slots[i];
        const tr_string other = at(ctx, t->slots[i] - 1);
        if (other.len == text.len && !memcmp(other.text, text.text, text.len)) return &t->slots[i];
        i = (i + 1) & (t->size - 1);
    }
    return NULL;
}

/* Makes room for one text more than n. */
static bool grow(tr_text_table *t, tr_text_at *at, const void *ctx, size_t n)
{
    const tr_text_table old = *t;

    if (2 * (n + 1) < t->size) return true;
    t->size = t->size ? 2 * t->size : FIRST_SIZE;
    t->slots = calloc(t->size, sizeof *t->slots);
    if (!t->slots) {
        *t = old;
        return false;
    }
    for (size_t k = 0; k < old.size; k++) {
        size_t *const slot = old.slots[k] ? find_slot(t, at, ctx, at(ctx, old.slots[k] - 1)) : NULL;
        if (slot) *slot = old.slots[k];
    }
    free(old.slots);
    return true;
}

int tr_text_table_put(tr_text_table *t, tr_text_at *at, const void *ctx, size_t n, tr_string text,
                      size_t *i)
{
    if (!grow(t, at, ctx, n)) return TR_ENOMEM;
    size_t *const slot = find_slot(t, at, ctx, text);
    if (slot && *slot) {
        *i = *slot - 1;
        return 1;
    }
    if (slot) *slot = n + 1;
    return 0;
}

void tr_text_table_clear(tr_text_table *t)
{
    if (t->slots) memset(t->slots, 0, t->size * sizeof *t->slots);
}

void tr_text_table_free(tr_text_table *t)
{
    free(t->slots);
    *t = (tr_text_table){0};
}
