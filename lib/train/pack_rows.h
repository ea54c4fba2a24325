/* pack_rows.h - the pack of a step that is being filled with sentence pairs. */
#ifndef TR_PACK_ROWS_H
#define TR_PACK_ROWS_H

#include "train/data/encoded.h"
#include "train/network/pass.h"

/* A step is cut into packs of at most this many rows on each side. */
enum { TR_PACK_ROWS = 2048 };

typedef struct tr_pack_rows {
    int32_t *ids[2];  /* [TR_PACK_ROWS] */
    size_t *start[2]; /* [TR_PACK_ROWS + 1] */
    size_t n, rows[2], most_rows;
    uint64_t first_row[2];
} tr_pack_rows;

/* Begins as zeros; false without memory.  `most_rows`, up to TR_PACK_ROWS, is the caller's to set.
 */
bool tr_pack_rows_create(tr_pack_rows *g);
void tr_pack_rows_free(tr_pack_rows *g);

/* Begins the first pack of a step, or the next one. */
void tr_pack_rows_begin(tr_pack_rows *g);
void tr_pack_rows_next(tr_pack_rows *g);

/* Returns false if the pair does not fit any more. */
bool tr_pack_rows_add(tr_pack_rows *g, const tr_pair *pair);

/* The pack as it is, in the arrays of *g. */
tr_pack tr_pack_rows_view(const tr_pack_rows *g);

#endif
