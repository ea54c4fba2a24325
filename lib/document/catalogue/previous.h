/* previous.h - messages of gettext's PO that take the place of others: what msgmerge --previous
 * writes of them, "#, fuzzy" and the source before, "#| msgid". */
#ifndef TR_PREVIOUS_H
#define TR_PREVIOUS_H

#include "document/catalogue/compared.h"

/* For each entry of the source that is missing, the one that it is likely to have been: of the
 * translated entries that are gone, the one most like it, if they have 0.6 of their pairs of bytes
 * in common.  [source.n], TR_NO_ENTRY where there is none, which the caller frees; NULL: out of
 * memory.  Where there are many, it stops at some seconds' work. */
int *tr_previous_find(const tr_catalogue *c);

/* Appends the catalogue as it has grown, which is sorted; entries that are translated and have been
 * another (`previous` as above) say so. */
void tr_previous_write(const tr_catalogue *c, const int *previous, const tr_entry_tree *grown,
                       tr_buf *out);

#endif
