#include "text/pieces.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* At most half of the slots are taken, so that by chance not even a vocabulary of millions has a
 * tenth of the limit in a row. */
enum { LONGEST_RUN = 1000 };

/* Eight bytes at a time: a multiplication for each byte, as in FNV-1a, takes twice as long. */
static uint32_t piece_hash(const char *text, size_t len)
{
    uint64_t h = len, word;
    for (; len > 0; len -= len < sizeof word ? len : sizeof word) {
        const size_t n = len < sizeof word ? len : sizeof word;
        word = 0;
        for (size_t i = 0; i < n; i++)
            word = word << 8 | (unsigned char)*text++;
        h = (h ^ word) * UINT64_C(0x9E3779B97F4A7C15);
        h ^= h >> 32;
    }
    return (uint32_t)h;
}

bool tr_pieces_create(tr_pieces *p, size_t n_max, size_t n_bytes)
{
    size_t n_slots = 16;
    *p = (tr_pieces){0};
    if (n_max > INT32_MAX / 2 || n_bytes > UINT32_MAX - n_max - 1) return false;
    while (n_slots < 2 * n_max)
        n_slots *= 2;
    p->mask = (uint32_t)(n_slots - 1);
    p->text = malloc(n_bytes + n_max + 1);
    p->begin = malloc((n_max + 1) * sizeof *p->begin);
    p->slots = calloc(n_slots, sizeof *p->slots);
    if (p->text && p->begin && p->slots) {
        p->begin[0] = 0;
        return true;
    }
    tr_pieces_free(p);
    return false;
}

void tr_pieces_free(tr_pieces *p)
{
    free(p->text);
    free(p->begin);
    free(p->slots);
    *p = (tr_pieces){0};
}

static int32_t id_in(const tr_pieces *p, uint32_t slot)
{
    return (int32_t)(slot & p->mask) - 1;
}

static bool is_piece(const tr_pieces *p, int32_t id, const char *text, size_t len)
{
    return tr_pieces_len(p, id) == len && memcmp(tr_pieces_text(p, id), text, len) == 0;
}

/* The slot that text [len] is in, or the free one where it belongs; NULL after LONGEST_RUN. */
static uint32_t *piece_slot(const tr_pieces *p, uint32_t hash, const char *text, size_t len)
{
    for (uint32_t i = 0; i < LONGEST_RUN; i++) {
        uint32_t *const s = &p->slots[(hash + i) & p->mask];
        if (!*s) return s;
        if (((*s ^ hash) & ~p->mask) == 0 && is_piece(p, id_in(p, *s), text, len)) return s;
    }
    return NULL;
}

bool tr_pieces_add(tr_pieces *p, const char *text, size_t len)
{
    const uint32_t hash = piece_hash(text, len);
    uint32_t *const s = piece_slot(p, hash, text, len);
    if (!s || *s) return false;
    assert((uint32_t)p->n < (p->mask + 1) / 2);
    char *const own = p->text + p->begin[p->n++];
    memcpy(own, text, len);
    own[len] = '\0';
    p->begin[p->n] = (uint32_t)(own - p->text + (ptrdiff_t)len + 1);
    *s = (hash & ~p->mask) | (uint32_t)p->n;
    return true;
}

int32_t tr_pieces_find(const tr_pieces *p, const char *text, size_t len)
{
    if (p->n == 0) return -1;
    const uint32_t *const s = piece_slot(p, piece_hash(text, len), text, len);
    return s && *s ? id_in(p, *s) : -1;
}
