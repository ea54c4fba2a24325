/*
 * read_ts.h - Qt's catalogues, ".ts", whose first element is TS.
 *
 * A segment is the source of a message whose translation is unfinished and empty, once for each of
 * its plural forms.
 */
#ifndef TR_READ_TS_H
#define TR_READ_TS_H

#include "document/segment/content.h"

int tr_read_ts(tr_content *d, tr_error *err);

/* A translation that wants no review is finished (review.h). */
void tr_mark_review_ts(const tr_content *source, const tr_content *d, tr_buf *out);

/* "language" of the first element. */
void tr_set_language_ts(const tr_content *source, const tr_content *d, tr_buf *out);

/* The message that a segment is in, as tr_reader has it. */
size_t tr_ts_unit(const tr_segment *p);

#endif
