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

/* Appends a catalogue in which plurals with two empty forms, as templates have them, have as many
 * as its language, and in which the field of a template that says no number is the target
 * language's. False, with nothing appended, where all is so. */
bool tr_prepare_po(const tr_content *d, tr_buf *out);

/* Says of each unit that was translated that it wants a review (review.h). */
void tr_mark_review_po(const tr_content *source, const tr_content *d, tr_buf *out);

/* The unit that a segment is in, as tr_reader has it. */
size_t tr_po_unit(const tr_segment *p);

/* How long the translation of a segment is, and how long it may be, as tr_reader has them. */
const tr_length_bound *tr_po_limit(const tr_segment *p);
size_t tr_po_written_length(const tr_segment *p);

#endif
