#include "dictionary/word_index.h"

#include <stdlib.h>

#include "base/buf.h"
#include "base/hash.h"

static uint32_t hash_of(const char *key, size_t len)
{
    const uint64_t h = tr_fnv1a(TR_FNV1A_START, key, len);
    return (uint32_t)(h ^ h >> 32);
}

void tr_word_index_add(tr_word_index *x, const char *key, size_t len, size_t at)
{
    x->places = tr_room(x->places, &x->capacity, x->n + 1, sizeof *x->places, &x->failed);
    if (x->failed) return;
    x->places[x->n++] = (struct tr_word_place){hash_of(key, len), (uint32_t)at};
}

static int compare(const void *a, const void *b)
{
    const struct tr_word_place *const p = a, *const q = b;

    if (p->hash != q->hash) return p->hash < q->hash ? -1 : 1;
    return p->at < q->at ? -1 : p->at > q->at;
}

void tr_word_index_end(tr_word_index *x)
{
    if (x->n) qsort(x->places, x->n, sizeof *x->places, compare);
}

void tr_word_index_free(tr_word_index *x)
{
    free(x->places);
    *x = (tr_word_index){0};
}

const struct tr_word_place *tr_word_index_find(const tr_word_index *x, const char *key, size_t len,
                                               size_t *n)
{
    const uint32_t hash = hash_of(key, len);
    size_t low = 0, high = x->n;

    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (x->places[middle].hash < hash)
            low = middle + 1;
        else
            high = middle;
    }
    for (*n = 0; low + *n < x->n && x->places[low + *n].hash == hash; ++*n) {
    }
    return x->places + low;
}
