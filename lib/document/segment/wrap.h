/* wrap.h - text that is broken into lines again, as wide as they were. */
#ifndef TR_WRAP_H
#define TR_WRAP_H

#include <stdint.h>

#include "document/segment/builder.h"

/* Bytes of the document from the end of a line to the text of the next. */
typedef struct tr_line_break {
    uint32_t begin, end;
} tr_line_break;

/* A segment's `extra`: where its lines were broken. */
typedef struct tr_wrap {
    const tr_line_break *breaks; /* [n_breaks] */
    size_t n_breaks;
    const char *again; /* what breaks lines after the first ones */
    size_t width;      /* characters; 0: lines are not broken */
    size_t column;     /* characters before the text of the first line, */
    size_t behind;     /*   and after the last one's */
    size_t most;       /* lines; 0: any number */
    bool tags;         /* tags take no room, and lines are about as long as each other */
} tr_wrap;

/* Bytes; what goes on for longer is no tag. */
enum { TR_LONGEST_TAG = 1000 };

tr_line_break tr_wrap_break(size_t begin, size_t end);

/* A copy of it is the `extra` of what is built next. */
void tr_wrap_keep(tr_builder *b, const tr_wrap *wrap);

/* tr_writing.finish: puts breaks in the place of blanks, so that no line is wider than `width` if
 * words allow.  Appends nothing if the text does not fit `most` lines. */
void tr_wrap_finish(const tr_text_place *to, const char *text, size_t len, tr_buf *out);

/* A blank of the text, at which a line may end; within marks none does. */
enum { TR_WRAP_BLANK = '\x01' };

/* tr_writing.finish: puts breaks in the place of such blanks alone. */
void tr_wrap_finish_marked(const tr_text_place *to, const char *text, size_t len, tr_buf *out);

#endif
