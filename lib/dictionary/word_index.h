/* word_index.h - where the words of a dictionary stand: offsets by the hashes of keys. */
#ifndef TR_WORD_INDEX_H
#define TR_WORD_INDEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Eight bytes a word.  Starts as zeros. */
typedef struct tr_word_index {
    struct tr_word_place {
        uint32_t hash, at;
    } * places; /* [n], by hash and offset after tr_word_index_end() */
    size_t n, capacity;
    bool failed; /* out of memory */
} tr_word_index;

void tr_word_index_add(tr_word_index *x, const char *key, size_t len, size_t at);
void tr_word_index_end(tr_word_index *x);
void tr_word_index_free(tr_word_index *x);

/* The first place of a key's hash, [*n]: other keys may have that hash, too. */
const struct tr_word_place *tr_word_index_find(const tr_word_index *x, const char *key, size_t len,
                                               size_t *n);

#endif
