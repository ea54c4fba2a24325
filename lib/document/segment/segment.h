/*
 * segment.h - a segment of a document's text: its bytes, its plain text and the marks in it.
 *
 * A mark is what stands in the text and is not translated: a pair of tags around some of it, a
 * point such as a line break or a comment, or an atom, content that stays as it is (code, an
 * image).  In plain text an atom is a character of the private use area, U+F0000 and its number, so
 * that it has a place and the engine keeps it (placeholders.h); a pair and a point take no room.
 */
#ifndef TR_SEGMENT_H
#define TR_SEGMENT_H

#include <stdint.h>

#include "base/buf.h"
#include "base/span.h"

enum tr_mark_kind { TR_MARK_PAIR, TR_MARK_POINT, TR_MARK_ATOM };

enum { TR_MAX_MARKS = 500, TR_MAX_MARK_DEPTH = 64 };

typedef struct tr_mark {
    enum tr_mark_kind kind;
    int parent;          /* the pair that it stands in, or -1 */
    size_t begin, end;   /* in the plain text; a point's are equal */
    tr_span open, close; /* bytes of the document to copy; close is empty but for a pair */
} tr_mark;

typedef struct tr_content tr_content;
typedef struct tr_segment tr_segment;

/* Appends text [len] to `out` in another form. */
typedef void tr_write_text(const tr_content *d, const tr_segment *p, const char *text, size_t len,
                           tr_buf *out);

/* How the text of a segment is written. */
typedef struct tr_writing {
    tr_write_text *encode; /* plain text as the format has it */
    /* All that was encoded as it stands in the document: in lines, in quotes.  Nothing is appended
     * if it does not fit its place.  NULL: it stays as it is. */
    tr_write_text *finish;
    /* How a character is written that the document's encoding lacks, as printf has it; NULL: it
     * cannot be. */
    const char *reference;
} tr_writing;

struct tr_segment {
    tr_span at;       /* bytes of the document that a translation replaces */
    tr_span outer;    /* from the end of the fixed bytes before to the start of those after */
    const char *text; /* [len]: valid UTF-8 without line ends; has a letter */
    size_t len;
    tr_mark *marks; /* [n_marks], by where they begin; a pair comes before what stands in it */
    size_t n_marks;
    struct tr_run *runs; /* [n_runs], if its text stands in runs (run.h) */
    size_t n_runs;
    bool blank_before, blank_behind; /* in its runs */
    bool in_parts;                   /* what lies between its marks is translated part by part */
    uint64_t signature;     /* of its kind of block, and of all marks from outer.begin to outer.end,
                               whatever their order */
    const char *where;      /* "p", "img@alt", "menu.file": for people */
    const tr_writing *html; /* of a value of data that has "&nbsp;": text is written so, and what
                               comes of it by `writing`; else NULL */
    const tr_writing *writing;
    const void *extra; /* the format's own */

    const char *written; /* [written_len] what replaces the bytes `at`; NULL: they stay */
    size_t written_len;
    const char *left; /* why its translation was not taken, for people; NULL: no such thing */
    size_t n_lost;    /* facts that its translation lacks (tr_translation) */
};

#endif
