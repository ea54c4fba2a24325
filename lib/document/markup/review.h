/*
 * review.h - marks in a catalogue for what was translated, so that people find it.
 *
 * A pass over the document that was written: for each segment that has a translation, the format
 * tells which bytes before it are replaced by its mark.
 */
#ifndef TR_REVIEW_H
#define TR_REVIEW_H

#include "document/segment/content.h"

typedef struct tr_review {
    const tr_content *source, *now; /* before, and after its segments were written */
    tr_buf *out;
    size_t i;         /* the segment after the current one */
    ptrdiff_t growth; /* of the bytes before the current one */
    ptrdiff_t own;    /* of itself */
    size_t copied;    /* bytes of `now` */
    size_t last;      /* where the last mark was put, in `source`, and 1 */
} tr_review;

tr_review tr_review_begin(const tr_content *source, const tr_content *now, tr_buf *out);

/* The next segment that was written; NULL after the last. */
const tr_segment *tr_review_next(tr_review *r);

/* Puts text in the place of bytes of `source` before the segment, unless that was done, there or
 * further on, for the segment before. */
void tr_review_put(tr_review *r, tr_span place, const char *text);

void tr_review_end(tr_review *r);

/* Appends an estimate of quality, "0.63". */
void tr_review_add_quality(tr_buf *out, float quality);

#endif
