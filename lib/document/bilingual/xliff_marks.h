/*
 * xliff_marks.h - segments of a unit of XLIFF 1.2: <mrk mtype="seg" mid="..."> in its <seg-source>
 * and, with the same mid, in its <target>; and targets that are there before they are translated.
 */
#ifndef TR_XLIFF_MARKS_H
#define TR_XLIFF_MARKS_H

#include "document/markup/markup.h"
#include "document/segment/content.h"

enum { TR_MOST_XLIFF_MARKS = 1000 }; /* of a unit; one that has more stays */

typedef struct tr_xliff_mark {
    tr_span tag, inner, mid; /* its start tag, what is in it, its name */
    size_t end;              /* after its end tag */
    bool closed;             /* its start tag is its end, too */
} tr_xliff_mark;

/* The next mark of a segment in m, whose bytes are what is in an element; false after the last. */
bool tr_xliff_next_mark(tr_markup *m, tr_xliff_mark *mark);

/* Appends the document, in which each unit that has segments and no target, or an empty one, has a
 * target with the marks of its segments, and nothing in them; and each whose source is one message
 * with branches has a copy of it.  False if there is no such unit: nothing is appended. */
bool tr_xliff_add_targets(const tr_content *d, tr_buf *out);

#endif
