/*
 * read_xliff.h - XLIFF 1.2 and 2.x.
 *
 * A segment is the source of a unit that has no target, or an empty one; its translation becomes
 * the target.  Of a unit that is cut into segments, each is one (xliff_marks.h).
 */
#ifndef TR_READ_XLIFF_H
#define TR_READ_XLIFF_H

#include "document/segment/content.h"

int tr_read_xliff(tr_content *d, tr_error *err);

#endif
