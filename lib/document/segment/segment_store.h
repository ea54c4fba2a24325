/*
 * segment_store.h - the segments of a content, packed (segment_code.h), and what is written for
 * them.
 *
 * They stand in blocks, in which they are looked for one by one.  One is taken out at a time: it is
 * valid until another is asked for, or something is written for one.
 */
#ifndef TR_SEGMENT_STORE_H
#define TR_SEGMENT_STORE_H

#include "document/segment/segment_code.h"

typedef struct tr_segment_block tr_segment_block;

typedef struct tr_segment_cursor {
    tr_segment_code code;
    size_t next, at; /* the number of the segment that comes next, and its byte in its block */
} tr_segment_cursor;

typedef struct tr_segment_store {
    const char *bytes; /* of the document */
    bool places_only;
    tr_segment_block *blocks; /* [n_blocks] */
    size_t n_blocks, capacity;
    size_t n;
    tr_buf last;                      /* of the last block */
    tr_segment_cursor before, behind; /* the last segment */
    tr_segment_cursor reading;
    tr_segment_room room;
    size_t longest_where;
    char **reasons; /* [n_reasons] why segments were left; each once */
    size_t n_reasons, reasons_capacity;
    tr_segment view;
    size_t viewed;          /* the number of that in `view`, plus 1; 0: none */
    unsigned char *trusted; /* a bit for each of [n_trusted] segments; NULL: none */
    size_t n_trusted;
} tr_segment_store;

/* What became of a segment; NULL and 0 where nothing was written. */
typedef struct tr_segment_outcome {
    const char *written; /* [written_len] */
    size_t written_len;
    const char *left;
    size_t n_lost;
    float quality;
} tr_segment_outcome;

void tr_segment_store_free(tr_segment_store *s);

/* Adds a segment behind all others, in the order of the content.  False when out of memory. */
bool tr_segment_store_add(tr_segment_store *s, const tr_segment *p);
/* Puts a segment, which is not from the last call of `_at()`, in the place of the last one. */
bool tr_segment_store_replace_last(tr_segment_store *s, const tr_segment *p);
/* Drops the segments from number n on. */
void tr_segment_store_drop_from(tr_segment_store *s, size_t n);

tr_segment *tr_segment_store_at(tr_segment_store *s, size_t i);

tr_segment_outcome tr_segment_store_outcome(const tr_segment_store *s, size_t i);
/* Copies it.  False when out of memory; an empty one never fails. */
bool tr_segment_store_set_outcome(tr_segment_store *s, size_t i, const tr_segment_outcome *o);

/* Segment i wants no review, whatever becomes of it; or it does.  False when out of memory. */
bool tr_segment_store_trust(tr_segment_store *s, size_t i, bool trusted);

#endif
