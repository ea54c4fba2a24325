/* compared.h - a catalogue and its source, compared: what tr_catalogue_open() has found. */
#ifndef TR_COMPARED_H
#define TR_COMPARED_H

#include "base/region.h"
#include "document/catalogue/entry_tree.h"

/* What becomes of an entry of the source. */
enum fate { STAYS, IS_LEFT_OUT, IS_MISSING, HAS_CHANGED };

typedef struct key_list {
    char **names; /* [n] in the region */
    size_t n, capacity;
} key_list;

struct tr_catalogue {
    tr_region region;
    const char *name, *format;
    const char *language; /* of the translation, whose plurals have forms of their own; or NULL */
    tr_entry_reader *read;
    bool has_units, declares;            /* units; its texts say their encoding */
    char of_source[64], of_existing[64]; /* encodings that are not UTF-8; "": they are in it */
    tr_entry_tree source, old, existing;
    int *existing_of; /* [source.n] the existing entry; TR_NO_ENTRY */
    int *source_of;   /* [existing.n] */
    char *fates;      /* [source.n] enum fate */
    bool *wanted;     /* [source.n] */
    int *itself;      /* [source.n] the first entry of its key */
    bool *gone;       /* [existing.n] the source no longer has it, or what it belongs to */
    key_list keys[3]; /* enum tr_catalogue_change */
    tr_buf reduced, grown, encoded;
    bool has_languages; /* the source's keys are below one, and so are the translation's */
    bool failed;
    tr_string to_translate;
    bool is_written; /* that is as the fates have it */
};

/* The twins of entries in another tree, which is sorted: [from->n], which the caller frees; NULL:
 * out of memory. */
int *tr_entry_twins(const tr_entry_tree *from, const tr_entry_tree *to);

/* True if values are the same, but for white space at their ends. */
bool tr_entry_same_value(const tr_entry_tree *a, int i, const tr_entry_tree *b, int j);

/* "menu.file.open", without a language that all are in; NULL: out of memory, which is noted. */
char *tr_catalogue_path(tr_catalogue *c, const tr_entry_tree *t, int i);
void tr_catalogue_note(tr_catalogue *c, enum tr_catalogue_change change, const tr_entry_tree *t,
                       int i);

/* Decides what becomes of all entries of trees that were read; `old` NULL: there is none.
 * TR_ENOMEM.
 */
int tr_catalogue_compare(tr_catalogue *c, const tr_string *old, tr_error *err);

/* Chooses the entries of the source that are written for the translator: each with the groups that
 * it is in; lists as a whole, for their places count. */
void tr_catalogue_choose_wanted(tr_catalogue *c);

#endif
