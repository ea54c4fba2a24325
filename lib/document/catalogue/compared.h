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
    const char *name;
    tr_entry_reader *read;
    tr_entry_tree source, old, existing;
    int *existing_of; /* [source.n] the existing entry; TR_NO_ENTRY */
    int *source_of;   /* [existing.n] */
    char *fates;      /* [source.n] enum fate */
    bool *wanted;     /* [source.n] */
    bool *gone;       /* [existing.n] the source no longer has it, or what it belongs to */
    key_list keys[3]; /* enum tr_catalogue_change */
    tr_buf reduced, grown;
    bool has_languages; /* the source's keys are below one, and so are the translation's */
    bool failed;
};

#endif
