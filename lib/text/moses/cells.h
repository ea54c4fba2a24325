/*
 * cells.h - a text as characters, each of which knows the bytes that it came from.
 *
 * Text is rewritten step by step, from one such list into another; what is put in has the place of
 * what it stands for.
 */
#ifndef TR_CELLS_H
#define TR_CELLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct tr_cell {
    int32_t c;
    size_t begin, end; /* bytes of the first text; never before the bytes of the cell before */
} tr_cell;

typedef struct tr_cells {
    tr_cell *cell; /* [n] */
    size_t n, capacity;
    tr_cell *next; /* [n_next]: what a step makes of them */
    size_t n_next, next_capacity;
    bool failed; /* out of memory */
} tr_cells;

/* Valid UTF-8 into empty cells.  Made of {0}. */
void tr_cells_read(tr_cells *t, const char *text, size_t len);
void tr_cells_free(tr_cells *t);

/* A step: puts cells behind the ones that it made, and at its end they take the place of the old
 * ones. */
void tr_cells_put(tr_cells *t, int32_t c, size_t begin, size_t end);
void tr_cells_put_text(tr_cells *t, const char *text, size_t begin, size_t end);
void tr_cells_keep(tr_cells *t, size_t i);
void tr_cells_take(tr_cells *t);

/* A step that puts `to` in the place of each `from`, ASCII or not, from left to right.  What both
 * begin or end with keeps its place. */
void tr_cells_replace(tr_cells *t, const char *from, const char *to);

/* A step: one blank for several. */
void tr_cells_squeeze(tr_cells *t);

/* A step: no blank at either end. */
void tr_cells_trim(tr_cells *t);

/* The character at `i`, or -1 where there is none. */
static inline int32_t tr_cells_at(const tr_cells *t, size_t i)
{
    return i < t->n ? t->cell[i].c : -1;
}

#endif
