/*
 * text_table.h - a hash table by which a text that comes again is found.
 *
 * The texts are the caller's, by numbers from 0 on.  Whoever makes a document can make texts whose
 * hashes meet.  Such a text is looked for in a few places only, and then counts as a new one.
 */
#ifndef TR_TEXT_TABLE_H
#define TR_TEXT_TABLE_H

#include "translate.h"

typedef struct tr_text_table {
    size_t *slots; /* [size] numbers of texts, plus 1; 0: free */
    size_t size;   /* 0, or a power of 2 */
} tr_text_table;

/* Text number i. */
typedef tr_string tr_text_at(const void *ctx, size_t i);

/* Looks for a text among the `n` that were put there: 1, and its number is *i; or 0, and the text,
 * which becomes number `n`, was put there.  TR_ENOMEM. */
int tr_text_table_put(tr_text_table *t, tr_text_at *at, const void *ctx, size_t n, tr_string text,
                      size_t *i);

/* Forgets all texts. */
void tr_text_table_clear(tr_text_table *t);
void tr_text_table_free(tr_text_table *t);

#endif
