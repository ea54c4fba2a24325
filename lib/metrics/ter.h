/*
 * ter.h - translation edit rate (Snover et al. 2006): how many words of a translation have to be
 * inserted, deleted, replaced or moved in blocks to make it the reference.
 *
 * The best series of moves cannot be found in reasonable time.  Which is found here follows
 * sacreBLEU 2's account of tercom: always the move that saves most, of blocks of at most 10
 * words, over at most 50; edit distances are taken within 25 places of the diagonal.
 */
#ifndef TR_TER_H
#define TR_TER_H

#include "metrics/symbols.h"

/* Working memory; starts out as zeros, and serves one line after the other. */
typedef struct tr_ter {
    struct tr_ter_row *rows;  /* of the table of edit distances */
    uint32_t *cost, *trial;   /* [cells] of the table, and of the one for a move that is tried */
    uint8_t *edit;            /* [cells] the last on the way to a cell, of the table filled last */
    uint32_t *words, *moved;  /* the hypothesis after the moves so far, and after one more */
    uint32_t *behind;         /* for each word of the reference, where in `words` it ends */
    uint32_t *wrong, *missed; /* how many before each word of `words`, the reference, are so */
    size_t n_rows, n_cost, n_trial, n_edit, n_words, n_moved, n_behind, n_wrong,
        n_missed; /* room */
    bool failed;  /* out of memory: a result since was wrong */
} tr_ter;

void tr_ter_free(tr_ter *w);

/* Edits, moves included, that make the reference of the hypothesis. */
size_t tr_ter_edits(tr_ter *w, const tr_symbols *hypothesis, const tr_symbols *reference);

#endif
