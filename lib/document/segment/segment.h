/* segment.h - a segment of a document's text: its bytes, its plain text and the marks in it
 * (mark.h).  An atom is a character of the private use area. */
#ifndef TR_SEGMENT_H
#define TR_SEGMENT_H

#include <stdint.h>

#include "base/buf.h"
#include "base/span.h"
#include "text/marks/mark.h"

#define TR_OTHER_MEASURE SIZE_MAX

/* How long the translation of a unit may be, as its document says.  All segments of a unit, which
 * stand one after the other, have one together. */
typedef struct tr_length_bound {
    size_t most; /* characters of Unicode; TR_OTHER_MEASURE: pixels and the like, which no text
                    tells */
    size_t used; /* by those segments of the unit that had a translation before */
} tr_length_bound;

typedef struct tr_content tr_content;
typedef struct tr_segment tr_segment;

/* Where a text is written: in the place of a segment, as a writing has it. */
typedef struct tr_text_place {
    const tr_content *content;
    const tr_segment *segment;
    const struct tr_writing *writing;
} tr_text_place;

/* Appends text [len] to `out` in another form. */
typedef void tr_write_text(const tr_text_place *to, const char *text, size_t len, tr_buf *out);

/* What a byte of a text is written as; the list ends where `as` is NULL. */
typedef struct tr_escape_row {
    char byte;
    const char *as;
} tr_escapes[3];

/* How the text of a segment is written. */
typedef struct tr_writing {
    tr_write_text *encode;               /* plain text as the format has it; NULL: with */
    const struct tr_escape_row *escapes; /*   these escapes; NULL: as it is */
    const char *signs; /* for encode(): they mean something in its place, as quotes around it do */
    /* All that was encoded as it stands in the document: in lines, in quotes.  Nothing is appended
     * if it does not fit its place.  NULL: it stays as it is. */
    tr_write_text *finish;
    /* Appends an atom, a point or the start of a pair.  NULL: it is as in the document. */
    void (*open)(const tr_content *d, const tr_mark *mark, tr_buf *out);
    /* Appends the end of a pair, whose text stands in `out` from byte `begin` on.  NULL: it is as
     * in the document. */
    void (*close)(const tr_content *d, const tr_mark *pair, size_t begin, tr_buf *out);
    /* How a character is written that the document's encoding lacks, as printf has it; NULL: it
     * cannot be. */
    const char *reference;
} tr_writing;

/* Branches of a message that are written behind a segment, with its text in each: other bytes of
 * its own branch stand around its text. */
typedef struct tr_copies {
    tr_span before, behind;
    const char *names[5]; /* [n] */
    size_t n;
} tr_copies;

/* The signature of an attribute's text.  Such a segment has no marks, and may be more than the
 * document had: what was no text there may have a translation's looks. */
enum { TR_ATTRIBUTE_SIGNATURE = 1 };

struct tr_segment {
    tr_span at; /* bytes of the document that a translation replaces */
    tr_span
        outer; /* from the end of the fixed bytes before to the start of the fixed bytes after */
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
    const void *extra;       /* the format's own */
    const tr_copies *copies; /* NULL: none */

    const char *written; /* [written_len] what replaces the bytes `at`; NULL: they stay */
    size_t written_len;
    const char *left; /* why its translation was not taken, for people; NULL: no such thing */
    size_t n_lost;    /* facts that its translation lacks (tr_translation) */
    float quality;    /* of tr_translation; 0: none */
    bool trusted;     /* its translation wants no review */
};

#endif
