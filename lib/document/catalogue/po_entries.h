/* po_entries.h - messages of gettext's PO that go into another catalogue. */
#ifndef TR_PO_ENTRIES_H
#define TR_PO_ENTRIES_H

#include "document/catalogue/entry_tree.h"

/* Appends a message of PO as one that has no translation yet: without the flag that its translation
 * is fuzzy, and without the source before. */
void tr_po_entry_anew(tr_string entry, tr_buf *out);

#endif
