/*
 * entry_tree.h - the entries of a catalogue: which keys it has, in which groups, and where.
 *
 * An entry is a key with its value; the value of a group is entries.  Between entries stand
 * separators and what nobody looks for.  An entry of lines begins with the comment above.
 *
 * A catalogue of units holds each source beside its translation: the value is the source then,
 * empty where the key is.
 */
#ifndef TR_ENTRY_TREE_H
#define TR_ENTRY_TREE_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/error.h"
#include "base/span.h"
#include "translate.h"

enum { TR_NO_ENTRY = -1, TR_ENTRY_DEPTH = 200 /* groups in groups */ };

typedef struct tr_entry {
    tr_span whole;           /* bytes of key and value */
    tr_span value;           /* of a group what is within its brackets, or its lines */
    size_t key, key_len;     /* in the tree's keys */
    int parent, child, next; /* TR_NO_ENTRY: none */
    int depth;
    bool is_group, is_list;
    bool in_braces;      /* a group of a tree of lines, whose entries commas part */
    tr_span translation; /* of a unit, with its element or keywords; empty: none */
    const char *blank;   /* what a translation is that is still to be made */
} tr_entry;

/* entries[0] is the group of all. */
typedef struct tr_entry_tree {
    const char *text; /* [size] */
    size_t size;
    tr_entry *entries; /* [n] in the order of the text */
    size_t n, capacity;
    int *last;   /* [capacity] the last child of each so far */
    int *sorted; /* [n] by group and key; NULL: not yet */
    tr_buf keys;
    bool commas;       /* stand between entries */
    bool comments;     /* may stand above an entry, and behind such a comma, on its line */
    bool lines;        /* entries are whole lines */
    bool failed;       /* out of memory */
    const char *wrong; /* why text is no such catalogue, from byte wrong_at on; NULL: it is one */
    size_t wrong_at;
} tr_entry_tree;

void tr_entry_tree_free(tr_entry_tree *t);

/* Adds an entry to a group; its number, or TR_NO_ENTRY: it failed, or groups are too deep. */
int tr_entry_tree_add(tr_entry_tree *t, int parent, const char *key, size_t len, bool is_group);

/* Gives an entry of a tree that is not sorted another key. */
void tr_entry_tree_rename(tr_entry_tree *t, int i, tr_string key);

/* True if the entries of a group are whole lines; if commas part them. */
static inline bool tr_entry_has_lines(const tr_entry_tree *t, int group)
{
    return t->lines && !t->entries[group].in_braces;
}

static inline bool tr_entry_has_commas(const tr_entry_tree *t, int group)
{
    return t->commas || t->entries[group].in_braces;
}

tr_string tr_entry_key(const tr_entry_tree *t, int i);

/* False if entries are not within their groups, in order, as they are where markup is well-formed.
 */
bool tr_entry_tree_is_sound(const tr_entry_tree *t);

/* Sorts the entries, whose keys stay as they are from here on.  False: out of memory. */
bool tr_entry_tree_sort(tr_entry_tree *t);

/* The first child of a group, of a sorted tree, that has a key; TR_NO_ENTRY. */
int tr_entry_tree_find(const tr_entry_tree *t, int parent, tr_string key);

/* Where the comments begin that stand on lines of their own right above byte `at`, which nothing
 * but white space and comments is before from byte `begin` on; `at` if there are none.  `comment`
 * tells the byte behind the comment that begins at a byte, or that byte. */
size_t tr_entry_comments_above(const char *text, size_t begin, size_t at,
                               size_t comment(const char *text, size_t at, size_t end));

/* Read the text of a tree, which has nothing else yet, as a catalogue of a format, which has to be
 * read by tr_document, too. */
typedef void tr_entry_reader(tr_entry_tree *t);
tr_entry_reader tr_fluent_entries, tr_json_entries, tr_json5_entries, tr_line_entries,
    tr_php_entries, tr_plist_entries, tr_po_entries, tr_strings_entries, tr_toml_entries,
    tr_ts_entries, tr_xcstrings_entries, tr_xliff_entries, tr_xml_entries, tr_yaml_entries;

#endif
