/* entry_lines.h - entries that are whole lines, each with the comments right above it. */
#ifndef TR_ENTRY_LINES_H
#define TR_ENTRY_LINES_H

#include "base/span.h"
#include "document/catalogue/entry_tree.h"

typedef struct tr_entry_lines tr_entry_lines;
struct tr_entry_lines {
    tr_entry_tree *tree;
    size_t at;    /* where the next line begins */
    size_t above; /* where the comments above it begin, or it */
    int group;    /* that entries are in */
    size_t last;  /* where the entry before ends */
    /* The byte behind the comment at byte `at`; `at` if there is none. */
    size_t (*comment)(const char *text, size_t at, size_t end);
    const char *apart; /* comments that begin so belong to no entry; NULL: none do */
    /* Reads the entry whose text begins at byte `begin`, and puts l->at behind its last line; may
     * set tree->wrong. */
    void (*entry)(tr_entry_lines *l, size_t begin);
};

/* Reads all lines of the tree's text. */
void tr_entry_lines_read(tr_entry_lines *l);

/* Adds an entry, or what begins a group, that ends at l->at; its number, or 0: it failed. */
int tr_entry_lines_add(tr_entry_lines *l, tr_string key, tr_span value, bool is_group);

/* Ends the group at hand with the entry before. */
void tr_entry_lines_close(tr_entry_lines *l);

/* Goes from the end of an entry past the blanks and the comment behind it, and its line end; false,
 * and the tree is wrong, if anything else follows. */
bool tr_entry_lines_end(tr_entry_lines *l, size_t at);

/* Notes what is wrong at byte `at`. */
void tr_entry_lines_refuse(tr_entry_lines *l, size_t at, const char *why);

#endif
