/*
 * encoded.h - encoded sentence pairs: piece ids in an unnamed file, which is written once and then
 * mapped, so that memory does not grow with the text.
 */
#ifndef TR_ENCODED_H
#define TR_ENCODED_H

#include <stdint.h>

#include "base/file.h"

/* A list of numbers in a file of its own. */
typedef struct tr_index {
    FILE *stream; /* while it is written */
    tr_file file;
    uint64_t n;
} tr_index;

/* Begins as zeros.  `beside` is a path in the folder where the file goes.  TR_EIO, TR_ENOMEM. */
int tr_index_create(tr_index *x, const char *beside, tr_error *err);
int tr_index_add(tr_index *x, uint64_t number, const char *beside, tr_error *err);
int tr_index_finish(tr_index *x, const char *beside, tr_error *err);
void tr_index_free(tr_index *x);
uint64_t tr_index_at(const tr_index *x, uint64_t i); /* after tr_index_finish() */

/* Ids of a pair, of 16 bits each or `wide` ones of 32. */
typedef struct tr_pair {
    const void *source, *target;
    size_t n_source, n_target;
    bool wide;
} tr_pair;

/* Id i of a side of the pair, pair->source or pair->target. */
static inline int32_t tr_pair_id(const tr_pair *pair, const void *side, size_t i)
{
    return pair->wide ? ((const int32_t *)side)[i] : ((const uint16_t *)side)[i];
}

/* The ids of all pairs.  An index has the position of each pair. */
typedef struct tr_encoded {
    FILE *stream;
    tr_file file;
    uint64_t n;      /* elements */
    uint64_t digest; /* of all ids */
    bool wide;       /* elements have 32 bits, else 16 */
    char *record;
    size_t room; /* bytes */
} tr_encoded;

/* `wide`: for ids of 65536 and more. */
int tr_encoded_create(tr_encoded *e, const char *beside, bool wide, tr_error *err);
/* Appends a pair, ids[side] [n[side]], and its position to *index. */
int tr_encoded_add(tr_encoded *e, tr_index *index, int32_t *const ids[2], const size_t n[2],
                   const char *beside, tr_error *err);
int tr_encoded_finish(tr_encoded *e, const char *beside, tr_error *err);
void tr_encoded_free(tr_encoded *e);

/* Pair i of the index; its ids live as long as *e. */
tr_pair tr_encoded_at(const tr_encoded *e, const tr_index *index, uint64_t i);

#endif
