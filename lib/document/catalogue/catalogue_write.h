/* catalogue_write.h - a catalogue with new entries in it, or without some: copied bytes. */
#ifndef TR_CATALOGUE_WRITE_H
#define TR_CATALOGUE_WRITE_H

#include "document/catalogue/compared.h"

/* What is written of a tree: the source without what is there already, or the catalogue as it
 * grows. */
typedef struct tr_catalogue_writing {
    const tr_catalogue *c;
    const tr_entry_tree *tree;  /* what is written */
    const tr_entry_tree *fresh; /* NULL: nothing is added */
    const int *fresh_of;        /* [source.n] */
    const bool *gone;           /* [tree.n] entries that are left out; NULL: none are */
    const char *declared;       /* attributes that the first element gets; NULL: none */
    tr_buf *out;
    tr_string from, to; /* set by the function: what the source and the catalogue indent by */
} tr_catalogue_writing;

void tr_catalogue_write(const tr_catalogue_writing *w);

#endif
