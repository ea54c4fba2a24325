/* vocab_list.h - pieces and their ids in the order of a file; between the parts of vocab.h. */
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

/* TR_EFORMAT behind TR_VOCAB_MAX_PIECES; TR_ENOMEM. */
int tr_vocab_list_add(tr_vocab_list *list, const char *piece, size_t len, uint32_t id);

/* One form each. */
int tr_vocab_list_read_yaml(tr_vocab_list *list, const char *text, size_t size);
int tr_vocab_list_read_json(tr_vocab_list *list, const char *text, size_t size);
int tr_vocab_list_read_lines(tr_vocab_list *list, const char *text, size_t size);

#endif
