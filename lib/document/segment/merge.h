/*
 * merge.h - a document with other text in its segments, read again before anybody sees it.
 */
#ifndef TR_MERGE_H
#define TR_MERGE_H

#include "document/segment/format.h"

/* Appends the content with what is written for its segments.  Where reading the result again does
 * not find the same segments with the same marks, the segments that did it go back to their source.
 * TR_ENOMEM. */
int tr_merge(tr_content *d, const tr_reader *reader, tr_buf *out, tr_error *err);

#endif
