/*
 * pieces.h - the pieces of a vocabulary: the text of an id, and the id of a text.
 *
 * Ids are given in the order of adding, from 0.  Room is reserved once, so that only creation
 * can run out of memory.
 */
#ifndef TR_PIECES_H
#define TR_PIECES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct tr_pieces {
    char *text;      /* one piece after the other, each with a NUL */
    uint32_t *begin; /* [n + 1]: where each begins in `text`; the last is where the next one will */
    int32_t n;

    /* [mask + 1], a power of two of at least 2 n: a piece's id, counted from 1, which is below
     * the power, and above it, the rest of the piece's hash; 0: nothing stands here. */
    uint32_t *slots;
    uint32_t mask;
} tr_pieces;

/* Room for n_max pieces of n_bytes in all, less than 4 GiB.  False out of memory, with *p empty. */
bool tr_pieces_create(tr_pieces *p, size_t n_max, size_t n_bytes);
void tr_pieces_free(tr_pieces *p);

/* Adds text [len], which holds no NUL, as the next id.  False when it is there already; or when
 * so many that hash alike are there that somebody must have chosen them to waste time. */
bool tr_pieces_add(tr_pieces *p, const char *text, size_t len);

/* The id of text [len], or -1. */
int32_t tr_pieces_find(const tr_pieces *p, const char *text, size_t len);

/* 0 <= id < n; NUL-terminated. */
static inline const char *tr_pieces_text(const tr_pieces *p, int32_t id)
{
    return p->text + p->begin[id];
}

static inline size_t tr_pieces_len(const tr_pieces *p, int32_t id)
{
    return p->begin[id + 1] - p->begin[id] - 1;
}

#endif
