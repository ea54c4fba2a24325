/*
 * tagged.h - a segment's text with its marks, as people and programs may change it.
 *
 * Mark k, counted from 1, is "<k>" and "</k>" around its text, or "<k/>" for a point, a key or an
 * atom;
 * "&lt;" and "&amp;" stand for "<" and "&".
 */
#ifndef TR_TAGGED_H
#define TR_TAGGED_H

#include "base/error.h"
#include "document/segment/content.h"

/* Appends plain text [len] with "&lt;" and "&amp;". */
void tr_tagged_add_text(tr_buf *out, const char *text, size_t len);

/* Appends the text of the segment with its marks. */
void tr_tagged_source(const tr_segment *p, tr_buf *out);

/* Appends text [len] with marks, as the document has it, to `out`.  A key
 * that is missing is put before its letter (mark_words.h).  TR_EINVAL if another mark is missing,
 * is there twice or stands in another mark than in the source, and if the text is empty or has
 * other placeholders than the source; TR_ENOMEM. */
int tr_tagged_write(const tr_content *d, const tr_segment *p, const char *text, size_t len,
                    tr_buf *out, tr_error *err);

/* The next stretch of plain text in a tagged one from *at on, without blanks at its edges, and *at
 * after it; false at the end. */
bool tr_tagged_next_text(const tr_buf *tagged, size_t *at, tr_span *part);

#endif
