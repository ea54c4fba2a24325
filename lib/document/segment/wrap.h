/* wrap.h - text that is broken into lines again, as wide as they were. */
#ifndef TR_WRAP_H
#define TR_WRAP_H

#include "document/segment/content.h"

/* A segment's `extra`: where its lines were broken. */
typedef struct tr_wrap {
    const tr_span *breaks; /* [n_breaks] bytes of the document, from the end of a line to the text
                              of the next */
    size_t n_breaks;
    const char *again; /* what breaks lines after those */
    size_t width;      /* characters; 0: lines are not broken */
    size_t column;     /* characters before the text of the first line, */
    size_t behind;     /*   and after that of the last one */
    size_t most;       /* lines; 0: any number */
    bool tags;         /* tags take no room, and lines are about as long as each other */
} tr_wrap;

/* Bytes; what goes on for longer is no tag. */
enum { TR_LONGEST_TAG = 1000 };

size_t tr_count_characters(const char *text, size_t len);

/* tr_writing.finish: puts breaks in the place of blanks, so that no line is wider than `width` if
 * words allow.  Appends nothing if the text does not fit `most` lines. */
void tr_wrap_finish(const tr_content *d, const tr_segment *p, const char *text, size_t len,
                    tr_buf *out);

#endif
