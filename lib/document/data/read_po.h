/*
 * read_po.h - catalogues of GNU gettext.
 *
 * A segment is the msgid of an entry whose msgstr is empty; its translation is written to the
 * msgstr.
 */
#ifndef TR_READ_PO_H
#define TR_READ_PO_H

#include "document/segment/content.h"

int tr_read_po(tr_content *d, tr_error *err);

/* Says of each unit that was translated that it wants a review (review.h). */
void tr_mark_review_po(const tr_content *source, const tr_content *d, tr_buf *out);

#endif
