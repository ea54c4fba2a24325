/*
 * light_text.h - a paragraph of a light markup language: its lines, the marks in them, its segment.
 *
 * A reader adds the lines of a paragraph, whose text is then scanned for marks as one text with a
 * line end between two lines.
 */
#ifndef TR_LIGHT_TEXT_H
#define TR_LIGHT_TEXT_H

#include "document/light/light_line.h"
#include "document/segment/builder.h"
#include "document/segment/decoded.h"
#include "document/segment/wrap.h"

enum tr_light_kind {
    TR_LIGHT_OPEN,
    TR_LIGHT_CLOSE,
    TR_LIGHT_ATOM,
    TR_LIGHT_POINT,
    TR_LIGHT_FIXED,  /* no segment goes across it */
    TR_LIGHT_ESCAPE, /* stands for the bytes `means` */
    TR_LIGHT_HELD,   /* no mark: bytes `means` of the mark before it are a text of its own */
    TR_LIGHT_NOTE,   /* no mark: so are they, a note, whose marks stand before the next */
    TR_LIGHT_NOTE_END
};

/* A mark at bytes `at` of the text. */
typedef struct tr_light_mark {
    enum tr_light_kind kind;
    tr_span at;
    const char *name; /* of a pair's start and end */
    tr_span means;    /* bytes that an escape stands for, or that a translation may change: */
    bool may_change;
    const tr_writing *writing; /* of a text that is held */
} tr_light_mark;

typedef struct tr_light_marks {
    tr_light_mark *list; /* [n], in order, disjoint; the marks of a note are so among them */
    size_t n, capacity;
    bool failed; /* out of memory */
} tr_light_marks;

void tr_light_add(tr_light_marks *m, enum tr_light_kind kind, size_t begin, size_t end,
                  const char *name);
/* Bytes [begin, end) of the mark added last may change with a translation, or are what an escape
 * means. */
void tr_light_set_means(tr_light_marks *m, size_t begin, size_t end);

/* Bytes [begin, end) of the mark added last are a text of its own, written so. */
void tr_light_hold(tr_light_marks *m, size_t begin, size_t end, const tr_writing *writing);
/* So are they, a note with marks `in` it, whose places count from byte `begin` on. */
void tr_light_hold_note(tr_light_marks *m, size_t begin, size_t end, const tr_light_marks *in,
                        const tr_writing *writing);

/* How the text of a kind of block is read and written. */
typedef struct tr_light_syntax {
    void (*scan)(const char *text, size_t len, const void *context, tr_light_marks *marks);
    const void *context;
    const tr_writing *writing; /* of the text */
} tr_light_syntax;

typedef struct tr_light_text {
    tr_builder *b;
    tr_decoded flat; /* the lines */
    tr_light_marks marks;
    size_t begin, end; /* bytes of the document */
    size_t limit;      /* where its segment ends, behind it; 0: at its end */
    size_t n_lines, widest;
    tr_span again; /* what stands between the first line and the second */
} tr_light_text;

/* Begins a paragraph; adds a line's text, which goes up to byte `end`. */
void tr_light_text_begin(tr_light_text *p, tr_builder *b);
void tr_light_text_add(tr_light_text *p, const tr_light_line *l, size_t end);

/* Builds the segments of the paragraph.  `extra` of its segments is a tr_wrap, or `extra` if that
 * is not NULL. */
void tr_light_text_build(tr_light_text *p, const tr_light_syntax *s, const char *where,
                         const void *extra);

void tr_light_text_free(tr_light_text *p);

#endif
