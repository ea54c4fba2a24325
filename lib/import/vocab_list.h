/* vocab_list.h - pieces and their ids in the order of a file; while it is read. */
#ifndef TR_VOCAB_LIST_H
#define TR_VOCAB_LIST_H

#include "base/buf.h"
#include "base/error.h"

enum { TR_VOCAB_MAX_PIECES = 1 << 21 };

typedef struct tr_vocab_entry {
    uint32_t id;
    size_t begin, len; /* in the list's text */
} tr_vocab_entry;

typedef struct tr_vocab_list {
    tr_buf text;
    tr_vocab_entry *entries;
    size_t n, capacity;
    const char *path; /* for messages */
    tr_error *err;
} tr_vocab_list;

/* TR_EFORMAT after TR_VOCAB_MAX_PIECES; TR_ENOMEM. */
int tr_vocab_list_add(tr_vocab_list *list, const char *piece, size_t len, uint32_t id);

#endif
