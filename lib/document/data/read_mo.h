/*
 * read_mo.h - compiled catalogues of GNU gettext, which become catalogues that people read.
 *
 * The messages have no places that could be written to.  So the catalogue is made PO, as msgunfmt
 * does, and read as such (read_po.h).  Where it is in another language than the target's, its
 * translations are left out.
 */
#ifndef TR_READ_MO_H
#define TR_READ_MO_H

#include "document/segment/content.h"

/* False if the bytes are no such catalogue. */
bool tr_mo_to_po(const tr_content *d, tr_buf *out);
/* Reads what was made of it, or refuses what it is. */
int tr_read_mo(tr_content *d, tr_error *err);

#endif
