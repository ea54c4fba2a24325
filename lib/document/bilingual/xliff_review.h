/* xliff_review.h - what translations in XLIFF say of themselves (review.h). */
#ifndef TR_XLIFF_REVIEW_H
#define TR_XLIFF_REVIEW_H

#include "document/bilingual/xliff_frame.h"
#include "document/segment/content.h"

/* The attributes of a translation that wants a review. */
const char *tr_xliff_wants_review(const tr_xliff_frame *f);

/* Says of each unit that was translated that it wants a review. */
void tr_mark_review_xliff(const tr_content *source, const tr_content *d, tr_buf *out);

/* The unit that a segment is in, as tr_reader has it. */
size_t tr_xliff_unit(const tr_segment *p);

#endif
