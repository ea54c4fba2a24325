/*
 * word_rows.h - the rows of the output layer, one after the other, for words that shortlists name.
 *
 * In the packed matrix sixteen rows lie side by side, and a row alone is spread over as many cache
 * lines as it has quads.  A row is copied when the first sentence asks for it.  All sessions of a
 * model share the copies; the system backs them with memory as they are made.
 */
#ifndef TR_WORD_ROWS_H
#define TR_WORD_ROWS_H

#include <pthread.h>

#include "kernels/kernels.h"

typedef struct tr_word_rows {
    const tr_matrix *all; /* the packed int8 matrix */
    pthread_mutex_t lock; /* of what follows */
    uint32_t *place;      /* [all->n_out] where a word's copy is, from 1 on; 0: nowhere */
    size_t n;             /* copies */
    int8_t *rows;         /* [all->n_out] as picked weights lie (tr_matrix) */
} tr_word_rows;

/* NULL if memory runs out; `all` must outlive it. */
tr_word_rows *tr_word_rows_create(const tr_matrix *all);
void tr_word_rows_free(tr_word_rows *w);

/* pick [n] receives where the copies of words ids [n] are, for tr_matrix.pick.  Any thread may call
 * it. */
void tr_word_rows_pick(tr_word_rows *w, const int32_t *ids, size_t n, uint32_t *pick);

#endif
