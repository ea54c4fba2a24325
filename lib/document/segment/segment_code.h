/*
 * segment_code.h - segments as few bytes.
 *
 * A document may have a segment for every three of its bytes.  So each is written as what differs
 * from the one before: places as differences, texts that stand in the document as their place.
 * Numbers take a byte for each seven bits.
 */
#ifndef TR_SEGMENT_CODE_H
#define TR_SEGMENT_CODE_H

#include "document/segment/segment.h"

/* What the next segment is compared with; {0} before the first. */
typedef struct tr_segment_code {
    size_t end; /* of the segment before */
    uint64_t signature;
    const tr_writing *html, *writing;
    const void *extra;
    tr_buf where;
} tr_segment_code;

void tr_segment_code_clear(tr_segment_code *c);
void tr_segment_code_free(tr_segment_code *c);

/* Numbers, which other modules write in the same way. */
void tr_number_put(tr_buf *out, uint64_t x);
uint64_t tr_number_get(const char **at);

/* Appends a segment of the document `bytes`; `places_only`: what follows its places and its
 * signature is left out. */
void tr_segment_put(tr_segment_code *c, const char *bytes, const tr_segment *p, bool places_only,
                    tr_buf *out);

/* Room for the text and the marks of the largest segment. */
typedef struct tr_segment_room {
    tr_buf text;
    tr_mark *marks;
    size_t capacity;
} tr_segment_room;

/* Takes the segment at *at, and moves behind it.  Its texts and marks live in `room` and `c`; with
 * `room` NULL it has none.  Cannot fail: `room` is large enough, and so is c->where. */
void tr_segment_get(tr_segment_code *c, const char *bytes, bool places_only, const char **at,
                    tr_segment_room *room, tr_segment *p);

#endif
